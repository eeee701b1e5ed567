import type { Choices } from '../contract/resolve.ts';
import { concluding } from '../judge/conclude.ts';
import type { Suite } from '../rules/suite.ts';
import type { RunRecord } from '../send/journal.ts';
import { inTurns } from '../turns.ts';

/** Counts the findings of a run that is under way, as its report will count them. */
export interface CausesSoFar {
  /** How many there were when last looked; undefined until then. */
  readonly count: () => number | undefined;
  /** Something may have broken: looks again, in the pauses of the run, if there was time enough since the last look. */
  readonly look: () => void;
  readonly end: () => void;
}

interface Watched {
  readonly record: () => RunRecord;
  readonly declared: Choices;
  readonly suiteUnder: (choices: Choices) => Suite;
  /** The least time between two looks, in milliseconds. */
  readonly every: number;
  readonly now?: () => number;
}

/** A look takes no more than a tenth of the time: the run comes first. */
const SHARE = 10;

export function createCausesSoFar({ record, declared, suiteUnder, every, now = Date.now }: Watched): CausesSoFar {
  const stop = new AbortController();
  const state: { count?: number; next: number; looking: boolean } = { next: now() + every, looking: false };
  const look = async (): Promise<void> => {
    const began = now();
    const { causes } = await inTurns(concluding(record(), declared, suiteUnder), stop.signal);
    state.count = causes.length;
    state.next = now() + Math.max(every, (now() - began) * SHARE);
  };
  return {
    count: () => state.count,
    look: () => {
      if (state.looking || stop.signal.aborted || now() < state.next) return;
      state.looking = true;
      // The run ended, or cannot be judged half: its report says what there is to say.
      void look().then(
        () => (state.looking = false),
        () => stop.abort(),
      );
    },
    end: () => stop.abort(),
  };
}
