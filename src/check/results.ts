import { Hidden, unlessHidden } from '../schema/traps.ts';
import type { Assertion, Judging, Result } from './check.ts';

/** The result of an assertion. If it reads a place that breaks the document, it is hidden behind the broken clause. */
export function resultOf(assertion: Assertion, judging: Judging): Result {
  return orHidden(() => assertion(judging));
}

/** The result of any work. If it reads a place that breaks the document, it is hidden behind the broken clause. */
export function orHidden<T>(work: () => T): T | Extract<Result, { kind: 'not-shown' }> {
  const result = unlessHidden(work);
  return result instanceof Hidden
    ? { kind: 'not-shown', as: 'inconclusive', reason: `hidden: ${result.message}`, behind: result.clause }
    : result;
}

/** The results of several assertions; a single one if what is read to make them breaks the document. */
export function resultsOf(assertions: () => readonly Assertion[], judging: Judging): readonly Result[] {
  const asked = orHidden(assertions);
  return 'kind' in asked ? [asked] : asked.map((assertion) => resultOf(assertion, judging));
}

/** The assertion, whose violation falls with these clauses if one of them is broken. */
export function fallingWith(clauses: readonly string[], assertion: Assertion): Assertion {
  return (judging) => {
    const result = assertion(judging);
    return result?.kind === 'violation' && clauses.length > 0 ? { ...result, fallsWith: clauses } : result;
  };
}

/**
 * Asks the same question of each item. Without items it is inconclusive. An item that is hidden behind a broken clause does
 * not keep the others from being judged.
 */
export function every<T>(items: readonly T[], what: string, ask: (item: T, index: number) => Assertion): Assertion {
  return (judging) => {
    if (items.length === 0) return { kind: 'not-shown', as: 'inconclusive', reason: `there is no ${what} to look at` };
    let notShown: Result;
    for (const [index, item] of items.entries()) {
      const result = resultOf((one) => ask(item, index)(one), judging);
      if (result?.kind === 'violation') return result;
      notShown ??= result;
    }
    return notShown;
  };
}

/** Asks the question if all conditions hold; otherwise it is inconclusive. */
export function provided(conditions: readonly Assertion[], question: Assertion): Assertion {
  return (judging) => {
    const unmet = conditions.map((one) => resultOf(one, judging)).find((result) => result !== undefined);
    return unmet === undefined ? question(judging) : asReason(unmet);
  };
}

/** Turns a failed condition into the reason why a question that depends on it cannot be answered. */
export function asReason(unmet: NonNullable<Result>): Extract<Result, { kind: 'not-shown' }> {
  if (unmet.kind === 'not-shown') return unmet;
  const { expected, actual } = unmet;
  return { kind: 'not-shown', as: 'inconclusive', reason: `cannot be judged: expected ${expected}, got ${actual}` };
}
