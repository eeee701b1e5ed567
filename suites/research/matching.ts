import type { Exchange } from '../../src/check/index.ts';
import type { Found, Query } from './search-results.ts';

/** What a search was narrowed to, read back from the request that it was sent with. */
export function fulfils(exchange: Exchange): (paper: Found) => boolean {
  return fits(exchange.request.query);
}

function fits({ systemType, yearStart, yearEnd }: Query): (paper: Found) => boolean {
  return (paper) =>
    (systemType === undefined || paper.systemType === systemType) &&
    (yearStart === undefined || paper.year >= Number(yearStart)) &&
    (yearEnd === undefined || paper.year <= Number(yearEnd));
}

export function fulfilling(query: Query, known: readonly Found[]): readonly Found[] {
  return known.filter(fits(query));
}
