import type { Listing } from '../../contract/listing.ts';
import type { Ask, Listed } from './answer.ts';
import type { Model } from './model.ts';
import { pageOf, sizeOf } from './values.ts';

/** Up or down, by sort: which of the two is left to the service, and then kept to. */
export type Direction = 1 | -1;
export type Directions = ReadonlyMap<string, Direction>;

/** A clause that an answer breaks, and how. */
export interface Complaint {
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

export function bySlug(complaints: readonly Pick<Complaint, 'slug' | 'seq'>[]): Broken {
  const broken = new Map<string, Set<number>>();
  for (const { slug, seq = -1 } of complaints) broken.set(slug, (broken.get(slug) ?? new Set()).add(seq));
  return broken;
}

/** What an answer is held against: the declaration, what is known of the items, and the direction of each sort as far as it showed. */
export interface Bench {
  readonly listing: Listing;
  /** Undefined where nothing is known, or nothing that is known can be relied on. */
  readonly model?: Model | undefined;
  readonly directions: Directions;
  /** What answers broke when they were held against this model before: the same ones are looked at again and again. */
  readonly judged?: WeakMap<Listed, Judged> | undefined;
}

/** What an answer breaks, as long as nothing else is known of the direction of its sort. */
export interface Judged {
  readonly direction: Direction | undefined;
  readonly complaints: readonly Complaint[];
}

/** The offset of the page within the whole listing; past its end nothing is said. */
export function isPast(listing: Listing, { ask, total }: Listed): boolean {
  const page = pageOf(listing, ask);
  return page > 1 && (total === undefined || (page - 1) * sizeOf(listing, ask) >= total);
}

export function shown(ask: Ask): string {
  const text = Object.entries(ask).map(
    ([name, value]) => `${name}=${value.length > 60 ? `${value.slice(0, 60)}…` : value}`,
  );
  return text.length === 0 ? 'no parameters' : text.join('&');
}
