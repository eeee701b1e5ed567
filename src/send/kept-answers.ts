import { BOUNDS } from '../bounds.ts';
import { withoutText } from '../http/body.ts';
import type { Outcome } from '../http/exchange.ts';

/** Keeps account of the memory that the answers of a run take. */
export interface KeptAnswers {
  /** The outcome, to be kept; without its text where all answers together would be over the bound. */
  readonly keep: (outcome: Outcome) => Outcome;
  /** The text of this outcome is kept no longer. */
  readonly letGo: (outcome: Outcome) => void;
}

export function createKeptAnswers(most: number = BOUNDS.keptBytes): KeptAnswers {
  let used = 0;
  return {
    keep(outcome) {
      const weight = weightOf(outcome);
      if (used + weight > most && weight > SMALL)
        return withoutText(
          outcome,
          `the answers of this run are over ${most} bytes together, and it is one of the last`,
        );
      used += weight;
      return outcome;
    },
    letGo(outcome) {
      used -= weightOf(outcome);
    },
  };
}

/** What is smaller is kept in any case: ten thousand of them are no burden, and refusals are among them. */
const SMALL = 2048;

/** Bytes in memory: a text of ASCII takes one for each character, any other two. */
function weightOf(outcome: Outcome): number {
  if (outcome.kind === 'failure') return 0;
  const { text, size } = outcome.body;
  return text.length === size ? text.length : 2 * text.length;
}
