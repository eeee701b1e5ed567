import { describe, expect, test } from 'vitest';
import { type Check, check, checkId } from '../../src/check/check.ts';
import { BUDGETS, isVisit, planChecks } from '../../src/run/plan.ts';
import { suiteOf } from '../support/suites.ts';

function made(clause: string, parts: Partial<Check> = {}): Check {
  return check({ clause, act: () => Promise.resolve({}), judge: () => [], ...parts });
}

describe('the plan of a depth', () => {
  const checks = [
    made('a/deep', { depth: 'deep' }),
    made('a/standard'),
    made('a/limits', { aboutLimits: true }),
    made('b/smoke', { depth: 'smoke' }),
    made('b/security/public'),
    made('b/standard'),
  ];

  test.each([
    ['smoke', ['b/security/public', 'b/smoke', 'a/standard', 'b/standard']],
    ['standard', ['a/standard', 'b/smoke', 'b/security/public', 'b/standard', 'a/limits']],
    ['deep', ['a/deep', 'a/standard', 'b/smoke', 'b/security/public', 'b/standard', 'a/limits']],
  ] as const)('%s holds what belongs to it, and what uses up a limit last', (depth, expected) => {
    expect(planChecks(checks, depth).map(({ clause }) => clause)).toEqual(expected);
  });

  test('smoke begins with what shows the most, and gives every operation its turn', () => {
    const smoke = { depth: 'smoke' } as const;
    const many = [made('a/1', smoke), made('a/2', smoke), made('b/1', smoke), made('b/security/public', smoke)];
    expect(planChecks(many, 'smoke').map(({ clause }) => clause)).toEqual(['b/security/public', 'a/1', 'b/1', 'a/2']);
  });

  test('never loses or doubles a check', () => {
    const { checks: derived } = suiteOf();
    expect(planChecks(derived, 'deep').map(checkId).sort()).toEqual(derived.map(checkId).sort());
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
