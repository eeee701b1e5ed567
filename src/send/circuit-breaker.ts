import type { Outcome } from '../http/exchange.ts';

/** The status of a request that came too early (RFC 6585). */
export const TOO_MANY = 429;

/** So many refusals in a row that tell no time after which to come again mean that there is none in this run. */
const IN_A_ROW = 3;

/** Callers whom the target wants to hear no more of for a while: what they ask for would be refused, and is not sent. */
export interface CircuitBreaker {
  /** Takes note of an answer that stands, and gives it back; `wait` is how long nothing is sent for this caller, in milliseconds. */
  readonly note: (caller: string, outcome: Outcome, wait?: number) => Outcome;
  readonly isOpen: (caller: string) => boolean;
}

export function createCircuitBreaker(now: () => number): CircuitBreaker {
  const refusals = new Map<string, number>();
  const until = new Map<string, number>();
  const open = (caller: string, wait: number | undefined): void => {
    const inARow = (refusals.get(caller) ?? 0) + 1;
    refusals.set(caller, inARow);
    if (wait !== undefined) until.set(caller, now() + wait);
    else if (inARow >= IN_A_ROW) until.set(caller, Number.POSITIVE_INFINITY);
  };
  return {
    note(caller, outcome, wait) {
      if (outcome.kind === 'response' && outcome.status === TOO_MANY) open(caller, wait);
      else refusals.delete(caller);
      return outcome;
    },
    isOpen: (caller) => (until.get(caller) ?? Number.NEGATIVE_INFINITY) > now(),
  };
}
