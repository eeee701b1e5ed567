import type { Verdict } from '../check/verdict.ts';
import type { Clause } from '../contract/contract.ts';

/** A clause, its verdict, and the lead clause of its cause if that is another one. */
export interface Concluded {
  readonly clause: Clause;
  readonly verdict: Verdict;
  readonly fallsWith?: string;
  /** The id of the cause behind a broken clause. */
  readonly cause?: string;
}
