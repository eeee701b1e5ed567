import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';
import { loaded } from '../support/contract.ts';
import { bare } from '../support/exchanges.ts';
import { NOBODY } from '../support/session.ts';

// Whatever nobody holds is collected at once.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const suiteUnder = suiteCache(loaded, []);

/** A run against a target that takes its time, in which everything is collected between two requests. */
async function slowRun(maxTimeMs: number, signal?: AbortSignal, only = 'papers') {
  const transport: Transport = async () => {
    await wait(20);
    collect();
    return bare(200);
  };
  return runSuite({
    loaded,
    checks: [],
    suiteUnder,
    target: NOBODY,
    profile: { name: 'any', branches: {} },
    transport,
    only: [only],
    concurrency: 1,
    maxTimeMs,
    ...(signal === undefined ? {} : { signal }),
  });
}

test('--max-time ends a run, also where the signals of which it is made might be collected', async () => {
  const { record } = await slowRun(300);
  expect([record.complete, record.reason]).toEqual([false, 'it was over its time (--max-time)']);
  expect(record.exchanges.length).toBeLessThan(40);
});

test('so does the stop of the user, whichever comes first', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 300);
  const { record } = await slowRun(60_000, controller.signal);
  expect([record.complete, record.reason]).toEqual([false, 'it was stopped']);
});

test('a run that ends before is not ended by it', async () => {
  const { record } = await slowRun(600_000, undefined, 'getRateLimit/route');
  expect(record.complete).toBe(true);
});
