import type { Listener } from '../run/choices.ts';
import { budgetFor } from '../run/plan.ts';
import type { RunEvent } from '../send/journal.ts';
import { MAX_WAIT_MS } from '../send/throttle.ts';
import { type Io, say } from './io.ts';
import { type DryRunOptions, dryRun, duration } from './look/dry-run.ts';
import { CLEAR } from './progress.ts';

/** Prints a warning if the announced rate limit is too small for the run. */
export function rateLimitListener(run: DryRunOptions, io: Io): Listener {
  let sent = 0;
  return (event) => {
    if (event.type === 'exchange') sent += 1;
    if (event.type !== 'limits') return;
    void rateLimitWarning(run, event, sent + 1).then(
      (warning) => (warning === undefined ? undefined : say(io.stderr, `${io.stderr.isTty ? CLEAR : ''}${warning}`)),
      // A failed dry run must not affect the run.
      () => undefined,
    );
  };
}

/**
 * A warning that the run will exhaust the target's rate window, and what can be done about it. A dry run estimates the number
 * of requests. Undefined if the remaining requests suffice.
 */
async function rateLimitWarning(
  run: DryRunOptions,
  { remaining, resetAtMs }: Extract<RunEvent, { type: 'limits' }>,
  sent: number,
): Promise<string | undefined> {
  const now = Date.now();
  if (remaining >= budgetFor(run.depth, run.loaded) - sent) return undefined;
  const toSend = (await dryRun(run)).requests - sent;
  if (toSend <= remaining) return undefined;
  const [until, wait] =
    resetAtMs === undefined
      ? ['', 'for a new window']
      : [
          ` until ${new Date(resetAtMs).toISOString().slice(11, 19)} UTC`,
          duration(Math.max(0, resetAtMs - now) / 1000),
        ];
  const isTooLong = resetAtMs !== undefined && resetAtMs - now > (run.maxWaitMs ?? MAX_WAIT_MS);
  const tooLongNote = isTooLong ? ', which is longer than --max-wait allows, so that the rest will not be tested' : '';
  return `The target says that ${remaining} requests are left${until}, and this run has about ${toSend} to send: where all of them count, it will have to wait ${wait}${tooLongNote}. A smaller --depth, --only, or a credential of a greater tier needs no wait.`;
}
