import { describe, expect, test } from 'vitest';
import { choose } from '../../../src/relations/listing/choose.ts';
import { detectionsOf } from '../../../src/relations/listing/detection.ts';
import type { Fault } from '../../../src/relations/listing/fault.ts';
import type { Detector } from '../../../src/relations/listing/simulate.ts';
import { atOnce, inTurns } from '../../../src/turns.ts';

const faults = Array.from(
  { length: 40 },
  (_, index): Fault => ({
    id: String(index),
    slug: `clause-${index % 7}`,
    because: 'made up',
    when: () => true,
    change: index % 5 === 0 ? { onRepeat: (query) => query } : {},
  }),
);
const candidates = Array.from({ length: 30 }, (_, index) => ({ queries: [{ q: String(index) }] }));
const effort = { requests: 12, atLeast: 1 };

/** Each fault shows with one candidate in three, and each look at one costs so many milliseconds. */
function simulated(costMs = 0): { readonly detect: Detector; readonly looks: () => number } {
  let looks = 0;
  return {
    looks: () => looks,
    *detect({ queries }, among) {
      const shown: number[] = [];
      for (const fault of among) {
        looks += 1;
        for (const until = performance.now() + costMs; performance.now() < until; );
        if ((Number(queries[0]?.['q']) + fault) % 3 === 0) shown.push(fault);
        yield;
      }
      return shown;
    },
  };
}

describe('choosing requests', () => {
  test('is done in steps of which none looks at more than one fault', () => {
    const { detect, looks } = simulated();
    const steps = choose(atOnce(detectionsOf(candidates, faults)), detect, faults, effort);
    let most = 0;
    for (let before = looks(); steps.next().done !== true; before = looks()) most = Math.max(most, looks() - before);
    expect(most).toBe(1);
    expect(looks()).toBeGreaterThan(100);
  });

  test('comes to the same in turns, and leaves time to others', async () => {
    const chosen = (costMs: number) =>
      choose(atOnce(detectionsOf(candidates, faults)), simulated(costMs).detect, faults, effort);
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    const inBetween = await inTurns(chosen(1));
    clearInterval(timer);
    expect(inBetween).toEqual(atOnce(chosen(0)));
    expect(inBetween.length).toBeGreaterThan(2);
    expect(others).toBeGreaterThan(3);
  });
});
