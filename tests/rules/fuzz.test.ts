import { describe, expect, test } from 'vitest';
import { allBenign } from '../../fixtures/benign/index.ts';
import { type Change, jsonReply, onReply, onRequest, wrap } from '../../fixtures/middleware.ts';
import type { Finding } from '../../src/report/model.ts';
import { isObject, withPointer } from '../../src/schema/pointer.ts';
import { type Bent, type DeepRun, pathIn, runDeep, verdictsOf } from '../support/deep.ts';

const PROBLEM = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'no' };

type Conditions = Readonly<Record<string, unknown>>;

function conditionsIn(body: unknown): Conditions {
  const conditions = isObject(body) ? body['conditions'] : undefined;
  return isObject(conditions) ? conditions : {};
}

/** Refuses a valid prediction in which two optional members stand beside each other and a third does not. */
const pairRefused: Bent = ({ fetch }) =>
  wrap(
    fetch,
    onReply('predict', (reply, { body }) => {
      const conditions = conditionsIn(body);
      const corner =
        'appliedVoltage' in conditions && 'substrateId' in conditions && !('externalResistance' in conditions);
      return corner && reply.status === 200 ? jsonReply(400, PROBLEM, 'application/problem+json') : reply;
    }),
  );

/** Takes a resistance that is no number where the load is not given. */
const pairAccepted: Bent = ({ fetch }) =>
  wrap(
    fetch,
    onRequest('predict', ({ body }): Change | undefined => {
      const conditions = conditionsIn(body);
      return 'externalResistance' in conditions && !('codMgL' in conditions)
        ? { body: withPointer(body, '/conditions/externalResistance', 100) }
        : undefined;
    }),
  );

/** Two bounds of one operation, each let slip beside one value of another parameter. */
const twoBounds: Bent = ({ fetch }) =>
  wrap(
    fetch,
    onRequest('listPapers', ({ query }): Change | undefined => {
      if (query.get('limit') === '101' && query.get('sort') === 'citations') return { query: { limit: '100' } };
      return query.get('yearEnd') === '2101' && query.get('systemType') === 'MFC'
        ? { query: { yearEnd: '2100' } }
        : undefined;
    }),
  );

/** What the request of a finding was. */
function requestOf({ report }: DeepRun, finding: Finding | undefined) {
  return report.exchanges.find(({ seq }) => seq === finding?.exchanges[0])?.request;
}

const idsOf = ({ report }: DeepRun) => report.findings.map(({ clause }) => clause).toSorted();

describe.each([1, 2])('with the seed %i', (seed) => {
  test('two optional members that do not go together are found, and the others taken away', async () => {
    const run = await runDeep(['predict/fuzz/body-accepted'], { seed, bent: pairRefused });
    expect(idsOf(run)).toEqual(['predict/fuzz/body-accepted']);
    const [finding] = run.report.findings;
    const body = JSON.parse(requestOf(run, finding)?.body ?? '{}') as { systemType: string; conditions: Conditions };
    expect(body.systemType).toBe('MFC');
    expect(body.conditions).toEqual({
      temperature: 30.5,
      ph: 7.2,
      pressure: 101.3,
      appliedVoltage: 0.8,
      substrateId: 'acetate',
    });
    expect(finding?.flaky).toBe(false);

    const path = pathIn(finding?.replay);
    const again = await runDeep(['predict/fuzz/body-accepted'], { seed, replay: path, bent: pairRefused });
    expect(requestOf(again, again.report.findings[0])?.body).toBe(requestOf(run, finding)?.body);
    expect(again.report.run.requests).toBeLessThan(15);
  });

  test('two bounds that are let slip in company are two findings, each small and each repeated by its own path', async () => {
    const bounds = ['listPapers/limit/maximum', 'listPapers/yearEnd/maximum'];
    const run = await runDeep([...bounds, 'listPapers/fuzz/refused'], { seed, bent: twoBounds });
    expect(idsOf(run)).toEqual(bounds);
    const queries = run.report.findings.map((finding) => requestOf(run, finding)?.query);
    expect(queries).toEqual(
      expect.arrayContaining([
        { limit: '101', sort: 'citations' },
        { systemType: 'MFC', yearEnd: '2101' },
      ]),
    );
    expect(run.report.findings.flatMap(({ clauses }) => clauses.slice(1))).toContain('listPapers/fuzz/refused');
    for (const finding of run.report.findings) {
      const again = await runDeep([finding.clause], { seed, replay: pathIn(finding.replay), bent: twoBounds });
      expect(idsOf(again)).toEqual([finding.clause]);
      expect(requestOf(again, again.report.findings[0])?.query).toEqual(requestOf(run, finding)?.query);
      expect(again.report.run.requests).toBeLessThan(30);
    }
  });
});

describe('a body that is broken in one thing', () => {
  test('is found among valid members where it is taken, as a breach of the bound that it breaks', async () => {
    // A clause that there is only once the probe has told which body is taken.
    const clause = 'predict/body/conditions/externalResistance/type';
    const run = await runDeep([clause, 'predict/fuzz/body-refused'], { bent: pairAccepted });
    expect(idsOf(run)).toEqual([clause]);
    expect(run.report.findings[0]?.clauses.slice(1)).toEqual(['predict/fuzz/body-refused']);
    const body = JSON.parse(requestOf(run, run.report.findings[0])?.body ?? '{}') as { conditions: Conditions };
    expect(Object.keys(body.conditions).toSorted()).toEqual(['externalResistance', 'ph', 'pressure', 'temperature']);
    const again = await runDeep([clause], { replay: pathIn(run.report.findings[0]?.replay), bent: pairAccepted });
    expect(requestOf(again, again.report.findings[0])?.body).toEqual(requestOf(run, run.report.findings[0])?.body);
  });

  test('is tried where a valid one may not be sent, and none of those is', async () => {
    const nothing = { writes: false, chat: false, exhaustRateLimit: false };
    const { record, report } = await runDeep(
      ['createApiKey/fuzz/body-refused', 'createWebhook/fuzz/body-refused', 'chat/fuzz/body-refused'],
      { target: (whole) => ({ ...whole, allow: nothing }) },
    );
    const sent = record.exchanges.filter(({ request }) => request.method === 'POST');
    const tried = sent.filter(({ operation }) => operation !== 'predict');
    expect(tried.length).toBeGreaterThan(150);
    expect(tried.filter(({ intent }) => intent.kind !== 'invalid')).toEqual([]);
    expect(verdictsOf(report).map(([, verdict]) => verdict)).toEqual(['pass', 'pass', 'pass']);
  });

  test('is not tried without the session that it needs', async () => {
    const { report } = await runDeep(['inferSensitivity/fuzz/body-refused'], {
      target: (whole) => ({ ...whole, credentials: {} }),
    });
    expect(verdictsOf(report)).toEqual([['inferSensitivity/fuzz/body-refused', 'skip']]);
  });

  test('costs little where it is taken though it ought not to be', async () => {
    const lax: Bent = ({ fetch }) =>
      wrap(
        fetch,
        onRequest('createWebhook', ({ body, headers }) =>
          isObject(body) && headers.has('authorization')
            ? { body: { url: 'https://example.org/', events: [] } }
            : undefined,
        ),
      );
    const { record } = await runDeep(['createWebhook/fuzz/body-refused'], { bent: lax });
    const created = record.exchanges.filter(
      ({ operation, outcome }) =>
        operation === 'createWebhook' && outcome.kind === 'response' && outcome.status === 201,
    );
    expect(created.length).toBeLessThan(20);
  });
});

describe('a service that keeps the contract', () => {
  test.each([1, 2])('has no finding, whatever the seed (%i)', async (seed) => {
    const run = await runDeep(['predict', 'createApiKey', 'createWebhook', 'chat', 'inference', 'getUsage'], { seed });
    expect(idsOf(run)).toEqual([]);
    expect(run.report.clauses.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
  });

  test.each([1, 2])('may refuse a page beyond the last one, whatever is drawn last (seed %i)', async (seed) => {
    const noSuchPage = allBenign.find(({ id }) => id === 'edges/past-the-last-page-400');
    const run = await runDeep(['listPapers/fuzz/accepted'], {
      seed,
      bent: (reference) => wrap(reference.fetch, ...(noSuchPage?.patch(reference) ?? [])),
    });
    expect(verdictsOf(run.report)).toEqual([['listPapers/fuzz/accepted', 'pass']]);
  });

  test('keeps its few combinations from being asked for hundreds of times', async () => {
    const { report } = await runDeep(['getUsage/fuzz/accepted', 'getUsage/fuzz/refused']);
    expect(report.run.requests).toBeLessThan(50);
  });
});
