import type { Listing } from '../../contract/listing.ts';
import type { Direction } from '../../contract/sort.ts';
import type { Answer, Query } from './answer.ts';
import type { Model } from './model.ts';
import { offsetOf, pageOf } from './values.ts';
import { toWire } from './wire.ts';

/** Ascending or descending, by sort. The service may choose the direction of a sort, but must keep it. */
export type Directions = ReadonlyMap<string, Direction>;

/** A clause that an answer breaks, and how. */
export interface Difference {
  readonly slug: string;
  /** The slug of the clause that the same request breaks without its other filters, if the filter at fault is broken alone. */
  readonly alone?: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON Pointer into the body. */
  readonly at?: string;
  readonly seq?: number;
  /** The status of an error answer, which came instead of items. */
  readonly status?: number;
  /** Two answers contradict each other. No later answer can make that flaky. */
  readonly contradiction?: true;
}

/** Where clauses are broken: by slug, the numbers of the exchanges. */
export type Broken = ReadonlyMap<string, ReadonlySet<number>>;

export function bySlug(differences: readonly Pick<Difference, 'slug' | 'seq'>[]): Broken {
  const broken = new Map<string, Set<number>>();
  for (const { slug, seq = -1 } of differences) broken.set(slug, (broken.get(slug) ?? new Set()).add(seq));
  return broken;
}

/** What an answer is judged by: the declaration, the known items, and the direction of each sort if it is known. */
export interface JudgingContext {
  readonly listing: Listing;
  /** Undefined if nothing is known of the items, or if it is not reliable. */
  readonly model?: Model | undefined;
  readonly directions: Directions;
  /** A cache of what answers break under this model, as the same answers are judged again and again. */
  readonly judged?: WeakMap<Answer, Judged> | undefined;
}

/** What an answer breaks, valid while the direction of its sort is this one. */
export interface Judged {
  readonly direction: Direction | undefined;
  readonly differences: readonly Difference[];
}

/** Does the page lie past the end of the listing? Such a page is not judged. */
export function isPast(listing: Listing, { query, total }: Answer): boolean {
  const page = pageOf(listing, query);
  return page > 1 && (total === undefined || offsetOf(listing, query) >= total);
}

/** The query as it is sent, in words: a search first and the page last, as a title shows only the beginning. */
export function queryText(listing: Listing, query: Query): string {
  const rankOf = (name: string) =>
    name === listing.search?.parameter ? 0 : [listing.page.parameter, listing.size.parameter].includes(name) ? 2 : 1;
  const text = Object.entries(toWire(listing, query))
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([name, value]) => `${name}=${value.length > 60 ? `${value.slice(0, 60)}…` : value}`);
  return text.length === 0 ? 'no parameters' : text.join('&');
}
