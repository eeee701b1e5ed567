import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/check/verdict.ts';
import { createHiding } from '../../src/judge/hiding.ts';
import { suiteOf } from '../support/suites.ts';

const suite = suiteOf([]);
const FAILED: Verdict = { kind: 'fail', violations: [], flaky: false };

/** Behind what a clause is hidden that nothing showed, where these are broken. */
function behind(clause: string, broken: readonly string[], served: readonly string[] = []): string | undefined {
  const seen = new Map<string, Verdict | undefined>(broken.map((id) => [id, FAILED]));
  const own = suite.clauses.get(clause);
  if (own === undefined) throw new Error(`no clause ${clause}`);
  const verdict = createHiding(suite, seen)(own, served.includes(own.operation ?? ''));
  return verdict?.kind === 'inconclusive' ? verdict.behind : undefined;
}

describe('a clause that no answer showed', () => {
  const title = 'listPapers/200/data/papers/items/title/type';

  test.each([
    ['a list above it', 'listPapers/200/data/papers/type'],
    ['that its own member is missing', 'listPapers/200/data/papers/items/title/required'],
    ['the whole body', 'listPapers/200/type'],
  ])('is hidden behind %s', (_what, above) => {
    expect(behind(title, [above], ['listPapers'])).toBe(above);
  });

  test.each([
    ['beside it', 'listPapers/200/data/papers/items/year/type'],
    ['of another status', 'listPapers/400/type'],
    ['of another operation', 'searchPapers/200/type'],
  ])('is not hidden by what is broken %s', (_what, other) => {
    expect(behind(title, [other], ['listPapers'])).toBeUndefined();
  });

  test('is hidden behind the property that tells which variant it stands in', () => {
    const scale = 'getHierarchicalPrior/200/pooled/scale/enum';
    const status = 'getHierarchicalPrior/200/data_status/enum';
    expect(behind(scale, [status], ['getHierarchicalPrior'])).toBe(status);
    expect(behind(scale, ['getHierarchicalPrior/200/_source/type'], ['getHierarchicalPrior'])).toBeUndefined();
  });

  test('of an operation that was never served is hidden behind what kept it from being asked', () => {
    const list = 'listPapers/200/data/required';
    const obstacle: Verdict = { kind: 'inconclusive', reason: 'a place of any length', behind: list };
    const seen = new Map<string, Verdict | undefined>([
      [list, FAILED],
      ['getPaper/same-request-same-paper', obstacle],
    ]);
    const own = suite.clauses.get('getPaper/200/title/type');
    const hiding = createHiding(suite, seen);
    const shown = own && hiding(own, false);
    expect(shown).toEqual({ kind: 'inconclusive', reason: `not judged, because ${list} failed`, behind: list });
    expect(own && hiding(own, true)).toBeUndefined();
  });
});
