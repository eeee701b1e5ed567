import type { Exchange } from '../../src/check/index.ts';
import type { Found, Query } from './search-results.ts';
import { isWholeWalk, papersIn, repeated, type Walk } from './walks.ts';

const FILTERS = ['q', 'systemType', 'yearStart', 'yearEnd'] as const;

/** What a search was narrowed to, read back from the request that it was sent with. */
export function fulfils(exchange: Exchange): (paper: Found) => boolean {
  return fits(exchange.request.query);
}

export function fits({ systemType, yearStart, yearEnd }: Query): (paper: Found) => boolean {
  return (paper) =>
    (systemType === undefined || paper.systemType === systemType) &&
    (yearStart === undefined || paper.year >= Number(yearStart)) &&
    (yearEnd === undefined || paper.year <= Number(yearEnd));
}

export function fulfilling(query: Query, known: readonly Found[]): readonly Found[] {
  return known.filter(fits(query));
}

/** What the search was asked with. */
export function queryOf({ pages: [first] }: Walk): Readonly<Record<string, string>> {
  return first?.request.query ?? {};
}

/** The names of the filters, words among them, that the search was asked with. */
export function filtersOf(one: Walk): readonly string[] {
  return FILTERS.filter((name) => queryOf(one)[name] !== undefined);
}

/** Its result was seen whole, and which known papers belong to it is known: of a word only the target can tell. */
export function isExact(one: Walk): boolean {
  const { q, systemType } = queryOf(one);
  return isWholeWalk(one) && (q === undefined || q === systemType);
}

/**
 * A known paper that fulfils the filters of a search that was seen whole, and does not stand in it. Where another one stands
 * twice it is the paging that lost it.
 */
export function lostIn(
  one: Walk,
  known: readonly Found[],
  concerns: (paper: Found) => boolean = () => true,
): Found | undefined {
  if (!isExact(one) || repeated(one.pages) !== undefined) return undefined;
  const ids = new Set(papersIn(one).map(({ id }) => id));
  return fulfilling(queryOf(one), known).find((paper) => concerns(paper) && !ids.has(paper.id));
}
