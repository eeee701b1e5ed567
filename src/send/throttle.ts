import { BOUNDS } from '../bounds.ts';
import type { Outcome, Transport, WireRequest } from '../http/exchange.ts';
import type { RateInfo } from '../http/rate-headers.ts';
import type { Gate } from '../http/rate-limiter.ts';
import { createClosed, TOO_MANY } from './circuit-breaker.ts';
import type { LimitReader } from './limits.ts';

export interface PaceOptions {
  readonly gate: Gate;
  /** The longest wait for a new window that the user accepts, in milliseconds. */
  readonly maxWaitMs: number;
  readonly now: () => number;
  readonly readLimits: LimitReader;
  /** Hears what the target says of the limits that most requests fall under, the first time that it says so. */
  readonly onLimits: (told: RateInfo) => void;
  /** Hears of a wait before it begins. */
  readonly onWait: (milliseconds: number, why: string) => void;
}

/** How a request is sent. */
export interface Manner {
  /** A 429 is an answer like any other. */
  readonly impatient: boolean;
  /** Who asks for what: a target may count each caller, and each of its routes, by itself. */
  readonly caller: string;
  /** Takes one more request out of the budget, for the same to be sent again; false where none is left. */
  readonly again: () => boolean;
  /** Goes before what is not: its check has begun, and the run is as long as its longest check. */
  readonly ahead?: boolean;
}

export interface Pace {
  /** Sends a request in its turn. */
  readonly send: (request: WireRequest, manner: Manner, signal?: AbortSignal) => Promise<Outcome>;
  /** Would this caller be told that it comes too early, and for longer than the user waits? */
  readonly isClosed: (caller: string) => boolean;
}

/**
 * Keeps under the limits that the target tells of: waits where an answer says that nothing is left, and sends again what
 * was refused for coming too early. Where the wait would be too long, or waiting did not help, the refusal stands, and
 * its caller is closed.
 */
export function createPace(transport: Transport, options: PaceOptions): Pace {
  const { gate, now, maxWaitMs } = options;
  const state = { waitedInVain: false, limitsTold: false, vainHints: 0 };
  const closed = createClosed(now);
  const sendOnce = (request: WireRequest, { ahead }: Manner, signal?: AbortSignal): Promise<Outcome> =>
    gate
      .run(() => transport(request, signal), signal, ahead)
      .catch((error: unknown) => {
        if (signal?.aborted === true) return STOPPED;
        throw error;
      });
  /** A target that says after every wait that nothing is left, and answers all the same, does not mean it. */
  const isVain = (status: number, { remaining }: RateInfo): boolean => {
    if (status === TOO_MANY || remaining === undefined) return false;
    state.vainHints = remaining === 0 ? state.vainHints + 1 : 0;
    return state.vainHints > BOUNDS.vainWaits;
  };

  async function sendPatiently(request: WireRequest, manner: Manner, signal?: AbortSignal): Promise<Outcome> {
    const { caller, again } = manner;
    const first = await sendOnce(request, manner, signal);
    if (first.kind !== 'response') return first;
    const told = options.readLimits(request, first, now());
    if (told.remaining !== undefined && told.ofOthers !== true && !state.limitsTold) {
      state.limitsTold = true;
      options.onLimits(told);
    }
    if (told.remaining !== undefined) gate.narrow(told.remaining);
    const wait = isVain(first.status, told) ? undefined : waitAfter(first.status, told, now());
    const waits = wait !== undefined && wait <= maxWaitMs && !state.waitedInVain;
    if (!waits) return closed.note(caller, first, wait !== undefined && wait > maxWaitMs ? wait : undefined);
    options.onWait(
      wait,
      first.status === TOO_MANY ? 'the target answered 429' : 'the target says that no request is left in this window',
    );
    gate.pauseUntil(now() + wait);
    if (first.status !== TOO_MANY || !again()) return first;
    const second = await sendOnce(request, manner, signal);
    state.waitedInVain = second.kind === 'response' && second.status === TOO_MANY;
    return closed.note(caller, second);
  }

  return {
    send: (request, manner, signal) =>
      manner.impatient ? sendOnce(request, manner, signal) : sendPatiently(request, manner, signal),
    isClosed: closed.is,
  };
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
