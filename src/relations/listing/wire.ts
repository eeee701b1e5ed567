import type { Listing } from '../../contract/listing.ts';
import { directed, splitDirection } from '../../contract/sort.ts';
import type { Query } from './row.ts';
import { offsetOf, sizeOf } from './values.ts';

/**
 * The query as it is sent. The model numbers pages from 1; a listing may count from 0, or take an offset. The model has a sort
 * with its direction as one value; a listing may have a parameter for each.
 */
export function toWire(listing: Listing, query: Query): Query {
  const paged = withPage(listing, query, (page) =>
    listing.page.as === 'offset' && page > 1 ? offsetOf(listing, query) : page - 1,
  );
  const { parameter = '', direction, ways = {} } = listing.sort ?? {};
  const parts = direction === undefined ? undefined : splitDirection(paged[parameter] ?? '');
  return direction === undefined || parts === undefined
    ? paged
    : { ...paged, [parameter]: parts[0], [direction]: ways[parts[1]] ?? parts[1] };
}

/** The query as the model has it. An offset within a page becomes a page number with a fraction. */
export function fromWire(listing: Listing, query: Query): Query {
  return withSort(
    listing,
    withPage(listing, query, (page) => pageFrom(listing, query, page) ?? Number.NaN),
  );
}

/** A direction without a sort turns the default sort; if there is none, only the service knows the order. */
function withSort({ sort, defaults }: Listing, query: Query): Query {
  const { parameter = '', direction, ways = {} } = sort ?? {};
  if (direction === undefined || (query[parameter] === undefined && query[direction] === undefined)) return query;
  const usual = splitDirection(defaults[parameter] ?? '') ?? [defaults[parameter] ?? '?', undefined];
  const value = query[parameter] ?? usual[0];
  const told = query[direction];
  const way = Object.keys(ways).find((one) => ways[one] === told) ?? told ?? defaults[direction];
  const { [direction]: _direction, ...others } = query;
  return { ...others, [parameter]: way === undefined ? value : directed(value, way) };
}

function withPage({ page: { parameter, as = 'page' } }: Listing, query: Query, map: (page: number) => number): Query {
  const value = query[parameter];
  return value === undefined || as === 'page' ? query : { ...query, [parameter]: String(map(Number(value))) };
}

/** The page number for the value in a request or an answer; undefined for an offset if the page size is unknown. */
export function pageFrom(listing: Listing, query: Query, told: number | undefined): number | undefined {
  const { as = 'page' } = listing.page;
  if (told === undefined || as === 'page') return told;
  if (as === 'page-from-0' || told === 0) return told + 1;
  const size = sizeOf(listing, query);
  return Number.isNaN(size) ? undefined : told / size + 1;
}

/** A page as the listing expresses it. */
export function pageText(listing: Listing, query: Query, page: number): string {
  const { as = 'page', parameter } = listing.page;
  return as === 'page'
    ? `page ${page}`
    : `${parameter} ${toWire(listing, { ...query, [parameter]: String(page) })[parameter]}`;
}
