import { describe, expect, test } from 'vitest';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { crowdOf, tryCrowd } from '../../scripts/crowds/trial.ts';
import { createBench } from '../../scripts/matrix/trial.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

const bench = createBench(loaded, suiteUnder);

/**
 * Sizes, seeds, what part of the faults has to be named, and how many findings may stand for one. Of those that stand
 * behind others, which nobody could see, there may be a few. `npm run crowds` draws more; of thirty faults at once the aim is
 * 97 %, and not every draw reaches it.
 */
const DRAWN = [
  { size: 3, seeds: [1, 2, 3, 4], named: 1, hidden: 0, findings: 1.1 },
  { size: 10, seeds: [1, 2], named: 0.99, hidden: 2, findings: 1.1 },
  { size: 30, seeds: [1, 2, 3, 4], named: 0.97, hidden: 13, findings: 1.1 },
] as const;

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

test.each(PAIRS)('%s does not hide %s', { timeout: 60_000 }, async (...ids) => {
  const mutants = allMutants(loaded).filter(({ id }) => ids.includes(id));
  expect(mutants).toHaveLength(2);
  const { named, misnamed, missed } = await tryCrowd(bench, { mutants, branches: {} });
  expect({ named: named.toSorted(), misnamed, missed }).toEqual({ named: ids.toSorted(), misnamed: [], missed: [] });
});

describe('drawn sets of mutants at once', () => {
  test.each(DRAWN)('$size', { timeout: 120_000 }, async ({ size, seeds, named, hidden, findings: most }) => {
    // Side by side, for in some of them an answer takes half a minute.
    const trials = await Promise.all(seeds.map((seed) => tryCrowd(bench, crowdOf(bench, size, seed))));
    const faults = trials.flatMap((trial) => trial.faults);
    const unseen = trials.flatMap((trial) => trial.hidden);
    expect(faults.length).toBeGreaterThanOrEqual(size * seeds.length - 1);
    expect(trials.flatMap(({ misnamed, surplus }) => [...misnamed, ...surplus])).toEqual([]);
    expect(unseen.length).toBeLessThanOrEqual(hidden);
    const missed = trials.flatMap((trial) => trial.missed);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual((faults.length - unseen.length) * (1 - named));
    const findings = trials.reduce((sum, trial) => sum + trial.findings, 0);
    expect(findings / faults.length).toBeLessThanOrEqual(most);
  });
});
