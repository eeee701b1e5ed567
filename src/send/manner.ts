import type { Answer, Outcome } from '../http/exchange.ts';

/** How a request is sent. */
export interface Manner {
  /** Treat a 429 like any other answer. */
  readonly noRetry: boolean;
  /** The operation and the credentials: a target may have a rate limit for each caller and each route. */
  readonly caller: string;
  readonly credentials: string;
  /** Is the caller to be admitted? False for a missing or wrong credential. */
  readonly isToBeAdmitted: boolean;
  /**
   * Takes one more request from the budget, to send the same again; false if none is left. `afterLoss`: the earlier one may
   * have been carried out.
   */
  readonly again: (afterLoss?: boolean) => boolean;
  /** False if it must not be carried out twice, as it would leave something that nothing removes. */
  readonly isRepeatable: boolean;
  /** After it was sent again: does the answer show that it was carried out the first time? */
  readonly isDoneBefore?: (outcome: Outcome) => boolean;
  /** Does it remove what the run created and did not remove yet? Then it may be refused only because the service is late. */
  readonly isOfOwn?: boolean;
  /** May be sent again even if it is unknown whether it was carried out. */
  readonly isIdempotent: boolean;
  /** Is it a page or a redirect that the document does not have? Then something else may have answered. */
  readonly isForeign: (answer: Answer) => boolean;
  /** Does the document have this status for the operation? */
  readonly isDocumented: (status: number) => boolean;
  /** Priority: the most work behind it goes first, as the longest chain of checks determines how long a run takes. */
  readonly ahead?: number;
  /** Send it while no other request is under way. */
  readonly exclusive?: boolean;
}
