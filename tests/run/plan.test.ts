import { describe, expect, test } from 'vitest';
import { type Check, check, checkId } from '../../src/check/check.ts';
import { operationOf } from '../../src/contract/contract.ts';
import { BUDGETS, isVisit, planChecks, scheduleOf, takingTurns } from '../../src/run/plan.ts';
import { suiteOf } from '../support/suites.ts';

function made(clause: string, parts: Partial<Check> = {}): Check {
  return check({ clause, act: () => Promise.resolve({}), judge: () => [], ...parts });
}

describe('the plan of a depth', () => {
  const checks = [
    made('a/deep', { depth: 'deep' }),
    made('a/standard'),
    made('a/limits', { aboutLimits: true }),
    made('b/other'),
    made('b/security/public'),
    made('b/standard'),
  ];

  test.each([
    ['smoke', ['b/security/public', 'a/standard', 'b/other', 'b/standard']],
    ['standard', ['a/standard', 'b/other', 'b/security/public', 'b/standard', 'a/limits']],
    ['deep', ['a/standard', 'b/other', 'b/security/public', 'b/standard', 'a/deep', 'a/limits']],
  ] as const)('%s holds what belongs to it, and what uses up a limit last', (depth, expected) => {
    expect(planChecks(checks, depth).map(({ clause }) => clause)).toEqual(expected);
  });

  test('smoke begins with what shows the most, and gives every operation its turn', () => {
    const many = [made('a/1'), made('a/2'), made('b/1'), made('b/security/public')];
    expect(planChecks(many, 'smoke').map(({ clause }) => clause)).toEqual(['b/security/public', 'a/1', 'b/1', 'a/2']);
  });

  test('what was put off is tried at one place after the other', () => {
    const many = ['a/one/type', 'a/one/maximum', 'a/two/type', 'b/one/type'].map((clause) => made(clause));
    expect(takingTurns(many).map(({ clause }) => clause)).toEqual([
      'a/one/type',
      'a/two/type',
      'b/one/type',
      'a/one/maximum',
    ]);
  });

  test('then come the checks that share an act, and those whose requests show several clauses', () => {
    const act = () => Promise.resolve({});
    const many = [
      made('a/1'),
      made('a/2', { act }),
      made('b/1', { act }),
      made('b/2', { clausesPerRequest: 5 }),
      made('b/security/public'),
    ];
    expect(planChecks(many, 'smoke').map(({ clause }) => clause)).toEqual([
      'b/security/public',
      'b/2',
      'a/2',
      'b/1',
      'a/1',
    ]);
  });

  test.each([['400'], ['400 or 415 or 422'], ['4XX']])('a refusal by %s counts for the clauses about it', (key) => {
    const { contract, clauses } = suiteOf();
    const listPapers = operationOf(contract, 'listPapers');
    const responses = listPapers.responses.map((one) => (one.key === '400' ? { ...one, key: key.slice(0, 3) } : one));
    const operation = { ...listPapers, responses, rejects: { 'invalid-query': key } };
    const suite = {
      contract: { ...contract, operations: new Map([['listPapers', operation]]) },
      clauses: new Map([...clauses].map(([id, clause]) => [id.replace('/400/', `/${key.slice(0, 3)}/`), clause])),
    };
    const checks = [made('listPapers/1'), made('listPapers/2', { rejected: 'invalid-query' })];
    expect(planChecks(checks, 'smoke', suite).map(({ clause }) => clause)).toEqual(['listPapers/2', 'listPapers/1']);
  });

  test('never loses or doubles a check', () => {
    const { checks: derived } = suiteOf();
    expect(planChecks(derived, 'deep').map(checkId).sort()).toEqual(derived.map(checkId).sort());
  });
});

describe('what is under way together', () => {
  const suite = suiteOf();
  const planned = planChecks(suite.checks, 'smoke');

  test('smoke keeps to the planned order: its requests come to an end before the checks do', () => {
    expect(scheduleOf(suite, planned, 'smoke')).toEqual({ before: [], together: [planned], apart: [] });
  });

  test('a listing in which the run will write is looked at before', () => {
    const [watching, writing] = [made('listApiKeys/pages', { first: true }), made('createApiKey/created')];
    const elsewhere = made('listPapers/pages', { first: true });
    const { before } = scheduleOf(suite, [writing, elsewhere, watching], 'standard');
    expect(before).toEqual([watching]);
  });

  test('the other depths lose and double no check', () => {
    const { before, together, apart } = scheduleOf(suite, planned, 'standard');
    expect(together.length).toBeGreaterThan(10);
    expect([...before, ...together.flat(), ...apart].map(checkId).sort()).toEqual(planned.map(checkId).sort());
  });
});

test('the budgets grow with the depth', () => {
  expect(BUDGETS.smoke).toBeLessThan(BUDGETS.standard);
  expect(BUDGETS.standard).toBeLessThan(BUDGETS.deep);
});

test.each([
  ['listPapers/security/public', true],
  ['getUsage/security/apiKey-opens', true],
  ['getUsage/security/apiKey-and-bearer-opens', false],
  ['getUsage/security/nobody-refused', false],
  ['listPapers/limit/maximum', false],
])('%s is a visit: %s', (clause, expected) => {
  expect(isVisit(made(clause))).toBe(expected);
});
