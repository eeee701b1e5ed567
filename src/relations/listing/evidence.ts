import type { Evidence } from '../../check/check.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Query } from './answer.ts';

/** An item of a listing that was opened by its id. */
export interface Opened {
  /** The exchange that listed it, and where in its body. */
  readonly listed: number;
  readonly at: string;
  readonly answer: Exchange;
}

/** Why a clause was not exercised: nothing of this target's data can show it, or no request was left for it. */
export interface Unexercised {
  readonly reason: string;
  readonly remedy?: string;
  /** The world got in the way, rather than that there is nothing to see; `skip` unless told. */
  readonly as?: 'skip' | 'inconclusive';
}

/** What exploring a listing brings back: plain facts, from which every clause of it is judged. */
export interface ListingEvidence extends Evidence {
  /** The answers from which the items were learnt, in order. */
  readonly learnt: readonly Exchange[];
  /** Whether they are all items that any request within the slice can find. */
  readonly whole: boolean;
  readonly slice: Query;
  /** Texts that are searched and not shown, by the id of the item. */
  readonly hidden: Readonly<Record<string, readonly string[]>>;
  /** All other answers, in the order of their requests; those that repeat an earlier one come last. */
  readonly answers: readonly Exchange[];
  readonly opened: readonly Opened[];
  /** By slug: the clauses that nothing of this could show. */
  readonly unexercised: Readonly<Record<string, Unexercised>>;
  /** Why the listing could not be explored at all. */
  readonly obstacle?: string;
}
