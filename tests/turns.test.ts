import { describe, expect, test } from 'vitest';
import { atOnce, createTurns, inTurns, type Steps } from '../src/turns.ts';

function* counting(steps: number, milliseconds = 0): Steps<number> {
  for (let step = 0; step < steps; step += 1) {
    for (const until = performance.now() + milliseconds; performance.now() < until; );
    yield;
  }
  return steps;
}

describe('work in steps', () => {
  test('gives the same at once and in turns', async () => {
    expect(atOnce(counting(5))).toBe(5);
    expect(await inTurns(counting(5))).toBe(5);
  });

  test('gives way to timers while it goes on', async () => {
    let fired = 0;
    const timer = setInterval(() => (fired += 1), 1);
    await inTurns(counting(40, 5));
    clearInterval(timer);
    expect(fired).toBeGreaterThan(2);
  });
});

test('short work is not held up', async () => {
  let turns = 0;
  const giveWay = createTurns(10, () => turns);
  let timers = 0;
  setImmediate(() => (timers += 1));
  await giveWay();
  expect(timers).toBe(0);
  turns = 20;
  await giveWay();
  expect(timers).toBe(1);
});
