import { describe, expect, test } from 'vitest';
import type { ClauseResult } from '../../src/report/model.ts';
import { outcomeOf } from '../../src/report/outcome.ts';

const FACTS = { strict: false, complete: true, isPart: false, leftBehind: [] };

type Pair = readonly [ClauseResult['level'], ClauseResult['verdict']];

function results(pairs: readonly Pair[]): readonly ClauseResult[] {
  return pairs.map(([level, verdict], index) => ({
    id: `made/up-${String(index)}`,
    level,
    verdict,
    origin: 'stated',
    text: '',
    section: '',
    violations: [],
  }));
}

describe('an exit status', () => {
  test.each<readonly [string, readonly Pair[], { strict?: boolean; complete?: boolean }, number]>([
    [
      'everything passed',
      [
        ['MUST', 'pass'],
        ['SHOULD', 'pass'],
      ],
      {},
      0,
    ],
    [
      'a SHOULD is not met',
      [
        ['MUST', 'pass'],
        ['SHOULD', 'warn'],
      ],
      {},
      0,
    ],
    [
      'a SHOULD is not met, and the run is strict',
      [
        ['MUST', 'pass'],
        ['SHOULD', 'warn'],
      ],
      { strict: true },
      1,
    ],
    [
      'something was skipped',
      [
        ['MUST', 'pass'],
        ['MUST', 'skip'],
      ],
      {},
      0,
    ],
    [
      'a MUST is broken',
      [
        ['MUST', 'pass'],
        ['MUST', 'fail'],
      ],
      {},
      1,
    ],
    ['a MUST is broken in a run that was cut short', [['MUST', 'fail']], { complete: false }, 1],
    [
      'a MUST could not be shown',
      [
        ['MUST', 'pass'],
        ['MUST', 'inconclusive'],
      ],
      {},
      3,
    ],
    [
      'a SHOULD could not be shown',
      [
        ['MUST', 'pass'],
        ['SHOULD', 'inconclusive'],
      ],
      {},
      0,
    ],
    ['the run was cut short', [['MUST', 'pass']], { complete: false }, 3],
    ['nothing was run', [], {}, 3],
    ['nothing passed', [['MUST', 'skip']], {}, 3],
    [
      'the suite itself failed',
      [
        ['MUST', 'pass'],
        ['MUST', 'fail'],
        ['SHOULD', 'error'],
      ],
      {},
      4,
    ],
    ['the suite itself failed in a run that was cut short', [['MUST', 'error']], { complete: false }, 4],
  ])('where %s', (_name, pairs, { strict = false, complete = true }, expected) => {
    expect(
      outcomeOf({ ...FACTS, strict, complete, ...(complete ? {} : { reason: 'it was stopped' }) }, results(pairs))
        .exitStatus,
    ).toBe(expected);
  });

  test('counts what was not tested, and says that a part is no whole', () => {
    const some = results([
      ['MUST', 'pass'],
      ['SHOULD', 'warn'],
      ['MUST', 'skip'],
      ['SHOULD', 'inconclusive'],
    ]);
    const counts = '1 of 4 clauses passed, 2 were not tested; 1 SHOULD clause not met';
    expect(outcomeOf(FACTS, some).sentence).toBe(`No MUST clause failed: ${counts}.`);
    expect(outcomeOf({ ...FACTS, isPart: true }, some).sentence).toBe(
      `No selected MUST clause failed: ${counts}. Run the whole suite for a full verdict.`,
    );
  });

  test.each([
    [['too early'], '1 MUST clause could not be tested: too early.'],
    [['too early', 'too small', 'too small'], '3 MUST clauses could not be tested, most often because too small.'],
  ])('of an incomplete run says why: %j', (reasons, expected) => {
    const open = results(reasons.map(() => ['MUST', 'inconclusive'])).map((result, index) => ({
      ...result,
      reason: reasons[index] ?? '',
    }));
    const { sentence } = outcomeOf(FACTS, [...results([['MUST', 'pass']]), ...open]);
    expect(sentence).toBe(`No failure was found, but ${expected}`);
  });
});

test('a run that broke off does not pass for a whole one where something failed', () => {
  const { sentence } = outcomeOf({ ...FACTS, complete: false, reason: 'it was stopped' }, results([['MUST', 'fail']]));
  expect(sentence).toBe('The target does not conform: 1 MUST clause failed before the run broke off.');
});
