import { describe, expect, test } from 'vitest';
import { FAULTS } from '../../fixtures/benchmark/faults.ts';
import { VARIATIONS } from '../../fixtures/benchmark/variations.ts';
import { createTrials } from '../../scripts/benchmark/trial.ts';

/** What no mode finds. A list that only shrinks. */
const NEVER_FOUND = ['boat-changed', 'key-by-its-beginning', 'empty-key', 'q-minds-case'];
/** What only somebody who read the document can declare. */
const BY_HAND_ALONE = ['first-line-alone', 'discount-added', 'lines-turned'];

describe.each(['as it is', 'by hand'] as const)('the club of boats, %s', async (mode) => {
  const trial = await createTrials(mode);

  test('gives no finding for what the document leaves open', async () => {
    const alarms: string[] = [];
    for (const { id, parts } of VARIATIONS)
      alarms.push(...(await trial(parts)).findings.map(({ title }) => `${id}: ${title}`));
    expect(alarms).toEqual([]);
  });

  test('finds the faults of a team', async () => {
    const missed: string[] = [];
    for (const { id, parts } of FAULTS) if ((await trial(parts)).findings.length === 0) missed.push(id);
    const known = [...NEVER_FOUND, ...(mode === 'by hand' ? [] : BY_HAND_ALONE)];
    expect(missed.filter((id) => !known.includes(id))).toEqual([]);
  });
});
