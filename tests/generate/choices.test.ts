import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ABSENT, type Choice, choices, countOf, type Slot } from '../../src/generate/choices.ts';
import { search, searchEach } from '../../src/generate/search.ts';

const slots: readonly Slot<number>[] = Array.from({ length: 12 }, (_, index) => ({
  optional: index > 0,
  values: Array.from({ length: 300 }, (_unused, value) => value),
}));

describe('choices', () => {
  test('are within their slots, and leave out only what is optional', () => {
    fc.assert(
      fc.property(choices(slots), (choice) => {
        expect(choice).toHaveLength(slots.length);
        expect(choice[0]).toBeGreaterThan(ABSENT);
        for (const index of choice) expect(index).toSatisfy((one: number) => one >= ABSENT && one < 300);
      }),
    );
  });

  test('come to the bounds, to what lies between and to nothing', () => {
    const drawn = fc.sample(choices(slots.slice(1, 2)), { numRuns: 200, seed: 1 }).map(([index]) => index);
    expect(drawn).toEqual(expect.arrayContaining([ABSENT, 0, 299]));
    expect(new Set(drawn).size).toBeGreaterThan(30);
  });

  test('are counted', () => {
    expect(
      countOf([
        { optional: true, values: [1, 2] },
        { optional: false, values: [1, 2, 3] },
      ]),
    ).toBe(9);
  });
});

/** What a search found, and how often it asked. */
async function smallest(holds: (choice: Choice) => boolean, seed: number) {
  let asked = 0;
  const count = (choice: Choice) => {
    asked += 1;
    return Promise.resolve(holds(choice));
  };
  const found = await search(choices(slots), count, { seed, runs: 2000 });
  return { ...found, asked };
}

describe('a failing choice', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  test.each(seeds)('is shrunk to the two slots that matter and their smallest values (seed %i)', async (seed) => {
    const { counterexample } = await smallest((choice) => !(Number(choice[4]) >= 137 && Number(choice[9]) >= 5), seed);
    const expected = slots.map<number>((_, index) => (index === 0 ? 0 : ABSENT));
    expect(counterexample).toEqual(expected.with(4, 137).with(9, 5));
  });

  test.each(seeds)('loses what a smaller value makes needless (seed %i)', async (seed) => {
    // Only a large first value needs the second.
    const fails = (choice: Choice) => Number(choice[1]) >= 3 && (Number(choice[1]) < 200 || Number(choice[2]) >= 0);
    const { counterexample } = await smallest((choice) => !fails(choice), seed);
    expect(counterexample?.slice(0, 3)).toEqual([0, 3, ABSENT]);
  });

  test('is found again by its path, in one try', async () => {
    const holds = (choice: Choice) => !(Number(choice[4]) >= 137 && Number(choice[9]) >= 5);
    const { counterexample, path } = await smallest(holds, 3);
    const tried: Choice[] = [];
    const again = await search(
      choices(slots),
      (choice) => {
        tried.push(choice);
        return Promise.resolve(holds(choice));
      },
      { seed: 3, runs: 2000, path },
    );
    expect(again.counterexample).toEqual(counterexample);
    expect(tried).toEqual([counterexample]);
  });
});

describe('a search', () => {
  test('throws on what its question throws, and asks no more', async () => {
    let asked = 0;
    const searching = search(
      choices(slots),
      () => {
        asked += 1;
        return Promise.reject(new Error('no more requests'));
      },
      { seed: 1, runs: 50 },
    );
    await expect(searching).rejects.toThrow('no more requests');
    expect(asked).toBe(1);
  });
});

describe('a search for each place', () => {
  interface Spot {
    readonly place: string;
    readonly value: number;
  }
  const spots: fc.Arbitrary<Spot> = choices([
    { optional: false, values: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
    { optional: false, values: Array.from({ length: 40 }, (_, index) => index) },
  ]).map(([place = 0, value = 0]) => ({ place: 'abcdefgh'.charAt(place), value }));

  /** Asks of each spot and keeps what was asked. */
  async function each(holds: (spot: Spot) => boolean, failures?: number) {
    const asked: string[] = [];
    const found = await searchEach(
      spots,
      (spot) => {
        asked.push(`${spot.place}${spot.value}`);
        return Promise.resolve(holds(spot));
      },
      { seed: 5, runs: 800, failures },
    );
    return { asked, found };
  }

  test('finds the smallest failing value of several, and asks nothing twice', async () => {
    const { asked, found } = await each(({ place, value }) => !(place >= 'c' && place <= 'd' && value >= 7));
    expect(found.map(({ counterexample: { place, value } }) => `${place}${value}`).toSorted()).toEqual(['c7', 'd7']);
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('finds none where all holds', async () => {
    expect((await each(() => true)).found).toEqual([]);
  });

  test('tells at most so many apart', async () => {
    expect((await each(() => false)).found).toHaveLength(6);
  });

  test('repeats one by its path alone', async () => {
    const holds = ({ place, value }: Spot) => Promise.resolve(place < 'c' || value < 7);
    const found = await searchEach(spots, holds, { seed: 5, runs: 800 });
    expect(found.length).toBeGreaterThan(3);
    for (const { counterexample, path } of found) {
      const again = await searchEach(spots, holds, { seed: 5, runs: 800, path });
      expect(again.map((one) => one.counterexample)).toEqual([counterexample]);
    }
  });

  test('sees no more failures than it may', async () => {
    const { asked, found } = await each(() => false, 3);
    expect(asked).toHaveLength(3);
    expect(found.length).toBeGreaterThan(0);
  });
});
