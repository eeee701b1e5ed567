import type { Listing } from '../../contract/listing.ts';
import { always, type Fault, without } from './fault.ts';
import { summaryFaults } from './faults-summary.ts';
import { counterFaults, totalFaults } from './faults-total.ts';
import { defaultFaults, windowFaults } from './faults-window.ts';
import { filterSlug, SLUGS, sortSlug } from './slugs.ts';
import { pageOf } from './values.ts';

/** Faults of pages, totals, echoes and summaries. */
export function pagingFaults(listing: Listing): readonly Fault[] {
  return [
    ...windowFaults(listing),
    ...defaultFaults(listing),
    ...totalFaults(listing),
    ...counterFaults(listing),
    ...cacheFaults(listing),
    {
      id: 'another-answer-again',
      slug: SLUGS.repeat,
      because: 'a request that is sent again gets the next page',
      when: always,
      change: { onRepeat: (query) => ({ ...query, [listing.page.parameter]: String(pageOf(listing, query) + 1) }) },
    },
    ...summaryFaults(listing),
  ];
}

/** A cache that ignores one parameter: requests that differ only in it get the same answer. */
function cacheFaults(listing: Listing): readonly Fault[] {
  return [...slugsOfParameters(listing)].map(([parameter, slug]) => ({
    id: `cache-forgets-${parameter}`,
    slug,
    because: `answers are kept without regard to ${parameter}`,
    when: always,
    change: { cacheKey: (query) => JSON.stringify(without(query, parameter)) },
  }));
}

/** The clause that speaks of each parameter. */
function slugsOfParameters({ page, size, filters, sort, search }: Listing): ReadonlyMap<string, string> {
  const [sorted] = Object.keys(sort?.by ?? {});
  return new Map([
    [page.parameter, SLUGS.disjoint],
    [size.parameter, SLUGS.sizeBound],
    ...filters.map((filter) => [filter.parameter, filterSlug(filter)] as const),
    ...(sort === undefined || sorted === undefined ? [] : [[sort.parameter, sortSlug(sorted)] as const]),
    ...(search === undefined ? [] : [[search.parameter, SLUGS.narrows] as const]),
  ]);
}
