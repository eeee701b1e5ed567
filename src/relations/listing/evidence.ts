import type { Evidence } from '../../check/check.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Query } from './answer.ts';

/** An item of a listing that was opened by its id. */
export interface Opened {
  /** The number of the exchange that listed it; `at` is the pointer into its body. */
  readonly listed: number;
  readonly at: string;
  readonly answer: Exchange;
}

/** Why a clause was not exercised: the data of the target cannot show it, or no request was left for it. */
export interface Unexercised {
  readonly reason: string;
  readonly remedy?: string;
  /** `inconclusive`: something outside the data prevented it. The default is `skip`. */
  readonly as?: 'skip' | 'inconclusive';
}

/** What exploring a listing returns: plain facts, from which each of its clauses is judged. */
export interface ListingEvidence extends Evidence {
  /** The answers from which the items were learnt, in order. */
  readonly learnt: readonly Exchange[];
  /** Whether these answers have every item that a request within the slice can find. */
  readonly whole: boolean;
  readonly slice: Query;
  /** Texts that the search looks at and the listing does not show, by the key of the item. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
  /** All other answers, in the order of their requests. Repetitions come last. */
  readonly answers: readonly Exchange[];
  readonly opened: readonly Opened[];
  /** By slug: the clauses that no answer exercised. */
  readonly unexercised: Readonly<Record<string, Unexercised>>;
  /** Why the listing could not be explored at all. */
  readonly obstacle?: string;
  /** What helps against the obstacle. */
  readonly remedy?: string;
}
