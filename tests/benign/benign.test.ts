import { describe, expect, test } from 'vitest';
import { allBenign } from '../../fixtures/benign/index.ts';
import { answersOf, expectQuiet, type Trial, tryOut } from './trial.ts';

const plain = new Map<string, Promise<Trial>>();

/** The reference service itself, asked the same questions. */
function unchanged(only: readonly string[]): Promise<Trial> {
  const key = only.join(' ');
  const known = plain.get(key) ?? tryOut([], { only });
  plain.set(key, known);
  return known;
}

test('the reference service itself is not complained of', async () => expectQuiet(await unchanged([])), 60_000);

test('ids tell variants apart', () => {
  expect(new Set(allBenign.map(({ id }) => id)).size).toBe(allBenign.length);
});

describe.each(allBenign.filter(({ id }) => !id.startsWith('wire/')))('$id', (variant) => {
  test(`is free: ${variant.leaves}`, async () => {
    const trial = await tryOut([variant], { only: variant.scope });
    expectQuiet(trial);
    const shows = answersOf(trial) !== answersOf(await unchanged(variant.scope));
    expect(shows || variant.unseen, 'the variant changes no answer').toBe(true);
  }, 60_000);
});
