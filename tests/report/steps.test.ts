import { describe, expect, test } from 'vitest';
import { type Handler, wrap } from '../../fixtures/middleware.ts';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import { curlChain } from '../../src/report/made.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';

const mutants = allMutants(loaded);

async function reportOf(violates: string, only: readonly string[] = [violates]): Promise<Report> {
  const mutant = mutants.find((one) => one.violates === violates);
  if (mutant === undefined) throw new Error(`no mutant of ${violates}`);
  const service = createReference({ chunkDelayMs: 0, ...mutant.reference });
  return reportAt(service, wrap(service.fetch, mutant.patch(service)), only);
}

async function reportAt(
  service: ReturnType<typeof createReference>,
  fetch: Handler,
  only: readonly string[],
): Promise<Report> {
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    target: embeddedTarget(service, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(fetch),
    only,
    maxWaitMs: 0,
  });
  return buildReport(record, conclusion);
}

/** The one finding, with what was sent to see it. */
async function seen(clause: string) {
  const { findings, exchanges } = await reportOf(clause);
  const finding = findings.find((one) => one.clause === clause);
  if (finding === undefined) throw new Error(`no finding of ${clause}`);
  const steps = finding.steps.flatMap((seq) => exchanges.filter((one) => one.seq === seq));
  return { finding, steps: steps.map(({ request }) => `${request.method} ${request.target}`), exchanges: steps };
}

describe('the steps of a finding', () => {
  test('that takes a thing of its own: what created it, what was done to it, and its use, with a command that does it', async () => {
    const { finding, steps } = await seen('deleteApiKey/deleted-key-opens-nothing');
    expect(steps).toEqual([
      'POST /api/v1/api-keys',
      expect.stringMatching(/^DELETE \/api\/v1\/api-keys\/[\w-]{36}$/u),
      'GET /api/v1/rate-limit',
    ]);
    expect(finding.curl).not.toContain('<redacted');
    expect(finding.curl).toMatch(
      /^CONFORM_ANSWER_1=\$\(curl -sS -X POST .* && CONFORM_ID_1=\$\(.* jq -r '\."id"'\) && CONFORM_KEY_1=.* && curl -sS -i -X DELETE "http:\/\/reference\.local\/api\/v1\/api-keys\/\$CONFORM_ID_1" .* -H "x-api-key: \$CONFORM_KEY_1"$/u,
    );
  });

  test('about several branches of a conflict: an answer for each of them', async () => {
    const [bare, wrapped] = (['bare', 'wrapped'] as const).map((branch) =>
      createReference({ branches: { 'search-envelope': branch } }),
    );
    if (bare === undefined || wrapped === undefined) throw new Error('there are two');
    const fetch: Handler = (request) => (request.url.includes('?') ? wrapped : bare).fetch(request);
    const { findings } = await reportAt(bare, fetch, ['searchPapers', 'conflicts/*']);
    const finding = findings.find(({ clause }) => clause === 'conflicts/search-envelope');
    expect(finding?.actual).toMatch(/^\d+ answers? follows? \w+; \d+ answers? follows? \w+$/u);
    expect(finding?.steps).toEqual(finding?.exchanges);
    expect(finding?.steps).toHaveLength(2);
    expect(finding?.alsoSeen).toBeUndefined();
  });

  test('about a list after changes: the creation of what is listed wrongly, and the list', async () => {
    const { finding, steps, exchanges } = await seen('listApiKeys/follows-every-change');
    expect(steps).toEqual(['POST /api/v1/api-keys', 'GET /api/v1/api-keys']);
    const [, id = ''] = /key ([\w-]{36}): 2 times/u.exec(finding.actual) ?? [];
    expect(JSON.stringify(exchanges[0]?.outcome)).toContain(id);
  });

  test.each([
    'getRateLimit/window-is-fifteen-minutes',
    'getHierarchicalPrior/pooled-interval-is-ordered',
    'service/bearer-not-as-api-key',
  ])('that one answer shows are that one alone: %s', async (clause) => {
    const { finding, steps } = await seen(clause);
    expect(steps).toHaveLength(1);
    expect(finding.alsoSeen).toEqual(finding.exchanges.length === 1 ? undefined : expect.any(Number));
    expect(finding.curl).toMatch(/^curl /u);
  });

  test('that compare two answers are these two', async () => {
    const { finding, steps } = await seen('listPapers/pages-do-not-overlap');
    expect(steps.length).toBeGreaterThan(1);
    expect(finding.alsoSeen).toBeUndefined();
  });
});

test.each([
  ['predict/missing-field-is-named', /: a refusal that does not name it; expected the name of the field [\w.]+$/u],
  ['listApiKeys/lists-created-keys', /: a list without key [\w-]{36}; expected it there once/u],
])('the title of a finding about %s says what came, without text of a body', async (clause, title) => {
  expect((await seen(clause)).finding.title).toMatch(title);
});

test('a secret that no step brings leaves no dead command', () => {
  const request = { method: 'GET', target: '/a', query: {}, headers: { 'x-api-key': '<redacted:7>' }, credentials: [] };
  const outcome = { kind: 'failure', reason: 'reset', message: '', durationMs: 0 } as const;
  const exchange = { seq: 1, intent: { kind: 'valid' }, request, outcome } as const;
  expect(curlChain([exchange], 'http://a.example')).toBeUndefined();
});
