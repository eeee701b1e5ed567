import type { Answer, Outcome } from '../http/exchange.ts';

/** How a request is sent. */
export interface Manner {
  /** A 429 is an answer like any other. */
  readonly noRetry: boolean;
  /** Who asks for what: a target may count each caller, and each of its routes, by itself. */
  readonly caller: string;
  /** Takes one more request out of the budget, for the same to be sent again; false where none is left. `afterLoss`: it may have been carried out before. */
  readonly again: (afterLoss?: boolean) => boolean;
  /** False where it must not be carried out twice. */
  readonly isRepeatable: boolean;
  /** Of what was sent again: does the answer say that it was carried out the first time? */
  readonly isDoneBefore?: (outcome: Outcome) => boolean;
  /** May be carried out twice where nobody knows whether it was carried out once. */
  readonly isIdempotent: boolean;
  /** Is it a page, or a redirect, where the document has none? Something else may have answered. */
  readonly isForeign: (answer: Answer) => boolean;
  /** Does the document have an answer of this status? */
  readonly isDocumented: (status: number) => boolean;
  /** What has more behind it goes first: the run is as long as the longest row of checks. */
  readonly ahead?: number;
  /** While no other request is under way. */
  readonly exclusive?: boolean;
}
