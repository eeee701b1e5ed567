import { BOUNDS } from '../bounds.ts';
import { hasSucceeded, mediaTypeOf, type Outcome, type Transport, type WireRequest } from '../http/exchange.ts';
import type { RateInfo } from '../http/rate-headers.ts';
import { type Clock, createRateLimiter, type RateLimiter, systemClock } from '../http/rate-limiter.ts';
import { isSafe } from '../semantics.ts';
import { createCircuitBreaker, TOO_MANY } from './circuit-breaker.ts';
import type { LimitReader } from './limits.ts';
import type { Manner } from './manner.ts';
import { createPassingTrouble, type Met, type PassingTrouble, type Sending } from './passing-trouble.ts';

export interface ThrottleOptions {
  readonly limiter: RateLimiter;
  /** For pauses that no answer asked for. Default: the system clock. */
  readonly clock?: Clock;
  /** The longest wait for a new window that the user accepts, in milliseconds. */
  readonly maxWaitMs: number;
  readonly now: () => number;
  readonly readLimits: LimitReader;
  /** Receives the limits that most requests fall under, once, when the target first announces them. */
  readonly onLimits: (told: RateInfo) => void;
  /** Called before each wait. */
  readonly onWait: (milliseconds: number, why: string) => void;
}

/** A throttle for a few requests outside of a run. It sends them one at a time. */
export function createPlainThrottle(transport: Transport): Throttle {
  return createThrottle(transport, {
    limiter: createRateLimiter({ concurrency: 1 }),
    maxWaitMs: 60_000,
    now: Date.now,
    readLimits: () => ({}),
    onLimits: () => undefined,
    onWait: () => undefined,
  });
}

export interface Throttle {
  /** Sends a request when it is its turn. */
  readonly send: (request: WireRequest, manner: Manner, signal?: AbortSignal) => Promise<Outcome>;
  /** Would the target refuse this caller for its rate limit, for longer than the user accepts to wait? */
  readonly isClosed: (caller: string) => boolean;
  /** From now on one request is under way at a time. */
  readonly oneByOne: () => void;
  /** Waits this many milliseconds. False, without a wait, if that is longer than the user accepts. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<boolean>;
  /** One sentence for each kind of trouble that passed. */
  readonly notes: () => readonly string[];
}

/**
 * Respects the rate limits that the target announces: waits if an answer says that no request is left, and sends requests that
 * were refused with 429 again. If the wait would be too long or did not help, the refusal stands, and
 * `circuit-breaker.ts` may hold back its caller.
 */
export function createThrottle(transport: Transport, options: ThrottleOptions): Throttle {
  const { limiter, now, maxWaitMs, clock = systemClock } = options;
  const state = { waitedInVain: false, limitsTold: false, wrongHints: 0, oneByOne: false };
  const counts = { underWay: 0, begun: 0, most: 0 };
  const breaker = createCircuitBreaker(now);
  const oneByOne = (): void => void (state.oneByOne = true);
  const onLoad = (): void => {
    oneByOne();
    limiter.narrow(1);
  };
  const { narrow, onCrowd } = createConcurrencyLimit(limiter, counts);
  const trouble = createPassingTrouble({ clock, maxWaitMs, onWait: options.onWait, onLoad, onCrowd });
  const sendCounted = async (request: WireRequest, signal?: AbortSignal): Promise<Met> => {
    counts.underWay += 1;
    counts.begun += 1;
    const { underWay, begun } = counts;
    counts.most = Math.max(counts.most, underWay);
    const outcome = await transport(request, signal).finally(() => (counts.underWay -= 1));
    return { outcome, beside: underWay - 1 + counts.begun - begun };
  };
  const sendOnce = (request: WireRequest, manner: Manner, signal?: AbortSignal): Promise<Met> =>
    limiter
      .run(() => sendCounted(request, signal), signal, state.oneByOne ? { ...manner, exclusive: true } : manner)
      .catch((error: unknown) => {
        if (signal?.aborted === true) return { outcome: STOPPED, beside: 0 };
        throw error;
      });
  const outcomeOf: Send = async (request, manner, signal) => (await sendOnce(request, manner, signal)).outcome;
  /** If the target says after every wait that no request is left, but serves requests, then it is wrong about that. */
  const isWrongHint = (status: number, { remaining }: RateInfo): boolean => {
    if (status === TOO_MANY || remaining === undefined) return false;
    state.wrongHints = remaining === 0 ? state.wrongHints + 1 : 0;
    return state.wrongHints > BOUNDS.vainWaits;
  };

  const { sendAgainAlone, sitOut } = createResending(outcomeOf, trouble);

  async function sendPatiently(request: WireRequest, manner: Manner, signal?: AbortSignal): Promise<Outcome> {
    const { caller, again } = manner;
    const { outcome: first, beside } = await sendOnce(request, manner, signal);
    if (first.kind !== 'response') return sitOut({ outcome: first, beside }, request, manner, signal);
    const told = options.readLimits(request, first, now());
    if (told.remaining !== undefined && told.ofOthers !== true && !state.limitsTold) {
      state.limitsTold = true;
      options.onLimits(told);
    }
    if (told.remaining !== undefined) narrow(told.remaining);
    const wait = isWrongHint(first.status, told) ? undefined : waitAfter(first.status, told, now());
    const isWaiting = wait !== undefined && wait <= maxWaitMs && !state.waitedInVain;
    const isTimedRefusal = first.status === TOO_MANY && wait !== undefined;
    const last = isTimedRefusal ? first : await sitOut({ outcome: first, beside }, request, manner, signal);
    if (!isWaiting) return breaker.note(caller, last, wait !== undefined && wait > maxWaitMs ? wait : undefined);
    options.onWait(
      wait,
      first.status === TOO_MANY ? 'the target answered 429' : 'the target says that no request is left in this window',
    );
    limiter.pauseUntil(now() + wait);
    if (first.status !== TOO_MANY || !again()) return last;
    if (beside > 0) onCrowd();
    const second = await sendAgainAlone(request, manner, signal);
    state.waitedInVain = second.kind === 'response' && second.status === TOO_MANY;
    return breaker.note(caller, second);
  }

  return {
    send: (request, manner, signal) => (manner.noRetry ? outcomeOf : sendPatiently)(request, manner, signal),
    isClosed: breaker.isOpen,
    oneByOne,
    async pause(milliseconds, signal) {
      if (milliseconds > maxWaitMs) return false;
      await clock.sleep(milliseconds, signal).catch(() => undefined);
      return true;
    },
    notes: trouble.notes,
  };
}

/** Limits how many requests may be under way at once. Trouble from concurrent requests halves the limit. */
function createConcurrencyLimit({ narrow }: RateLimiter, counts: { readonly most: number }) {
  let limit = Number.POSITIVE_INFINITY;
  return {
    narrow: (most: number): void => narrow(Math.min(most, limit)),
    onCrowd(): void {
      limit = Math.max(1, Math.floor(Math.min(limit, counts.most) / 2));
      narrow(limit);
    },
  };
}

type Send = (request: WireRequest, manner: Manner, signal?: AbortSignal) => Promise<Outcome>;

/** Functions that send requests in trouble again. The last safe request that was served is the control. */
function createResending(outcomeOf: Send, trouble: PassingTrouble) {
  let lastServed: { readonly request: WireRequest; readonly mediaType: string } | undefined;
  /** Sends the request again, over a new connection, after all requests under way have ended. */
  const sendAgainAlone: Send = (request, manner, signal) =>
    outcomeOf({ ...request, alone: true }, { ...manner, exclusive: true, ahead: Number.MAX_SAFE_INTEGER }, signal);
  const sendingOf = (request: WireRequest, manner: Manner, signal?: AbortSignal): Sending => ({
    alone: () => sendAgainAlone(request, manner, signal),
    together: (count) =>
      Promise.all(
        Array.from({ length: count }).flatMap(() => (manner.again() ? [outcomeOf(request, manner, signal)] : [])),
      ),
    async isServing() {
      const control = lastServed;
      if (control === undefined || !manner.again()) return true;
      const outcome = await sendAgainAlone(control.request, manner, signal);
      return hasSucceeded(outcome) && mediaTypeOf(outcome) === control.mediaType;
    },
  });
  /** Lets trouble pass, and remembers what is served as the control request. */
  const sitOut = async (met: Met, request: WireRequest, manner: Manner, signal?: AbortSignal): Promise<Outcome> => {
    const last = await trouble.sitOut(met, manner, sendingOf(request, manner, signal), signal);
    if (hasSucceeded(last) && isSafe(request.method) && !manner.isForeign(last))
      lastServed = { request, mediaType: mediaTypeOf(last) };
    return last;
  };
  return { sendAgainAlone, sitOut };
}

/** The outcome of a request that still waited for its turn when the run was stopped. */
const STOPPED: Outcome = { kind: 'failure', reason: 'aborted', message: 'the run was stopped', durationMs: 0 };

/** How long to wait after an answer, in milliseconds; undefined if it does not say. */
function waitAfter(status: number, told: RateInfo, now: number): number | undefined {
  const { limit, remaining, resetAtMs, retryAfterMs } = told;
  const reset = resetAtMs === undefined ? undefined : Math.max(0, resetAtMs - now);
  if (status === TOO_MANY) return retryAfterMs ?? reset;
  return remaining === 0 && limit !== undefined && limit > 1 ? reset : undefined;
}
