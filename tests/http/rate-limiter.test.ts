import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Clock, createRateLimiter, type RateLimiterOptions } from '../../src/http/rate-limiter.ts';

describe('concurrency', () => {
  test.each([
    [undefined, 4],
    [1, 1],
    [7, 7],
  ])('%s lets %i through at once, in order', async (concurrency, most) => {
    const limiter = createRateLimiter(concurrency === undefined ? {} : { concurrency }, fakeClock().clock);
    const order: number[] = [];
    let open = 0;
    let highest = 0;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        limiter.run(async () => {
          order.push(index);
          open += 1;
          highest = Math.max(highest, open);
          await turns(3);
          open -= 1;
        }),
      ),
    );
    expect(highest).toBe(most);
    expect(order).toEqual(Array.from({ length: 30 }, (_, index) => index));
  });

  test('a request that fails, or throws at once, frees its place', async () => {
    const limiter = createRateLimiter({ concurrency: 1 });
    await expect(limiter.run(() => Promise.reject(new Error('one')))).rejects.toThrow('one');
    await expect(
      limiter.run(() => {
        throw new Error('two');
      }),
    ).rejects.toThrow('two');
    await expect(limiter.run(() => Promise.resolve(3))).resolves.toBe(3);
  });
});

describe('rate', () => {
  test('per second is even', async () => {
    expect(await startsOf({ ratePerSecond: 4 }, 4)).toEqual([0, 250, 500, 750]);
    expect(await startsOf({ ratePerSecond: 0.5 }, 3)).toEqual([0, 2000, 4000]);
  });

  test('never starts two requests closer together, whatever they take', async () => {
    const options = fc.record({
      concurrency: fc.integer({ min: 1, max: 8 }),
      ratePerSecond: fc.double({ min: 0.2, max: 1000, noNaN: true }),
    });
    const durations = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(options, durations, async (given, takes) => {
        const starts = await startsOf(given, takes.length, takes);
        expect(starts).toHaveLength(takes.length);
        starts
          .slice(1)
          .forEach((start, index) =>
            expect(start - (starts[index] ?? 0)).toBeGreaterThanOrEqual(1000 / given.ratePerSecond - 1e-6),
          );
      }),
      { numRuns: 60 },
    );
  });
});

describe('a pause', () => {
  test('holds every start back, and a longer one extends it', async () => {
    const fake = fakeClock();
    const limiter = createRateLimiter({}, fake.clock);
    const starts: number[] = [];
    limiter.pauseUntil(500);
    limiter.pauseUntil(100);
    const runs = [
      limiter.run(async () => void starts.push(fake.clock.now())),
      limiter.run(async () => void starts.push(fake.clock.now())),
    ];
    await turns(5);
    limiter.pauseUntil(900);
    await fake.until(Promise.all(runs));
    expect(starts).toEqual([900, 900]);
  });
});

describe('a stop', () => {
  test('ends the waiting for a place, and keeps nobody else from it', async () => {
    const limiter = createRateLimiter({ concurrency: 1 });
    const run = new AbortController();
    const holder = new AbortController();
    const first = limiter.run(
      () => new Promise<void>((resolve) => holder.signal.addEventListener('abort', () => resolve())),
    );
    const queued = [1, 2].map(() => limiter.run(() => Promise.resolve(), run.signal));
    await turns(3);
    run.abort(new Error('stopped'));
    await expect(Promise.allSettled(queued)).resolves.toMatchObject([
      { reason: { message: 'stopped' } },
      { reason: { message: 'stopped' } },
    ]);
    holder.abort();
    await first;
    await expect(limiter.run(() => Promise.resolve('next'))).resolves.toBe('next');
  });

  test('ends a pause, with the real clock', async () => {
    const limiter = createRateLimiter({ concurrency: 1 });
    limiter.pauseUntil(Date.now() + 3_600_000);
    await expect(limiter.run(() => Promise.resolve(), AbortSignal.timeout(30))).rejects.toThrow(/timeout/u);
  });
});

test('the real clock keeps the rate', async () => {
  const limiter = createRateLimiter({ ratePerSecond: 50 });
  const starts: number[] = [];
  // From the beginning, and not from one to the next: on a busy machine one may be late, and the next in time.
  const begin = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => limiter.run(async () => void starts.push(performance.now()))));
  starts.forEach((start, index) => expect(start - begin).toBeGreaterThanOrEqual(20 * index - 1));
});

interface FakeClock {
  readonly clock: Clock;
  /** Lets time pass, from one sleeper to the next, until the work is done. */
  readonly until: <T>(work: Promise<T>) => Promise<T>;
}

function fakeClock(): FakeClock {
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  let now = 0;
  const next = (): void => {
    const sleeper = sleepers.toSorted((a, b) => a.at - b.at)[0];
    if (sleeper === undefined) return;
    sleepers.splice(sleepers.indexOf(sleeper), 1);
    now = Math.max(now, sleeper.at);
    sleeper.wake();
  };
  return {
    clock: { now: () => now, sleep: (ms) => new Promise((wake) => void sleepers.push({ at: now + ms, wake })) },
    async until(work) {
      const state = { done: false };
      const finished = work.finally(() => {
        state.done = true;
      });
      while (!state.done) {
        await turns(10);
        next();
      }
      return finished;
    },
  };
}

async function startsOf(
  options: RateLimiterOptions,
  count: number,
  takes: readonly number[] = [],
): Promise<readonly number[]> {
  const { clock, until } = fakeClock();
  const limiter = createRateLimiter(options, clock);
  const starts: number[] = [];
  const runs = Array.from({ length: count }, (_, index) =>
    limiter.run(async () => {
      starts.push(clock.now());
      await clock.sleep(takes[index] ?? 0);
    }),
  );
  await until(Promise.all(runs));
  return starts;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
