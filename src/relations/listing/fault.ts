import type { Listing } from '../../contract/listing.ts';
import type { Query, Row } from './answer.ts';
import type { Change, Reply, Window } from './service.ts';
import { filtersOf, pageOf, searchOf, sortOf } from './values.ts';

/** A way in which a listing can go wrong: a small change of a right service, and the clause that it breaks. */
export interface Fault {
  /** Stable and telling, within the listing. */
  readonly id: string;
  readonly slug: string;
  /** The clause that it breaks where the request has more parameters than it takes. Isolating that request leads to `slug`. */
  readonly amongMore?: string;
  readonly because: string;
  /** Whether it can make a difference to the answer of a request. */
  readonly when: When;
  readonly change: Change;
  /** No request is chosen for it, as those for other faults show it too. It may be the one fault that explains several broken clauses. */
  readonly explains?: true;
}

export type When = (query: Query) => boolean;

/** A fault as a row of a table, with what changes where it makes a difference: in one step on the way to the answer. */
type InStep<C> = readonly [id: string, slug: string, because: string, when: When, change: C];

/** The service understands another request. */
export function inQuery(...[id, slug, because, when, change]: InStep<(query: Query) => Query>): Fault {
  return { id, slug, because, when, change: { rewrite: (query) => (when(query) ? change(query) : query) } };
}

/** It finds other items, or in another order. */
export function inResult(
  ...[id, slug, because, when, change]: InStep<(rows: readonly Row[], query: Query) => readonly Row[]>
): Fault {
  const found: Change['found'] = (rows, query) => (when(query) ? change(rows, query) : rows);
  return { id, slug, because, when, change: { found } };
}

/** It cuts another page out of them. */
export function inWindow(
  ...[id, slug, because, when, change]: InStep<(window: Window, query: Query, total: number) => Partial<Window>>
): Fault {
  const window: Change['window'] = (right, ...more) =>
    when(more[0]) ? { ...right, ...change(right, ...more) } : right;
  return { id, slug, because, when, change: { window } };
}

/** It writes other numbers or items. */
export function inReply(
  ...[id, slug, because, when, change]: InStep<(reply: Reply, query: Query, found: readonly Row[]) => Partial<Reply>>
): Fault {
  const reply: Change['reply'] = (right, ...more) => (when(more[0]) ? { ...right, ...change(right, ...more) } : right);
  return { id, slug, because, when, change: { reply } };
}

/** It counts what another request finds. */
export function inTotal(...[id, slug, because, when, change]: InStep<(query: Query) => Query>): Fault {
  return { id, slug, because, when, change: { counts: (query) => (when(query) ? change(query) : query) } };
}

/** No request is chosen for it. */
export function explaining(fault: Fault): Fault {
  return { ...fault, explains: true };
}

/** A condition on a request under which a service may run other code for one of its parameters. */
export interface CodePath {
  readonly name: string;
  readonly words: string;
  readonly holds: When;
}

/** Such conditions for one parameter: a later page, another filter, a search, a sort, a page size that is given. */
export function codePaths(listing: Listing, own?: string): readonly CodePath[] {
  const { page, size, sort, search, filters, defaults } = listing;
  const named = (parameter: string): CodePath => ({
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

export function names(parameter: string): When {
  return (query) => query[parameter] !== undefined;
}

export function lacks(parameter: string): When {
  return (query) => query[parameter] === undefined;
}

export function isSelective(listing: Listing, query: Query): boolean {
  return filtersOf(listing, query).length > 0 || searchOf(listing, query) !== undefined;
}

/** Of a fault that any request may show. */
export const always = (): boolean => true;

/** Half the largest page size. */
export function halfSize({ schemas, size }: Listing): number {
  return Math.floor(Number(schemas[size.parameter]?.maximum ?? 100) / 2);
}
