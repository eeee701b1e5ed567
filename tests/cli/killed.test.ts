import { describe, expect, test } from 'vitest';
import { drawnMoment, type Signal, strike } from '../../scripts/kill/trial.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';

/** `npm run kill` does a hundred of each. */
const MOMENTS = 6;

const suiteUnder = suiteCache(loaded, allChecks);

describe.each<Signal>(['SIGINT', 'SIGTERM', 'SIGKILL'])('a run that is struck by %s at drawn moments', (signal) => {
  test('leaves nothing after conform clean, and a journal that can be judged', async () => {
    const seeds = Array.from({ length: MOMENTS }, (_, index) => index + 7);
    const struck = [];
    for (let at = 0; at < seeds.length; at += 2)
      struck.push(
        ...(await Promise.all(seeds.slice(at, at + 2).map((seed) => strike(signal, drawnMoment(seed), suiteUnder)))),
      );
    expect(struck.flatMap(({ faults }) => faults)).toEqual([]);
    expect(struck.map(({ leftAfterClean }) => leftAfterClean)).toEqual(seeds.map(() => 0));
  }, 300_000);
});
