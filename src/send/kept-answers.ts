import { BOUNDS } from '../bounds.ts';
import { withoutText } from '../http/body.ts';
import type { Outcome } from '../http/exchange.ts';

/** Limits the memory that the answers of a run take. */
export function createKeptAnswers(maxBytes: number = BOUNDS.keptBytes) {
  let used = 0;
  return {
    /** Returns the outcome as it may be kept: without its text if all answers together would exceed the limit. */
    keep(outcome: Outcome): Outcome {
      const bytes = bytesOf(outcome);
      if (used + bytes > maxBytes && bytes > ALWAYS_KEPT_BYTES)
        return withoutText(
          outcome,
          `the answers of this run are over ${maxBytes} bytes together, and it is one of the last`,
        );
      used += bytes;
      return outcome;
    },
    /** This outcome is no longer kept: its memory counts as free. */
    letGo(outcome: Outcome): void {
      used -= bytesOf(outcome);
    },
  };
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;

/** Answers up to this size are always kept: even ten thousand of them take little memory, and most refusals are that small. */
const ALWAYS_KEPT_BYTES = 2048;

/** Bytes in memory: one per character if the text is ASCII, else two. */
function bytesOf(outcome: Outcome): number {
  if (outcome.kind === 'failure') return 0;
  const { text, size } = outcome.body;
  return text.length === size ? text.length : 2 * text.length;
}
