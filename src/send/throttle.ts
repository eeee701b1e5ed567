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
  /** For pauses of our own; that of the machine unless told. */
  readonly clock?: Clock;
  /** The longest wait for a new window that the user accepts, in milliseconds. */
  readonly maxWaitMs: number;
  readonly now: () => number;
  readonly readLimits: LimitReader;
  /** Hears what the target says of the limits that most requests fall under, the first time that it says so. */
  readonly onLimits: (told: RateInfo) => void;
  /** Hears of a wait before it begins. */
  readonly onWait: (milliseconds: number, why: string) => void;
}

/** The pace of a few requests outside of a run: one after the other. */
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
  /** Sends a request in its turn. */
  readonly send: (request: WireRequest, manner: Manner, signal?: AbortSignal) => Promise<Outcome>;
  /** Would this caller be told that it comes too early, and for longer than the user waits? */
  readonly isClosed: (caller: string) => boolean;
  /** From now on one request is under way at a time. */
  readonly oneByOne: () => void;
  /** Waits so many milliseconds; false, at once, where that is longer than the user waits. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<boolean>;
  /** What trouble there was that passed, a sentence for each kind. */
  readonly notes: () => readonly string[];
}

/**
 * Keeps under the limits that the target tells of: waits where an answer says that nothing is left, and sends again what
 * was refused for coming too early. Where the wait would be too long, or waiting did not help, the refusal stands, and
 * its caller is closed.
 */
export function createThrottle(transport: Transport, options: ThrottleOptions): Throttle {
  const { limiter, now, maxWaitMs, clock = systemClock } = options;
  const state = { waitedInVain: false, limitsTold: false, vainHints: 0, oneByOne: false };
  const company = { underWay: 0, begun: 0, most: 0 };
  const breaker = createCircuitBreaker(now);
  const oneByOne = (): void => void (state.oneByOne = true);
  const onLoad = (): void => {
    oneByOne();
    limiter.narrow(1);
  };
  const { narrow, onCrowd } = createWidth(limiter, company);
  const trouble = createPassingTrouble({ clock, maxWaitMs, onWait: options.onWait, onLoad, onCrowd });
  const inCompany = async (request: WireRequest, signal?: AbortSignal): Promise<Met> => {
    company.underWay += 1;
    company.begun += 1;
    const { underWay, begun } = company;
    company.most = Math.max(company.most, underWay);
    const outcome = await transport(request, signal).finally(() => (company.underWay -= 1));
    return { outcome, beside: underWay - 1 + company.begun - begun };
  };
  const sendOnce = (request: WireRequest, manner: Manner, signal?: AbortSignal): Promise<Met> =>
    limiter
      .run(() => inCompany(request, signal), signal, state.oneByOne ? { ...manner, exclusive: true } : manner)
      .catch((error: unknown) => {
        if (signal?.aborted === true) return { outcome: STOPPED, beside: 0 };
        throw error;
      });
  const outcomeOf: Send = async (request, manner, signal) => (await sendOnce(request, manner, signal)).outcome;
  /** A target that says after every wait that nothing is left, and answers all the same, does not mean it. */
  const isVain = (status: number, { remaining }: RateInfo): boolean => {
    if (status === TOO_MANY || remaining === undefined) return false;
    state.vainHints = remaining === 0 ? state.vainHints + 1 : 0;
    return state.vainHints > BOUNDS.vainWaits;
  };

  const { aloneAgain, sitOut } = createSittingOut(outcomeOf, trouble);

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
    const wait = isVain(first.status, told) ? undefined : waitAfter(first.status, told, now());
    const waits = wait !== undefined && wait <= maxWaitMs && !state.waitedInVain;
    const isTold = first.status === TOO_MANY && wait !== undefined;
    const last = isTold ? first : await sitOut({ outcome: first, beside }, request, manner, signal);
    if (!waits) return breaker.note(caller, last, wait !== undefined && wait > maxWaitMs ? wait : undefined);
    options.onWait(
      wait,
      first.status === TOO_MANY ? 'the target answered 429' : 'the target says that no request is left in this window',
    );
    limiter.pauseUntil(now() + wait);
    if (first.status !== TOO_MANY || !again()) return last;
    if (beside > 0) onCrowd();
    const second = await aloneAgain(request, manner, signal);
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

/** How many requests may be under way at once: half as many with each trouble that comes of too many. */
function createWidth({ narrow }: RateLimiter, company: { readonly most: number }) {
  let width = Number.POSITIVE_INFINITY;
  return {
    narrow: (most: number): void => narrow(Math.min(most, width)),
    onCrowd(): void {
      width = Math.max(1, Math.floor(Math.min(width, company.most) / 2));
      narrow(width);
    },
  };
}

type Send = (request: WireRequest, manner: Manner, signal?: AbortSignal) => Promise<Outcome>;

/** Ways to send again what met with trouble, and to ask for what was served before. */
function createSittingOut(outcomeOf: Send, trouble: PassingTrouble) {
  let served: { readonly request: WireRequest; readonly mediaType: string } | undefined;
  /** Sends this request again once all others are in. */
  const aloneAgain: Send = (request, manner, signal) =>
    outcomeOf({ ...request, alone: true }, { ...manner, exclusive: true, ahead: Number.MAX_SAFE_INTEGER }, signal);
  const sendingOf = (request: WireRequest, manner: Manner, signal?: AbortSignal): Sending => ({
    alone: () => aloneAgain(request, manner, signal),
    together: (count) =>
      Promise.all(
        Array.from({ length: count }).flatMap(() => (manner.again() ? [outcomeOf(request, manner, signal)] : [])),
      ),
    async isServing() {
      const control = served;
      if (control === undefined || !manner.again()) return true;
      const outcome = await aloneAgain(control.request, manner, signal);
      return hasSucceeded(outcome) && mediaTypeOf(outcome) === control.mediaType;
    },
  });
  /** Takes note of what is served, to be asked for again where nothing seems to be served any more. */
  const sitOut = async (met: Met, request: WireRequest, manner: Manner, signal?: AbortSignal): Promise<Outcome> => {
    const last = await trouble.sitOut(met, manner, sendingOf(request, manner, signal), signal);
    if (hasSucceeded(last) && isSafe(request.method) && !manner.isForeign(last))
      served = { request, mediaType: mediaTypeOf(last) };
    return last;
  };
  return { aloneAgain, sitOut };
}

/** What becomes of a request that waited for its turn when the run was stopped. */
const STOPPED: Outcome = { kind: 'failure', reason: 'aborted', message: 'the run was stopped', durationMs: 0 };

/** How long to wait after an answer, in milliseconds; undefined where it does not tell. */
function waitAfter(status: number, told: RateInfo, now: number): number | undefined {
  const { limit, remaining, resetAtMs, retryAfterMs } = told;
  const reset = resetAtMs === undefined ? undefined : Math.max(0, resetAtMs - now);
  if (status === TOO_MANY) return retryAfterMs ?? reset;
  return remaining === 0 && limit !== undefined && limit > 1 ? reset : undefined;
}
