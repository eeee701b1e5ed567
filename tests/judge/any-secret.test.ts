import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { inPart } from '../../scripts/gate/part.ts';
import type { Depth, Target } from '../../src/check/target.ts';
import type { Transport, WireRequest } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { runSuite } from '../../src/run/run.ts';
import { openJournal, readJournal } from '../../src/send/journal-file.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** No verdict, no request and no finding depends on the value of a header or of a credential: also not where it is a part of an answer. */

const suiteUnder = suiteCache(loaded, allChecks);
const RUNS = 300;
const PARTS = [['searchPapers'], ['getPaper', 'createApiKey']];
const DEPTHS: readonly Depth[] = ['smoke', 'standard', 'deep'];
const BUDGET = 25;
const path = join(temporaryFolder(), 'run.ndjson');

interface Setting {
  readonly depth: Depth;
  readonly only: readonly string[];
  /** Calls each answer plain text: findings are the same, too. */
  readonly isBroken: boolean;
}

interface Seen {
  readonly requests: readonly string[];
  readonly verdicts: readonly string[];
  readonly again: readonly string[];
  readonly findings: readonly unknown[];
}

/** The reference service, which takes these credentials for its own; what it was sent, and what came of it. */
async function seen(
  { depth, only, isBroken }: Setting,
  headers: Target['headers'],
  own: Partial<Record<'bearer' | 'apiKey', string>>,
): Promise<Seen> {
  const service = createReference();
  const target = embeddedTarget(service, 'http://service.test');
  const real = { authorization: `Bearer ${service.credentials.bearer}`, 'x-api-key': service.credentials.apiKey };
  const given = {
    bearer: { headers: { authorization: own.bearer === undefined ? real.authorization : `Bearer ${own.bearer}` } },
    apiKey: { headers: { 'x-api-key': own.apiKey ?? real['x-api-key'] } },
  };
  const sent: string[] = [];
  const serve = fetchTransport(service.fetch);
  const transport: Transport = async (request, signal) => {
    const carried = { ...request.headers };
    for (const name of Object.keys(headers)) delete carried[name];
    if (carried['authorization'] === given.bearer.headers.authorization) carried['authorization'] = real.authorization;
    if (carried['x-api-key'] === given.apiKey.headers['x-api-key']) carried['x-api-key'] = real['x-api-key'];
    sent.push(plain(request, carried));
    const outcome = await serve({ ...request, headers: carried }, signal);
    return isBroken && outcome.kind === 'response'
      ? { ...outcome, headers: { ...outcome.headers, 'content-type': 'text/plain' } }
      : outcome;
  };
  const journal = openJournal(path);
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target: { ...target, credentials: { ...target.credentials, ...given }, headers },
    profile: { name: 'any', branches: {} },
    transport,
    depth,
    only,
    budget: BUDGET,
    concurrency: 1,
    maxWaitMs: 0,
    mark: '12345678',
    sink: journal.sink,
  });
  journal.close();
  const { findings } = buildReport(record, conclusion);
  const again = rejudge(readJournal(path), { profile: record.header.profile }, suiteUnder).conclusion;
  const verdicts = ({ results }: typeof conclusion) =>
    results.map(({ clause, verdict }) => `${clause.id} ${verdict.kind}`);
  return {
    requests: sent,
    verdicts: verdicts(conclusion),
    again: verdicts(again),
    findings: findings.map(({ id, clauses, level, exchanges, steps }) => ({ id, clauses, level, exchanges, steps })),
  };
}

/** What was asked, without what has to differ: credentials made from real ones, and ids and keys that the service draws. */
function plain({ method, url, body }: WireRequest, headers: WireRequest['headers']): string {
  return `${method} ${url.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|c[a-z0-9]{24}/gu, 'ID')} ${body ?? ''} ${Object.keys(headers).sort().join(' ')}`;
}

/** Texts of the service's own answers: titles, addresses, hosts, dates, ids. */
const texts: string[] = [];
const usual = new Map<string, Seen>();
const settings = DEPTHS.flatMap((depth) => PARTS.map((only, part) => ({ depth, only, isBroken: part === 1 })));

beforeAll(async () => {
  const service = createReference();
  for (const address of ['/api/v1/papers', '/api/v1/papers/search?q=fuel', '/api/v1/papers?page=2']) {
    const answer = await service.fetch(
      new Request(`http://service.test${address}`, { headers: { 'x-api-key': service.credentials.apiKey } }),
    );
    const collect = (node: unknown): void => {
      if (typeof node === 'string' && /^[\x20-\x7e]{4,200}$/u.test(node))
        texts.push(node, ...(URL.canParse(node) ? [new URL(node).host] : []));
      if (typeof node === 'object' && node !== null) Object.values(node).forEach(collect);
    };
    collect(await answer.json());
  }
});

const cases = inPart(
  Array.from({ length: RUNS }, (_, at) => at),
  0.02,
  String,
);

test('whatever headers and credentials are made of', async () => {
  const anyPiece = fc
    .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 8, max: 200 }))
    .map(([text, from, length]) =>
      (from % 3 === 0 ? text : text.slice(from % text.length, (from % text.length) + length)).trim(),
    );
  const fit = anyPiece.filter((text) => text !== '');
  const drawn = fc.sample(
    fc.record({ origin: fit, tenant: fit, token: fit, bearer: fit, apiKey: fit, which: fc.nat(3) }),
    { numRuns: RUNS, seed: 7 },
  );
  for (const at of cases) {
    const setting = settings[at % settings.length];
    const one = drawn[at];
    if (setting === undefined || one === undefined) throw new Error('no such case');
    const key = JSON.stringify(setting);
    const expected = usual.get(key) ?? (await seen(setting, {}, {}));
    usual.set(key, expected);
    const headers = {
      origin: one.origin,
      'x-tenant': one.tenant,
      ...(one.which > 1 ? { 'x-waf-token': one.token } : {}),
    };
    const own = one.which % 2 === 1 ? {} : { bearer: one.bearer.replaceAll(' ', '-'), apiKey: one.apiKey };
    const result = await seen(setting, headers, own);
    expect(result, `${key} ${JSON.stringify({ headers, own })}`).toEqual(expected);
    expect(result.again).toEqual(result.verdicts);
  }
  expect(cases.length).toBeGreaterThan(0);
  expect(texts.length).toBeGreaterThan(50);
});
