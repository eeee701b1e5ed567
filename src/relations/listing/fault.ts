import type { Listing } from '../../contract/listing.ts';
import { pickMembers } from '../../defined.ts';
import type { Query, Row } from './answer.ts';
import type { Change, Reply, Window } from './service.ts';
import { filtersOf, largestSize, pageOf, searchOf, sortOf } from './values.ts';

/** A way in which a listing can go wrong: a small change to a correct service, and the clause that it breaks. */
export interface Fault {
  /** A stable, descriptive name within the listing. */
  readonly id: string;
  readonly slug: string;
  /** The clause that it breaks if the request has further parameters. Isolating that request leads to `slug`. */
  readonly amongMore?: string;
  readonly because: string;
  /** Whether it can change the answer to a request. */
  readonly when: When;
  readonly change: Change;
  /** No request is chosen to detect it. It only serves to explain several broken clauses by one fault. */
  readonly explains?: true;
}

export type When = (query: Query) => boolean;

/** A fault as a row of a table. Its change applies to one step on the way from the request to the answer. */
type InStep<C> = readonly [id: string, slug: string, because: string, when: When, change: C];

/** A fault in reading the request: the service understands another one. */
export function inQuery(...[id, slug, because, when, change]: InStep<(query: Query) => Query>): Fault {
  return { id, slug, because, when, change: { rewrite: (query) => (when(query) ? change(query) : query) } };
}

/** A fault in finding items: the service finds other ones, or in another order. */
export function inResult(
  ...[id, slug, because, when, change]: InStep<(rows: readonly Row[], query: Query) => readonly Row[]>
): Fault {
  const found: Change['found'] = (rows, query) => (when(query) ? change(rows, query) : rows);
  return { id, slug, because, when, change: { found } };
}

/** A fault in paging: the service cuts another page out of the items. */
export function inWindow(
  ...[id, slug, because, when, change]: InStep<(window: Window, query: Query, total: number) => Partial<Window>>
): Fault {
  const window: Change['window'] = (right, ...more) =>
    when(more[0]) ? { ...right, ...change(right, ...more) } : right;
  return { id, slug, because, when, change: { window } };
}

/** A fault in the answer: the service writes other numbers or items. */
export function inReply(
  ...[id, slug, because, when, change]: InStep<(reply: Reply, query: Query, found: readonly Row[]) => Partial<Reply>>
): Fault {
  const reply: Change['reply'] = (right, ...more) => (when(more[0]) ? { ...right, ...change(right, ...more) } : right);
  return { id, slug, because, when, change: { reply } };
}

/** A fault in the total: the service counts what another request finds. */
export function inTotal(...[id, slug, because, when, change]: InStep<(query: Query) => Query>): Fault {
  return { id, slug, because, when, change: { counts: (query) => (when(query) ? change(query) : query) } };
}

/** The same fault, for which no request is chosen. */
export function explaining(fault: Fault): Fault {
  return { ...fault, explains: true };
}

/** A condition on a request under which a service may run other code for one of its parameters. */
export interface CodePath {
  readonly name: string;
  readonly words: string;
  readonly holds: When;
}

/** The code paths beside the parameter `own`: a later page, another filter, a search, a sort, a given page size. */
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
  return pickMembers(query, (name) => !names.includes(name));
}

/** Pages beyond this one are late: a service may treat its first few pages differently. */
export const LATE = 5;

/** The query without filters and search, which finds everything. */
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

/** The condition of a fault that any request may show. */
export const always = (): boolean => true;

export function halfSize(listing: Listing): number {
  return Math.floor(largestSize(listing) / 2);
}
