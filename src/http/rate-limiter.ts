import { setTimeout as sleepFor } from 'node:timers/promises';
import { defined } from '../defined.ts';
import { LONGEST_TIMER_MS } from './deadline.ts';
import { createSemaphore, type Place } from './semaphore.ts';

export interface RateLimiterOptions {
  /** Maximum concurrent requests. Default: 4. */
  readonly concurrency?: number;
  /** Evenly spaced starts: 2 is one every 500 ms, 0.1 one every 10 seconds. */
  readonly ratePerSecond?: number;
}

/** Time, in milliseconds since the epoch. `sleep` rejects with the reason of the signal when that aborts. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** All requests of a run go through this. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** One limiter per run. The options must be numbers above zero. */
export function createRateLimiter(
  { concurrency = 4, ratePerSecond = Number.POSITIVE_INFINITY }: RateLimiterOptions = {},
  clock: Clock = systemClock,
) {
  const semaphore = createSemaphore(concurrency);
  let startsAt = Number.NEGATIVE_INFINITY;
  /** Nothing starts before this time (milliseconds since the epoch). A later call can only extend the pause. */
  const pauseUntil = (timeMs: number): void => void (startsAt = Math.max(startsAt, timeMs));
  /** Nothing is awaited between the last check of the clock and the next pause, so two waiters cannot start at once. */
  const takeTurn = async (signal?: AbortSignal): Promise<void> => {
    for (let wait = startsAt - clock.now(); wait > 0; wait = startsAt - clock.now()) {
      signal?.throwIfAborted();
      await clock.sleep(Math.ceil(wait), signal);
    }
    signal?.throwIfAborted();
    pauseUntil(clock.now() + 1000 / ratePerSecond);
  };
  return {
    /** Limits the concurrent requests from now on, such as to what is left in the rate window. */
    narrow: semaphore.narrow,
    pauseUntil,
    /**
     * Waits for its turn, calls `fn` once and settles as it does. Rejects with the reason of the signal if that aborts during
     * the wait. The greatest `ahead` goes first. An exclusive call waits until all that have started have ended.
     */
    async run<T>(fn: () => Promise<T>, signal?: AbortSignal, place?: Place): Promise<T> {
      await semaphore.acquire(signal, place);
      try {
        await takeTurn(signal);
        return await fn();
      } finally {
        semaphore.release();
      }
    },
  };
}

/** Unlike the time of day it never goes backwards. A sleep of over 24 days ends early, and the limiter sleeps again. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    sleepFor(Math.min(ms, LONGEST_TIMER_MS), undefined, defined({ signal })).catch(() => signal?.throwIfAborted()),
};
