import { describe, expect, test } from 'vitest';
import { inPart } from '../../scripts/gate/part.ts';
import { LOSSES } from '../../scripts/kill/losses.ts';
import { drawnMoment, type Signal, strike } from '../../scripts/kill/trial.ts';
import { suiteUnder } from '../support/whole-suite.ts';

/** `npm run kill` does a hundred of each, `npm run kill -- losses` as many of each way of losing an answer. */
const MOMENTS = 4;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;

describe.each<Signal>(inPart(SIGNALS, 1 / 3, String))('a run that is struck by %s at drawn moments', (signal) => {
  test('leaves nothing after conform clean, and a journal that can be judged', async () => {
    const seeds = Array.from({ length: MOMENTS }, (_, index) => index + 7);
    const struck = [];
    for (let at = 0; at < seeds.length; at += 2)
      struck.push(
        ...(await Promise.all(seeds.slice(at, at + 2).map((seed) => strike(signal, drawnMoment(seed), suiteUnder)))),
      );
    expect(struck.flatMap(({ faults }) => faults)).toEqual([]);
    expect(struck.map(({ leftAfterClean }) => leftAfterClean)).toEqual(seeds.map(() => 0));
  });
});

test('whatever way the answers to creations are lost in, and a signal strikes, conform clean leaves nothing that bears the mark', async () => {
  const ways = Object.entries(LOSSES).map(([way, lose], index) => ({ way, lose, index }));
  expect(ways.length).toBeGreaterThan(12);
  const queue = [...inPart(ways, 1 / 12, ({ way }) => way)];
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { way, lose, index } = next;
      const signal = SIGNALS[index % SIGNALS.length] ?? 'SIGKILL';
      const struck = await strike(signal, drawnMoment(5000 + index), suiteUnder, lose);
      faults.push(...struck.faults.map((fault) => `${way}, ${signal}: ${fault}`));
    }
  };
  await Promise.all([work(), work()]);
  expect(faults).toEqual([]);
});
