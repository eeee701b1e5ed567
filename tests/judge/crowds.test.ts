import { describe, expect, test } from 'vitest';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { crowdOf, tryCrowd } from '../../scripts/crowds/trial.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { createBench } from '../../scripts/matrix/trial.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const bench = createBench(loaded, suiteUnder);

/**
 * Drawn sets of mutants, by size and seed: how many may be missed, how many may stand behind others, where nobody can see them,
 * and how many findings there may be. `npm run crowds` draws more; of thirty faults at once the aim is 97 %.
 */
const CROWDS = [
  { size: 3, seed: 1, missed: 0, hidden: 0, findings: 3 },
  { size: 3, seed: 2, missed: 0, hidden: 0, findings: 5 },
  { size: 3, seed: 3, missed: 0, hidden: 0, findings: 3 },
  { size: 3, seed: 4, missed: 0, hidden: 0, findings: 5 },
  { size: 10, seed: 1, missed: 0, hidden: 1, findings: 11 },
  { size: 10, seed: 2, missed: 0, hidden: 1, findings: 11 },
  // A chat of another media type hides what stands in its events.
  { size: 30, seed: 1, missed: 1, hidden: 5, findings: 33 },
  { size: 30, seed: 2, missed: 2, hidden: 3, findings: 33 },
  { size: 30, seed: 3, missed: 1, hidden: 3, findings: 33 },
  { size: 30, seed: 4, missed: 2, hidden: 3, findings: 33 },
] as const;

/** One of each size is drawn. */
const drawn = [3, 10, 30].flatMap((size) =>
  inPart(
    CROWDS.filter((crowd) => crowd.size === size),
    1 / 4,
    ({ seed }) => `${size} ${seed}`,
  ),
);

/** What would show the second is spoilt by the first. */
const PAIRS: readonly (readonly [string, string])[] = [
  [
    'listPapers/page-size-bounds-the-page#size-ignored-beside-a-filter',
    'listPapers/filters-hold-together#qualityScoreMin-lost-among-all-on-later-pages',
  ],
  [
    'searchPapers/filters-hold-together#yearEnd-lost-beside-yearStart',
    'searchPapers/year-start-keeps-its-bound#yearStart-exclusive-combined',
  ],
  // Who comes through the door meets the error behind it.
  ['inferInversion/valid-requests-do-not-fail#derived', 'inferInversion/security/apiKey-refused#derived'],
  // A total of the page alone would make everything past it the end.
  ['listPapers/pages-hold-total#total-of-the-page', 'listPapers/pages-do-not-overlap#overlap'],
  ['listPapers/pages-hold-total#total-of-the-page', 'listPapers/search-finds-journal#search-journal-not-searched'],
  ['listApiKeys/drops-deleted-keys', 'deleteApiKey/leaves-other-keys#of-the-same-name'],
];

test.each(inPart(PAIRS, 1 / 6, String))('%s does not hide %s', async (...ids) => {
  const mutants = allMutants(loaded).filter(({ id }) => ids.includes(id));
  expect(mutants).toHaveLength(2);
  const { named, misnamed, missed } = await tryCrowd(bench, { mutants, branches: {} });
  expect({ named: named.toSorted(), misnamed, missed }).toEqual({ named: ids.toSorted(), misnamed: [], missed: [] });
});

describe('drawn sets of mutants at once', () => {
  test.each(drawn)('$size, seed $seed', async ({ size, seed, missed, hidden, findings }) => {
    const trial = await tryCrowd(bench, crowdOf(bench, size, seed));
    expect(trial.faults).toHaveLength(size);
    expect([...trial.misnamed, ...trial.surplus]).toEqual([]);
    expect(trial.hidden.length).toBeLessThanOrEqual(hidden);
    expect(trial.missed.length, trial.missed.join('\n')).toBeLessThanOrEqual(missed);
    expect(trial.findings).toBeLessThanOrEqual(findings);
  });
});
