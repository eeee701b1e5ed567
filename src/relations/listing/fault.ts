import type { Listing } from '../../contract/listing.ts';
import type { Query } from './answer.ts';
import type { Change } from './service.ts';
import { filtersOf, pageOf, searchOf, sortOf } from './values.ts';

/** A way in which a listing can go wrong: a small change of a right service, and the clause that it breaks. */
export interface Fault {
  /** Stable and telling, within the listing. */
  readonly id: string;
  readonly slug: string;
  /** What it breaks beside more than it takes: that request is taken apart then, and comes to the slug. */
  readonly amongMore?: string;
  readonly because: string;
  /** Whether it can make a difference to the answer of a request. */
  readonly when: (query: Query) => boolean;
  readonly change: Change;
  /** Other faults visit the same places: no request is chosen for it, but it may be what several broken clauses have in common. */
  readonly explains?: true;
}

/** What stands beside a part of a request: where a service handles that part by another branch of its code. */
export interface Beside {
  readonly name: string;
  readonly words: string;
  readonly holds: (query: Query) => boolean;
}

/** Places where a part of a request may be handled otherwise: a later page, another filter, a search, a sort, a given size. */
export function besides(listing: Listing, own?: string): readonly Beside[] {
  const { page, size, sort, search, filters, defaults } = listing;
  const named = (parameter: string): Beside => ({
    name: `beside-${parameter}`,
    words: `beside ${parameter}`,
    holds: (query) => query[parameter] !== undefined,
  });
  const all = [
    {
      name: 'on-later-pages',
      words: 'on every page but the first',
      holds: (query: Query) => pageOf(listing, query) > 1,
    },
    { name: 'on-late-pages', words: 'from the sixth page on', holds: (query: Query) => pageOf(listing, query) > LATE },
    named(size.parameter),
    ...filters.map(({ parameter }) => named(parameter)),
    ...(search === undefined ? [] : [named(search.parameter)]),
    ...(sort === undefined
      ? []
      : Object.keys(sort.by).map((value) => ({
          name: `beside-sort-${value}`,
          words: `beside ${sort.parameter} ${value}`,
          holds: (query: Query) =>
            sortOf(listing, query) === value &&
            (query[sort.parameter] !== undefined || defaults[sort.parameter] === value),
        }))),
  ];
  return all.filter(({ name }) => name !== `beside-${own}` && name !== `beside-${page.parameter}`);
}

export function without(query: Query, ...names: readonly string[]): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

/** Pages beyond this one are late: a service may hold its first few pages otherwise than the rest. */
export const LATE = 5;

/** Without filters and search: everything. */
export function unfiltered({ filters, search }: Listing, query: Query): Query {
  return without(query, ...filters.map(({ parameter }) => parameter), search?.parameter ?? '');
}

export function names(parameter: string): (query: Query) => boolean {
  return (query) => query[parameter] !== undefined;
}

export function isSelective(listing: Listing, query: Query): boolean {
  return filtersOf(listing, query).length > 0 || searchOf(listing, query) !== undefined;
}

/** Of a fault that any request may show. */
export const always = (): boolean => true;

/** Half the largest page size. */
export function cap({ schemas, size }: Listing): number {
  return Math.floor(Number(schemas[size.parameter]?.maximum ?? 100) / 2);
}
