import { BUDGETS } from '../run/plan.ts';
import { type DryRunOptions, dryRun, duration } from './look/dry-run.ts';

/** What a target said of its limits, and how many requests it had been sent by then. */
export interface LimitsSeen {
  readonly remaining: number;
  readonly resetAtMs?: number;
  readonly sent: number;
}

/**
 * Says beforehand that a run will come to the end of the target's rate window, and what can be done about it. Undefined
 * where what is left suffices: a dry run tells what this one sends.
 */
export async function rateLimitWarning(
  run: DryRunOptions & { readonly maxWaitMs?: number },
  { remaining, resetAtMs, sent }: LimitsSeen,
  now: number = Date.now(),
): Promise<string | undefined> {
  if (remaining >= BUDGETS[run.depth] - sent) return undefined;
  const left = (await dryRun(run)).requests - sent;
  if (left <= remaining) return undefined;
  const [until, wait] =
    resetAtMs === undefined
      ? ['', 'for a new window']
      : [
          ` until ${new Date(resetAtMs).toISOString().slice(11, 19)} UTC`,
          duration(Math.max(0, resetAtMs - now) / 1000),
        ];
  const inVain = isTooLong(run.maxWaitMs, resetAtMs, now)
    ? ', which is longer than --max-wait allows, so that the rest will stay inconclusive'
    : '';
  return `The target says that ${remaining} requests are left${until}, and this run has about ${left} to send: where all of them count, it will have to wait ${wait}${inVain}. A smaller --depth, --only, or a credential of a greater tier needs no wait.`;
}

const USUAL_WAIT_MS = 60_000;

function isTooLong(maxWaitMs = USUAL_WAIT_MS, resetAtMs: number | undefined, now: number): boolean {
  return resetAtMs !== undefined && resetAtMs - now > maxWaitMs;
}
