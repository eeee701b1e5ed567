import type { Outcome } from '../http/exchange.ts';

/** Whether anybody is there, by how the last requests ended. */
export interface Health {
  failures: number;
  answers: number;
  lastFailure: string;
}

/** So many transport failures in a row, and none but failures, mean that nobody is there. */
const DEAD_AFTER = 3;

export function note(state: Health, outcome: Outcome): void {
  // What we stopped ourselves tells nothing of the target.
  if (outcome.kind === 'failure' && outcome.reason === 'aborted') return;
  if (isSignOfLife(outcome, state)) {
    state.answers += 1;
    state.failures = 0;
  } else if (outcome.kind === 'failure') {
    state.failures += 1;
    state.lastFailure = outcome.message;
  }
}

/** Who says too much is there all the same, and so is, where whole answers came as well, who breaks off in the middle of one. */
function isSignOfLife(outcome: Outcome, { answers }: Health): boolean {
  if (outcome.kind === 'response' || outcome.reason === 'too-large') return true;
  return outcome.status !== undefined && answers > 0;
}

/** Nothing ever came back, or a target that answered before has been silent for a long time. */
export function isDead({ failures, answers }: Health): boolean {
  return failures >= (answers === 0 ? DEAD_AFTER : DEAD_AFTER * 4);
}
