import type { Outcome } from '../http/exchange.ts';
import { isTooEarly } from './timed-waits.ts';

/** After this many refusals in a row that do not say when to try again, nothing more is sent for the caller in this run. */
const MAX_REFUSALS = 3;

/** Holds back the requests of callers whom the target would refuse for its rate limit. It is open while they are held back. */
export function createCircuitBreaker(now: () => number) {
  const refusalsInARow = new Map<string, number>();
  const until = new Map<string, number>();
  const open = (caller: string, wait: number | undefined): void => {
    const inARow = (refusalsInARow.get(caller) ?? 0) + 1;
    refusalsInARow.set(caller, inARow);
    if (wait !== undefined) until.set(caller, now() + wait);
    else if (inARow >= MAX_REFUSALS) until.set(caller, Number.POSITIVE_INFINITY);
  };
  return {
    /** Records a final answer and returns it. `wait`: after a 429, nothing is sent for this caller for so many milliseconds. */
    note(caller: string, outcome: Outcome, wait?: number): Outcome {
      if (isTooEarly(outcome)) open(caller, wait);
      else refusalsInARow.delete(caller);
      return outcome;
    },
    isOpen: (caller: string) => (until.get(caller) ?? Number.NEGATIVE_INFINITY) > now(),
  };
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;
