import { expect, test } from 'vitest';
import { toBlame } from './blame.ts';

const TWELVE = Array.from({ length: 12 }, (_, index) => index);

test.each([
  ['one', [7]],
  ['the first', [0]],
  ['the last', [11]],
  ['a pair that are quiet apart', [3, 4]],
  ['a pair from both ends', [0, 11]],
  ['three that need each other', [1, 6, 10]],
])('names %s, and nothing else', async (_, guilty) => {
  let trials = 0;
  const disturbs = (some: readonly number[]): Promise<boolean> => {
    trials += 1;
    return Promise.resolve(guilty.every((one) => some.includes(one)));
  };
  expect(await toBlame(TWELVE, disturbs)).toEqual(guilty);
  expect(trials).toBeLessThan(2 * TWELVE.length);
});

test('names nothing where the service disturbs by itself', async () => {
  expect(await toBlame(TWELVE, () => Promise.resolve(true))).toEqual([]);
});
