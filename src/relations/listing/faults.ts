import type { Listing } from '../../contract/listing.ts';
import type { Fault } from './fault.ts';
import { filterFaults } from './faults-filter.ts';
import { pagingFaults } from './faults-paging.ts';
import { searchFaults } from './faults-search.ts';
import { sortFaults } from './faults-sort.ts';
import { isCounted } from './judge-page.ts';
import { SLUGS } from './slugs.ts';

/** The faults that requests are chosen to detect. They need not be realistic: each leads requests to where real faults are. */
export function faultsOf(listing: Listing): readonly Fault[] {
  return explanationsOf(listing).filter(({ explains }) => explains !== true);
}

/** All faults that may explain what is broken. */
export function explanationsOf(listing: Listing): readonly Fault[] {
  const all = [...pagingFaults(listing), ...filterFaults(listing), ...sortFaults(listing), ...searchFaults(listing)];
  const absent = new Set([
    ...(listing.page.parameter === '' ? [SLUGS.defaultPage, SLUGS.remainder, SLUGS.sameTotal] : []),
    ...(listing.size.parameter === '' ? [SLUGS.sizeBound, SLUGS.defaultSize] : []),
    ...(isCounted(listing) ? [] : [SLUGS.sameTotal]),
  ] as readonly string[]);
  return all.filter(({ slug }) => !absent.has(slug));
}
