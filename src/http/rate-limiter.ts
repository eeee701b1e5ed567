import { onAbort } from './abort.ts';
import { createSemaphore, type Place } from './semaphore.ts';

/** How many requests may start within any span of `windowMs` milliseconds. */
export interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

export interface RateLimiterOptions {
  /** Requests under way at once. Default 4. */
  readonly concurrency?: number;
  /** Evenly spaced starts: 2 is one every 500 ms, 0.1 one every 10 seconds. */
  readonly ratePerSecond?: number;
  /** A limit as services state it. Bursts up to it are fine; no window anywhere ever holds more. */
  readonly rate?: RateLimit;
  /** Requests in all. Default: no limit. */
  readonly budget?: number;
}

/** Time, in milliseconds since the epoch. `sleep` rejects with the reason of the signal when that aborts. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The one way to the network of a run. */
export interface RateLimiter {
  /**
   * Waits for its turn and calls `fn` once. Rejects with BudgetSpent, at once, when the budget is gone; with the reason
   * of the signal when that aborts while waiting, which gives the request back to the budget; else settles as `fn` does.
   * Of those that wait the furthest `ahead` goes first; an exclusive one when all others that have started have ended.
   */
  readonly run: <T>(fn: () => Promise<T>, signal?: AbortSignal, place?: Place) => Promise<T>;
  /** No more than so many under way at once from now on: where so few are left that others would be refused. */
  readonly narrow: (requests: number) => void;
  /** Nothing starts before this time (milliseconds since the epoch). A later pause extends it, an earlier one changes nothing. */
  readonly pauseUntil: (timeMs: number) => void;
  /** Requests that have started. */
  readonly spent: () => number;
  /** Requests that may still be asked for; Infinity without a budget. */
  readonly remaining: () => number;
}

/** The run has used up its requests. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';

  constructor(budget: number) {
    super(`the budget of ${budget} requests is spent; raise it, or run fewer clauses`);
  }
}

/** One limiter per run. `options` are taken as they are: numbers above zero. */
export function createRateLimiter(options: RateLimiterOptions = {}, clock: Clock = systemClock): RateLimiter {
  const semaphore = createSemaphore(options.concurrency ?? 4);
  const windows = rateLimits(options).map(createWindow);
  const budget = options.budget ?? Number.POSITIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let asked = 0;
  let spent = 0;

  const untilStart = (): number => Math.max(pausedUntil, ...windows.map((window) => window.nextStart())) - clock.now();
  /** From the last look at the clock to the record nothing is awaited, so two waiters cannot take the same place. */
  const takeTurn = async (signal?: AbortSignal): Promise<void> => {
    for (let wait = untilStart(); wait > 0; wait = untilStart()) {
      signal?.throwIfAborted();
      await clock.sleep(Math.ceil(wait), signal);
    }
    signal?.throwIfAborted();
    for (const window of windows) window.record(clock.now());
    spent += 1;
  };
  const enter = async (signal?: AbortSignal, place?: Place): Promise<void> => {
    await semaphore.acquire(signal, place);
    await takeTurn(signal).catch((error: unknown) => {
      semaphore.release();
      throw error;
    });
  };
  return {
    narrow: semaphore.narrow,
    async run(fn, signal, place) {
      if (asked >= budget) throw new BudgetSpent(budget);
      asked += 1;
      await enter(signal, place).catch((error: unknown) => {
        asked -= 1;
        throw error;
      });
      try {
        return await fn();
      } finally {
        semaphore.release();
      }
    },
    pauseUntil(timeMs) {
      pausedUntil = Math.max(pausedUntil, timeMs);
    },
    spent: () => spent,
    remaining: () => budget - asked,
  };
}

function rateLimits({ ratePerSecond, rate }: RateLimiterOptions): readonly RateLimit[] {
  const even = ratePerSecond === undefined ? [] : [{ requests: 1, windowMs: 1000 / ratePerSecond }];
  return rate === undefined ? even : [...even, rate];
}

interface Window {
  nextStart(): number;
  record(nowMs: number): void;
}

/**
 * Remembers the latest starts. A token bucket is smaller but lets nearly twice the limit through within its first
 * window, and a service that counts strictly would answer 429.
 */
function createWindow({ requests, windowMs }: RateLimit): Window {
  const starts: number[] = [];
  return {
    nextStart: () => (starts.length < requests ? Number.NEGATIVE_INFINITY : (starts[0] ?? 0) + windowMs),
    record(nowMs) {
      starts.push(nowMs);
      if (starts.length > requests) starts.shift();
    },
  };
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Never goes backwards, as the time of day may. A sleep beyond 24 days ends early; the limiter looks again. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const letGo = onAbort(signal, stop);
      const wake = (): void => {
        letGo();
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, LONGEST_TIMER_MS));
    }),
};
