import type { Listing } from '../../contract/listing.ts';
import type { Query } from './row.ts';
import { offsetOf, sizeOf } from './values.ts';

/** The query as it is sent. The model numbers pages from 1; a listing may count from 0, or take an offset. */
export function toWire(listing: Listing, query: Query): Query {
  return withPage(listing, query, (page) =>
    listing.page.as === 'offset' && page > 1 ? offsetOf(listing, query) : page - 1,
  );
}

/** The query as the model has it. An offset within a page becomes a page number with a fraction. */
export function fromWire(listing: Listing, query: Query): Query {
  return withPage(listing, query, (page) => pageFrom(listing, query, page) ?? Number.NaN);
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
