import { setTimeout as sleepFor } from 'node:timers/promises';
import { defined } from '../defined.ts';
import { createSemaphore, type Place } from './semaphore.ts';

export interface RateLimiterOptions {
  /** Requests under way at once. Default 4. */
  readonly concurrency?: number;
  /** Evenly spaced starts: 2 is one every 500 ms, 0.1 one every 10 seconds. */
  readonly ratePerSecond?: number;
}

/** Time, in milliseconds since the epoch. `sleep` rejects with the reason of the signal when that aborts. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The one way to the network of a run. */
export interface RateLimiter {
  /**
   * Waits for its turn and calls `fn` once. Rejects with the reason of the signal when that aborts while waiting; else
   * settles as `fn` does. Of those that wait the furthest `ahead` goes first; an exclusive one when all others that have
   * started have ended.
   */
  readonly run: <T>(fn: () => Promise<T>, signal?: AbortSignal, place?: Place) => Promise<T>;
  /** No more than so many under way at once from now on: where so few are left that others would be refused. */
  readonly narrow: (requests: number) => void;
  /** Nothing starts before this time (milliseconds since the epoch). A later pause extends it, an earlier one changes nothing. */
  readonly pauseUntil: (timeMs: number) => void;
}

/** One limiter per run. `options` are taken as they are: numbers above zero. */
export function createRateLimiter(
  { concurrency = 4, ratePerSecond = Number.POSITIVE_INFINITY }: RateLimiterOptions = {},
  clock: Clock = systemClock,
): RateLimiter {
  const semaphore = createSemaphore(concurrency);
  let startsAt = Number.NEGATIVE_INFINITY;
  const pauseUntil = (timeMs: number): void => void (startsAt = Math.max(startsAt, timeMs));
  /** From the last look at the clock to the next pause nothing is awaited, so two waiters cannot take the same place. */
  const takeTurn = async (signal?: AbortSignal): Promise<void> => {
    for (let wait = startsAt - clock.now(); wait > 0; wait = startsAt - clock.now()) {
      signal?.throwIfAborted();
      await clock.sleep(Math.ceil(wait), signal);
    }
    signal?.throwIfAborted();
    pauseUntil(clock.now() + 1000 / ratePerSecond);
  };
  return {
    narrow: semaphore.narrow,
    pauseUntil,
    async run(fn, signal, place) {
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

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Never goes backwards, as the time of day may. A sleep beyond 24 days ends early; the limiter looks again. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    sleepFor(Math.min(ms, LONGEST_TIMER_MS), undefined, defined({ signal })).catch(() => signal?.throwIfAborted()),
};
