import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NotTested, type Verdict, worst } from '../../src/check/verdict.ts';

const violation = fc.record({ expected: fc.string({ maxLength: 3 }), actual: fc.string({ maxLength: 3 }) });
const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.constant<Verdict>({ kind: 'pass' }),
  fc.record({ kind: fc.constant('skip' as const), reason: fc.string({ maxLength: 3 }) }),
  fc.record({ kind: fc.constant('inconclusive' as const), reason: fc.string({ maxLength: 3 }) }),
  fc.record({
    kind: fc.constantFrom('warn' as const, 'fail' as const),
    violations: fc.array(violation, { minLength: 1, maxLength: 2 }),
    flaky: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('error' as const), message: fc.string({ maxLength: 3 }) }),
);

/** What decides: the kind, and whether every failure was flaky. Reasons and violations are told, they do not decide. */
function essence(one: Verdict): string {
  return one.kind === 'fail' || one.kind === 'warn' ? `${one.kind} ${String(one.flaky)}` : one.kind;
}

describe('the worse of two verdicts', () => {
  test('is the same in either order', () => {
    fc.assert(fc.property(verdict, verdict, (a, b) => void expect(essence(worst(a, b))).toBe(essence(worst(b, a)))));
  });

  test('is the same however three are put together', () => {
    fc.assert(
      fc.property(
        verdict,
        verdict,
        verdict,
        (a, b, c) => void expect(worst(worst(a, b), c)).toEqual(worst(a, worst(b, c))),
      ),
    );
  });

  test('of a verdict and itself is that verdict', () => {
    fc.assert(fc.property(verdict, (a) => void expect(essence(worst(a, a))).toBe(essence(a))));
  });

  test('lets nothing better win', () => {
    const kinds = ['skip', 'pass', 'inconclusive', 'warn', 'fail', 'error'];
    fc.assert(
      fc.property(
        verdict,
        verdict,
        (a, b) =>
          void expect(kinds.indexOf(worst(a, b).kind)).toBe(Math.max(kinds.indexOf(a.kind), kinds.indexOf(b.kind))),
      ),
    );
  });

  test('keeps the violations of both failures, and is flaky only where both are', () => {
    const one = (text: string, flaky: boolean): Verdict => ({
      kind: 'fail',
      violations: [{ expected: text, actual: '' }],
      flaky,
    });
    expect(worst(one('a', true), one('b', false))).toEqual({
      kind: 'fail',
      violations: [
        { expected: 'a', actual: '' },
        { expected: 'b', actual: '' },
      ],
      flaky: false,
    });
    expect(worst(one('a', true), one('b', true))).toMatchObject({ flaky: true });
  });
});

test('a thing that could not be shown becomes its verdict', () => {
  expect(new NotTested('skip', 'no sample', 'give one').verdict()).toEqual({
    kind: 'skip',
    reason: 'no sample',
    remedy: 'give one',
  });
  expect(new NotTested('inconclusive', 'the world').verdict()).toEqual({ kind: 'inconclusive', reason: 'the world' });
});
