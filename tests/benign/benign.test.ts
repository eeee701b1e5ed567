import { describe, expect, test } from 'vitest';
import { allBenign } from '../../fixtures/benign/index.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { expectToShow, nameOf, quietTrialOf, setsOf, settingOf } from './together.ts';
import { expectQuiet, tryOut } from './trial.ts';

const SETS = setsOf(allBenign, 1);

test('the reference service itself is not complained of', async () => expectQuiet(await tryOut([])));

test('ids tell variants apart, and each is in a set', () => {
  const ids = allBenign.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(SETS.flatMap(({ variants }) => variants.map(({ id }) => id)).sort()).toEqual(ids.toSorted());
});

describe('free at the usual depth, and each of them shows', () => {
  test.each(inPart(SETS, 1 / 12, nameOf).map((set) => [nameOf(set), set] as const))('%s', async (_, set) => {
    const setting = settingOf(set);
    const trial = await quietTrialOf(set.variants, setting);
    await expectToShow(trial, set.variants, setting);
  });
});
