import { BOUNDS } from '../bounds.ts';
import {
  type Answer,
  hasSucceeded,
  mediaTypeOf,
  type Outcome,
  type Transport,
  type WireRequest,
} from '../http/exchange.ts';
import { type RateInfo, TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import { type Clock, createRateLimiter, type RateLimiter, systemClock } from '../http/rate-limiter.ts';
import { isSafe } from '../semantics.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import type { LimitReader } from './limits.ts';
import type { Manner } from './manner.ts';
import { createPassingTrouble, type Met, type PassingTrouble, type Sending } from './passing-trouble.ts';
import { createTimedWaits, isTooEarly, type Send, type WaitOptions, waitAskedFor } from './timed-waits.ts';

export interface ThrottleOptions extends WaitOptions {
  /** For pauses that no answer asked for. Default: the system clock. */
  readonly clock?: Clock;
  readonly readLimits: LimitReader;
  /** Receives the limits that most requests fall under, once, when the target first announces them. */
  readonly onLimits: (told: RateInfo) => void;
}

/** The default for the longest wait for a new window, in milliseconds. */
export const MAX_WAIT_MS = 60_000;

/** A throttle for a few requests outside of a run. It sends them one at a time. */
export function createPlainThrottle(transport: Transport): Throttle {
  return createThrottle(transport, {
    limiter: createRateLimiter({ concurrency: 1 }),
    maxWaitMs: MAX_WAIT_MS,
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
  const { maxWaitMs, onWait, clock = systemClock } = options;
  const sending = createSending(transport, options.limiter);
  const { onLoad, onCrowd, oneByOne } = sending;
  const outcomeOf: Send = async (...sent) => (await sending.sendOnce(...sent)).outcome;
  const trouble = createPassingTrouble({ clock, maxWaitMs, onWait, onLoad, onCrowd });
  const resending = createResending(outcomeOf, trouble);
  const breaker = createCircuitBreaker(options.now);
  const sendPatiently = createPatientSend({ ...sending, ...resending, breaker }, options);
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

/** Functions that send a request once, and that limit how many requests may be under way. */
function createSending(transport: Transport, limiter: RateLimiter) {
  const counts = { underWay: 0, begun: 0, most: 0 };
  let limit = Number.POSITIVE_INFINITY;
  let isOneByOne = false;
  const oneByOne = (): void => void (isOneByOne = true);
  const sendCounted = async (request: WireRequest, signal?: AbortSignal): Promise<Met> => {
    counts.underWay += 1;
    counts.begun += 1;
    const { underWay, begun } = counts;
    counts.most = Math.max(counts.most, underWay);
    const outcome = await transport(request, signal).finally(() => (counts.underWay -= 1));
    return { outcome, beside: underWay - 1 + counts.begun - begun };
  };
  return {
    sendOnce: (request: WireRequest, manner: Manner, signal?: AbortSignal): Promise<Met> =>
      limiter
        .run(() => sendCounted(request, signal), signal, isOneByOne ? { ...manner, exclusive: true } : manner)
        .catch((error: unknown) => {
          if (signal?.aborted === true) return { outcome: STOPPED, beside: 0 };
          throw error;
        }),
    oneByOne,
    onLoad(): void {
      oneByOne();
      limiter.narrow(1);
    },
    /** Trouble from concurrent requests halves the limit. */
    onCrowd(): void {
      limit = Math.max(1, Math.floor(Math.min(limit, counts.most) / 2));
      limiter.narrow(limit);
    },
    narrow: (most: number): void => limiter.narrow(Math.min(most, limit)),
  };
}

const WHY_NONE_LEFT = 'the target says that no request is left in this window';

/** What a patient send needs beside the options. */
type Means = ReturnType<typeof createSending> &
  ReturnType<typeof createResending> & { readonly breaker: CircuitBreaker };

/** Creates the function that sends a request and waits for a new window of the rate limit if the answer asks for that. */
function createPatientSend(means: Means, options: ThrottleOptions): Send {
  const { sendOnce, waitOut, onCrowd, breaker } = means;
  const { limiter, now, maxWaitMs, onWait } = options;
  const waitAfter = createWaitReader(options, means.narrow);
  const waitAsAsked = createTimedWaits({ ...means, waitAfter }, options);
  let hasWaitedInVain = false;
  return async (request, manner, signal) => {
    const met = await sendOnce(request, manner, signal);
    const { outcome: first, beside } = met;
    if (first.kind !== 'response') return waitOut(met, request, manner, signal);
    const wait = waitAfter(request, first);
    const isTooLong = wait !== undefined && wait > maxWaitMs;
    const isWaiting = wait !== undefined && !isTooLong && !hasWaitedInVain;
    const isTimedRefusal = wait !== undefined && isTooEarly(first);
    if (isWaiting && isTimedRefusal) {
      const last = await waitAsAsked(wait, request, manner, signal);
      if (last === undefined) return first;
      if (beside > 0) onCrowd();
      hasWaitedInVain = isTooEarly(last);
      return breaker.note(manner.caller, last);
    }
    const last = isTimedRefusal ? first : await waitOut(met, request, manner, signal);
    if (!isWaiting) return breaker.note(manner.caller, last, isTooLong ? wait : undefined);
    onWait(wait, WHY_NONE_LEFT);
    limiter.pauseUntil(now() + wait);
    return last;
  };
}

/** Creates the function that reads from an answer how long to wait, in milliseconds; undefined if it does not say. */
function createWaitReader({ readLimits, onLimits, now }: ThrottleOptions, narrow: (most: number) => void) {
  let areLimitsTold = false;
  let wrongHints = 0;
  /** If the target says after every wait that no request is left, but serves requests, then it is wrong about that. */
  const isWrongHint = (status: number, { remaining }: RateInfo): boolean => {
    if (status === TOO_MANY_REQUESTS || remaining === undefined) return false;
    wrongHints = remaining === 0 ? wrongHints + 1 : 0;
    return wrongHints > BOUNDS.wrongHints;
  };
  return (request: WireRequest, answer: Answer): number | undefined => {
    const told = readLimits(request, answer, now());
    if (told.remaining !== undefined && told.ofOthers !== true && !areLimitsTold) {
      areLimitsTold = true;
      onLimits(told);
    }
    if (told.remaining !== undefined) narrow(told.remaining);
    return isWrongHint(answer.status, told) ? undefined : waitAskedFor(answer.status, told, now());
  };
}

/** Functions that send requests in trouble again. The last safe request that was served, of all or of the caller, is the control. */
function createResending(outcomeOf: Send, trouble: PassingTrouble) {
  const lastServed = new Map<string, { readonly request: WireRequest; readonly mediaType: string }>();
  let [lastOfAll, lastSigned] = ['', ''];
  /** Sends the request again, over a new connection, after all requests under way have ended. */
  const sendAgainAlone: Send = (request, manner, signal) =>
    outcomeOf({ ...request, alone: true }, { ...manner, exclusive: true, ahead: Number.MAX_SAFE_INTEGER }, signal);
  const sendingOf = (request: WireRequest, manner: Manner, signal?: AbortSignal): Sending => ({
    alone: () => sendAgainAlone(request, manner, signal),
    together: (count) =>
      Promise.all(
        Array.from({ length: count }).flatMap(() => (manner.again() ? [outcomeOf(request, manner, signal)] : [])),
      ),
    async isServing(isOfCaller) {
      // Of a wrong credential nothing was served: what checks it is the same as for a right one.
      const ofCaller = [manner.credentials, manner.credentials && lastSigned].find((one) => lastServed.has(one));
      const control = lastServed.get((isOfCaller ? ofCaller : undefined) ?? lastOfAll);
      if (control === undefined || !manner.again()) return true;
      const outcome = await sendAgainAlone(control.request, manner, signal);
      return hasSucceeded(outcome) && mediaTypeOf(outcome) === control.mediaType;
    },
  });
  /** Lets trouble pass, and remembers what is served as the control request. */
  const waitOut = async (met: Met, request: WireRequest, manner: Manner, signal?: AbortSignal): Promise<Outcome> => {
    const last = await trouble.waitOut(met, manner, sendingOf(request, manner, signal), signal);
    if (hasSucceeded(last) && isSafe(request.method) && !manner.isForeign(last)) {
      lastOfAll = manner.credentials;
      lastSigned = lastOfAll || lastSigned;
      lastServed.set(lastOfAll, { request, mediaType: mediaTypeOf(last) });
    }
    return last;
  };
  return { sendAgainAlone, waitOut };
}

/** The outcome of a request that still waited for its turn when the run was stopped. */
const STOPPED: Outcome = { kind: 'failure', reason: 'aborted', message: 'the run was stopped', durationMs: 0 };
