import type { Answer, Outcome, WireRequest } from '../http/exchange.ts';
import { type RateInfo, TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Manner } from './manner.ts';
import type { Met } from './passing-trouble.ts';

/** Refusals by a rate limit that say when to come again. */

export type Send = (request: WireRequest, manner: Manner, signal?: AbortSignal) => Promise<Outcome>;

export interface WaitOptions {
  readonly limiter: RateLimiter;
  /** The longest wait for a new window that the user accepts, in milliseconds. */
  readonly maxWaitMs: number;
  readonly now: () => number;
  /** Called before each wait. */
  readonly onWait: (milliseconds: number, why: string) => void;
}

interface Means {
  readonly sendAgainAlone: Send;
  /** Waits with pauses of our own. */
  readonly waitOut: (met: Met, ...sent: Parameters<Send>) => Promise<Outcome>;
  /** How long an answer asks to wait; undefined if it does not say. */
  readonly waitAfter: (request: WireRequest, answer: Answer) => number | undefined;
}

const WHY_REFUSED = 'the target answered 429';

/** At most this often a request waits for the time that its refusal gives. */
const MAX_TIMED_WAITS = 3;

/**
 * Creates the function that sends a refused request again when its time has come. Other requests may have used up the limit
 * again by then, so this is tried a few times, and then with pauses of our own. Undefined if it could not be sent again.
 */
export function createTimedWaits(
  { sendAgainAlone, waitOut, waitAfter }: Means,
  { limiter, now, maxWaitMs, onWait }: WaitOptions,
) {
  return async (asked: number, ...[request, manner, signal]: Parameters<Send>): Promise<Outcome | undefined> => {
    let wait: number | undefined = asked;
    let waitedMs = 0;
    let last: Outcome | undefined;
    for (let tries = 0; tries < MAX_TIMED_WAITS && wait !== undefined && waitedMs + wait <= maxWaitMs; tries += 1) {
      onWait(wait, WHY_REFUSED);
      limiter.pauseUntil(now() + wait);
      if (!manner.again()) return last;
      last = await sendAgainAlone(request, manner, signal);
      if (!isTooEarly(last)) return last;
      waitedMs += wait;
      wait = waitAfter(request, last);
    }
    return last && waitOut({ outcome: last, beside: 0 }, request, manner, signal);
  };
}

export function isTooEarly(outcome: Outcome): outcome is Answer {
  return outcome.kind === 'response' && outcome.status === TOO_MANY_REQUESTS;
}

/** How long an answer asks to wait, in milliseconds; undefined if it does not say. */
export function waitAskedFor(status: number, told: RateInfo, now: number): number | undefined {
  const { limit, remaining, resetAtMs, retryAfterMs } = told;
  const reset = resetAtMs === undefined ? undefined : Math.max(0, resetAtMs - now);
  if (status === TOO_MANY_REQUESTS) return retryAfterMs ?? reset;
  return remaining === 0 && limit !== undefined && limit > 1 ? reset : undefined;
}
