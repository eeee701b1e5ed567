import type { Outcome } from '../http/exchange.ts';

/** How the last requests ended: shows whether the target still answers. */
export interface Health {
  /** Failures in a row. */
  failures: number;
  /** All answers so far. */
  answers: number;
  lastFailure: string;
}

/** After this many failures in a row, if no answer ever came, the target counts as dead. */
const DEAD_AFTER = 3;

/** Records how a request ended. */
export function note(state: Health, outcome: Outcome): void {
  // A request that the run itself stopped shows nothing of the target.
  if (outcome.kind === 'failure' && outcome.reason === 'aborted') return;
  if (isSignOfLife(outcome, state)) {
    state.answers += 1;
    state.failures = 0;
  } else if (outcome.kind === 'failure') {
    state.failures += 1;
    state.lastFailure = outcome.message;
  }
}

/** A response that is too large shows that the target answers; so does an incomplete one, if complete ones came as well. */
function isSignOfLife(outcome: Outcome, { answers }: Health): boolean {
  if (outcome.kind === 'response' || outcome.reason === 'too-large') return true;
  return outcome.status !== undefined && answers > 0;
}

/** Has no answer ever come, or has a target that answered before failed many times in a row? */
export function isDead({ failures, answers }: Health): boolean {
  return failures >= (answers === 0 ? DEAD_AFTER : DEAD_AFTER * 4);
}
