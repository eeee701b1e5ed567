import type { Verdict } from '../check/verdict.ts';
import type { Clause } from '../contract/contract.ts';

/** One clause, its verdict, and the clause that speaks for its cause where that is another one. */
export interface Concluded {
  readonly clause: Clause;
  readonly verdict: Verdict;
  readonly fallsWith?: string;
  /** The id of the cause behind a broken clause. */
  readonly cause?: string;
}
