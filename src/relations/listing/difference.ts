import type { Listing } from '../../contract/listing.ts';
import type { Direction } from '../../contract/sort.ts';
import type { Answer, Query } from './answer.ts';
import type { Model } from './model.ts';
import { offsetOf, pageOf } from './values.ts';

/** Up or down, by sort: which of the two is left to the service, and then kept to. */
export type Directions = ReadonlyMap<string, Direction>;

/** A clause that an answer breaks, and how. */
export interface Difference {
  readonly slug: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON Pointer into the body. */
  readonly at?: string;
  readonly seq?: number;
  /** The status that came instead of an answer with items. */
  readonly status?: number;
  /** Two answers contradict each other: nothing that comes later takes that back. */
  readonly contradiction?: true;
}

/** Places at which clauses are broken: by slug, the numbers of the exchanges. */
export type Broken = ReadonlyMap<string, ReadonlySet<number>>;

export function bySlug(differences: readonly Pick<Difference, 'slug' | 'seq'>[]): Broken {
  const broken = new Map<string, Set<number>>();
  for (const { slug, seq = -1 } of differences) broken.set(slug, (broken.get(slug) ?? new Set()).add(seq));
  return broken;
}

/** What an answer is held against: the declaration, what is known of the items, and the direction of each sort as far as it showed. */
export interface JudgingContext {
  readonly listing: Listing;
  /** Undefined where nothing is known, or nothing that is known can be relied on. */
  readonly model?: Model | undefined;
  readonly directions: Directions;
  /** What answers broke when they were held against this model before: the same ones are looked at again and again. */
  readonly judged?: WeakMap<Answer, Judged> | undefined;
}

/** What an answer breaks, as long as nothing else is known of the direction of its sort. */
export interface Judged {
  readonly direction: Direction | undefined;
  readonly differences: readonly Difference[];
}

/** Does the page lie past the end of the listing? Such a page is not judged. */
export function isPast(listing: Listing, { query, total }: Answer): boolean {
  const page = pageOf(listing, query);
  return page > 1 && (total === undefined || offsetOf(listing, query) >= total);
}

export function queryText(query: Query): string {
  const text = Object.entries(query).map(
    ([name, value]) => `${name}=${value.length > 60 ? `${value.slice(0, 60)}…` : value}`,
  );
  return text.length === 0 ? 'no parameters' : text.join('&');
}
