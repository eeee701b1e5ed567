import type { Gate } from '../http/pacing.ts';
import type { RateInfo } from '../http/rate-headers.ts';
import type { Outcome, Transport, WireRequest } from '../http/exchange.ts';
import type { LimitReader } from './limits.ts';

export interface PaceOptions {
  readonly gate: Gate;
  /** The longest wait for a new window that the user accepts, in milliseconds. */
  readonly maxWaitMs: number;
  readonly now: () => number;
  readonly readLimits: LimitReader;
  /** Hears what the target says of its limits, the first time that it says so. */
  readonly onLimits: (told: RateInfo) => void;
  /** Hears of a wait before it begins. */
  readonly onWait: (milliseconds: number, why: string) => void;
}

/** Sends a request in its turn. `impatient`: a 429 is an answer like any other. */
export type PacedSend = (request: WireRequest, impatient: boolean, signal?: AbortSignal) => Promise<Outcome>;

/**
 * Keeps under the limits that the target tells of: waits where an answer says that nothing is left, and sends again what
 * was refused for coming too early. Where the wait would be too long, or waiting did not help, the refusal stands.
 */
export function createPacedSend(transport: Transport, options: PaceOptions): PacedSend {
  const state = { waitedInVain: false, limitsTold: false };
  return async (request, impatient, signal) => {
    const first = await options.gate.run(() => transport(request, signal), signal);
    if (impatient || first.kind !== 'response') return first;
    const told = options.readLimits(request, first, options.now());
    if (told.remaining !== undefined && !state.limitsTold) options.onLimits(told);
    state.limitsTold ||= told.remaining !== undefined;
    const wait = waitAfter(first.status, told, options.now());
    if (wait === undefined || wait > options.maxWaitMs || state.waitedInVain) return first;
    options.onWait(
      wait,
      first.status === TOO_MANY ? 'the target answered 429' : 'the target says that no request is left in this window',
    );
    options.gate.pauseUntil(options.now() + wait);
    if (first.status !== TOO_MANY) return first;
    const second = await options.gate.run(() => transport(request, signal), signal);
    state.waitedInVain = second.kind === 'response' && second.status === TOO_MANY;
    return second;
  };
}

const TOO_MANY = 429;

/** How long to wait after an answer, in milliseconds; undefined where it does not tell. */
function waitAfter(status: number, told: RateInfo, now: number): number | undefined {
  const { limit, remaining, resetAtMs, retryAfterMs } = told;
  const reset = resetAtMs === undefined ? undefined : Math.max(0, resetAtMs - now);
  if (status === TOO_MANY) return retryAfterMs ?? reset;
  return remaining === 0 && limit !== undefined && limit > 1 ? reset : undefined;
}
