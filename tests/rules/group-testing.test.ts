import { describe, expect, test } from 'vitest';
import { type Call, type Middleware, onReply, onRequest, type Reply, wrap } from '../../fixtures/middleware.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import type { CheckContext } from '../../src/check/check.ts';
import { type RequestBuilder, requestTo } from '../../src/check/request.ts';
import type { Depth } from '../../src/check/target.ts';
import { operationOf } from '../../src/contract/contract.ts';
import type { InputCase } from '../../src/generate/input-case.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { getOrMake } from '../../src/memoize.ts';
import { type Break, type Rounds, refusalOf, roundsOf } from '../../src/rules/group-testing.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { contractUnder, loaded } from '../support/contract.ts';
import { exchange, json } from '../support/exchanges.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const broken = (what: string, ...path: readonly string[]): Break => ({ path, what });

const shown = (breaks: readonly Break[]) => roundsOf(breaks).map((round) => round.map(({ what }) => what));

describe('the rounds of breaks', () => {
  test('hold each break once, and none twice under one name', () => {
    const breaks = [broken('a1', 'a'), broken('a2', 'a'), broken('b1', 'b'), broken('b2', 'b'), broken('c', 'c')];
    expect(shown(breaks)).toEqual([
      ['a1', 'b1', 'c'],
      ['a2', 'b2'],
    ]);
  });

  test('keep what lies within another apart from it', () => {
    const breaks = [broken('whole', 'a'), broken('inner', 'a', 'b'), broken('beside', 'c'), broken('d', 'd')];
    expect(shown(breaks)).toEqual([['whole', 'beside', 'd'], ['inner']]);
  });

  test('keep members of one name apart, for an answer could not tell them apart', () => {
    expect(shown([broken('x', 'a', 'name'), broken('y', 'b', 'name'), broken('z', 'z')])).toEqual([['x', 'z'], ['y']]);
  });

  test('leave one by itself where all of them could travel together: then the others are right', () => {
    expect(shown([broken('x', 'x'), broken('y', 'y'), broken('z', 'z')])).toEqual([['y', 'z'], ['x']]);
  });

  test('are none where there is nothing to break', () => {
    expect(roundsOf([])).toEqual([]);
  });
});

test('a break is found by itself, not by its words, which another one may have', async () => {
  const operation = operationOf(contractUnder(), 'listPapers');
  const breakOf = (name: string): InputCase => ({
    in: 'query',
    path: [name],
    keyword: 'type',
    side: 'refused',
    value: 'x',
    what: 'is wrong',
  });
  const breaks = ['a', 'b', 'c'].map(breakOf);
  const plan: Rounds = {
    operation,
    reject: 'invalid-query',
    rounds: roundsOf(breaks),
    base: () => Promise.resolve(requestTo(operation)),
  };
  const answers = new Map<string, Promise<unknown>>();
  const tools = {
    shared: <T>(key: string, make: () => Promise<T>) => getOrMake(answers, key, make) as Promise<T>,
    sample: (some: readonly unknown[]) => some,
    send: async ({ draft }: RequestBuilder) => {
      const query = Object.fromEntries(draft.query) as Readonly<Record<string, string>>;
      return exchange({ request: { query }, outcome: json(400, Object.keys(query)) });
    },
  } as unknown as CheckContext;
  const sentAlone = () => Promise.reject(new Error('sent alone'));
  for (const one of breaks)
    expect((await refusalOf(tools, plan, one, sentAlone)).request.query).toHaveProperty(one.path[0] ?? '');
});

const isRefusal = ({ status }: Reply): boolean => status === 400;

const NAMES = ['yearStart', 'yearEnd', 'qualityScoreMin', 'sort', 'page', 'limit', 'systemType'];

/** The ways in which services word a refusal. */
const STYLES: Readonly<Record<string, (reply: Reply, call: Call) => string>> = {
  'lists all': (reply) => (reply.body as { readonly message: string }).message,
  'stops at the first': (reply) => (reply.body as { readonly message: string }).message.split(';')[0] ?? '',
  'always says the same': () => `Check ${NAMES.join(', ')}.`,
  'repeats the request': (_, call) => `Bad request: ${call.query.toString()}`,
  'says nothing': () => 'Bad request',
};

function worded(style: string): Middleware {
  return onReply('listPapers', (reply, call) =>
    isRefusal(reply)
      ? { ...reply, body: { error: 'bad_request', message: STYLES[style]?.(reply, call) ?? '' } }
      : reply,
  );
}

/** A limit above the greatest one is taken for it. */
const clamped = onRequest('listPapers', ({ query }) =>
  Number(query.get('limit')) > 100 ? { query: { limit: '100' } } : undefined,
);

async function run(depth: Depth, ...middlewares: readonly Middleware[]) {
  return runOnly(['listPapers'], depth, ...middlewares);
}

async function runOnly(only: readonly string[], depth: Depth, ...middlewares: readonly Middleware[]) {
  const service = createReference({ chunkDelayMs: 0 });
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    only,
    depth,
    target: embeddedTarget(service, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(wrap(service.fetch, ...middlewares)),
  });
  const failed = conclusion.results.filter(({ verdict }) => verdict.kind === 'fail' || verdict.kind === 'warn');
  return {
    requests: record.exchanges.length,
    exchanges: record.exchanges,
    failed: failed.map(({ clause }) => clause.id),
    results: conclusion.results,
  };
}

const EACH = (['standard', 'smoke'] as const).flatMap((depth) =>
  Object.keys(STYLES).map((style) => ({ depth, style })),
);

describe.each(EACH)('at $depth, a service whose refusal $style', ({ depth, style }) => {
  test('is not blamed for that', async () => {
    const { failed, results } = await run(depth, worded(style));
    expect(failed).toEqual([]);
    expect(results.find(({ clause }) => clause.id === 'listPapers/limit/maximum')?.verdict.kind).toBe('pass');
  });

  test('is caught when it accepts one bad value, by a request with nothing else wrong', async () => {
    const { failed, results } = await run(depth, worded(style), clamped);
    expect(failed).toEqual(['listPapers/limit/maximum']);
    const verdict = results.find(({ clause }) => clause.id === 'listPapers/limit/maximum')?.verdict;
    expect(verdict).toMatchObject({
      kind: 'fail',
      violations: [{ expected: expect.stringMatching(/ for limit=101 \([^;]+\)$/u) }],
    });
  });
});

test('a service that lists all that is wrong is asked less', async () => {
  const [listing, silent] = [await run('standard', worded('lists all')), await run('standard', worded('says nothing'))];
  expect(listing.requests).toBeLessThan(silent.requests - 10);
});

test.each([
  ['says nothing', true],
  ['lists all', false],
])('at smoke, values that have to be sent alone come last: a service that %s', async (style, isLast) => {
  const { exchanges } = await runOnly(['listPapers', 'searchPapers'], 'smoke', worded(style));
  const bad = exchanges.filter(({ operation, intent }) => operation === 'listPapers' && intent.kind === 'invalid');
  const elsewhere = exchanges.flatMap(({ operation }, index) => (operation === 'searchPapers' ? index : []));
  const afterAll = bad.filter((one) => exchanges.indexOf(one) > Math.max(...elsewhere));
  expect(afterAll.length > 5).toBe(isLast);
});
