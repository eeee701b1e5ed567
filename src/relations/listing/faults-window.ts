import type { Listing } from '../../contract/listing.ts';
import type { Query, Row } from './answer.ts';
import {
  always,
  explaining,
  type Fault,
  halfSize,
  inQuery,
  inReply,
  inWindow,
  isSelective,
  LATE,
  lacks,
  names,
  type When,
  without,
} from './fault.ts';
import type { Reply, Window } from './service.ts';
import { SLUGS } from './slugs.ts';
import { filtersOf, offsetOf, pageOf, sizeOf, sortMember } from './values.ts';

/** Situations in which a service may compute a page in another way, and wrongly. All of them are on later pages. */
function situations(listing: Listing): readonly (readonly [name: string, when: When])[] {
  const { search, sort, size, schemas } = listing;
  const all: readonly (readonly [string, When])[] = [
    ['', () => true],
    ['#late-pages', (query) => pageOf(listing, query) > LATE],
    ['#small-pages', (query) => sizeOf(listing, query) < 10],
    ['#largest-size', (query) => sizeOf(listing, query) === schemas[size.parameter]?.maximum],
    ['#beside-a-filter', (query) => filtersOf(listing, query).length > 0],
    ...(search === undefined ? [] : [['#beside-a-search', names(search.parameter)] as const]),
    ...(sort === undefined
      ? []
      : [['#beside-a-sort', (query: Query) => sortMember(listing, query) !== undefined] as const]),
  ];
  return all.map(([name, holds]) => [name, (query) => pageOf(listing, query) > 1 && holds(query)]);
}

/** The page begins `by` items later. */
const shifted =
  (by: number) =>
  ({ offset }: Window) => ({ offset: offset + by });
const skipped = ({ offset, size }: Window) => ({ offset: offset + size });
const resized =
  (by: number) =>
  ({ size }: Window) => ({ size: size + by });
/** The page that reaches the end lacks its last item. */
const short = ({ offset, size }: Window, _query: Query, total: number) =>
  offset + size >= total ? { size: total - offset - 1 } : {};

export function windowFaults(listing: Listing): readonly Fault[] {
  const later: When = (query) => pageOf(listing, query) > 1;
  const late: When = (query) => pageOf(listing, query) > LATE;
  return [
    ...situations(listing).flatMap(([name, when]) => shiftedFaults(listing, name, when)),
    inWindow('page-ignored', SLUGS.disjoint, 'every page is the first one', later, () => ({ offset: 0 })),
    inWindow('pages-from-zero', SLUGS.holdTotal, 'pages are counted from zero', names(listing.page.parameter), skipped),
    inWindow('first-page-skipped', SLUGS.holdTotal, 'every page is the one after it', always, skipped),
    inWindow('short-end', SLUGS.remainder, 'the last item of what is found is never shown', always, short),
    inWindow('short-last-page', SLUGS.remainder, 'the last page lacks its last item', later, short),
    inWindow(
      'short-full-page',
      SLUGS.holdTotal,
      'a page that is not the last lacks an item',
      always,
      ({ offset, size }, _query, total) => (offset + size < total && size > 1 ? { size: size - 1 } : {}),
    ),
    inWindow('short-late-page', SLUGS.holdTotal, 'a late page lacks its last item', late, resized(-1)),
    ...sizeFaults(listing),
    inWindow(
      'size-capped',
      SLUGS.holdTotal,
      'no page holds more than half the largest size',
      (query) => sizeOf(listing, query) > halfSize(listing),
      () => ({ size: halfSize(listing) }),
    ),
    inReply('item-twice', SLUGS.disjoint, 'a page holds its first item twice', always, ({ rows }) =>
      rows.length < 2 ? {} : { rows: [...rows.slice(0, -1), ...rows.slice(0, 1)] },
    ),
    inWindow(
      'last-item-lost',
      SLUGS.holdTotal,
      'the last item of everything is never shown',
      always,
      (window, query, total) => (window.offset === 0 ? short(window, query, total) : {}),
    ),
  ];
}

function shiftedFaults(listing: Listing, name: string, when: When): readonly Fault[] {
  const before = 'a page begins with the last item of the one before';
  return [
    inWindow(`overlap${name}`, SLUGS.disjoint, before, when, shifted(-1)),
    inReply(
      `overlap-instead${name}`,
      SLUGS.disjoint,
      `${before}, instead of its own first`,
      when,
      (reply, query, found) => ({ rows: overlapping(listing, reply, query, found) }),
    ),
    inWindow(`gap${name}`, SLUGS.holdTotal, 'an item between two pages is on neither', when, shifted(1)),
  ];
}

/** The page, with its first item replaced by the last one of the page before. */
function overlapping(listing: Listing, { rows }: Reply, query: Query, found: readonly Row[]): readonly Row[] {
  const before = found[offsetOf(listing, query) - 1];
  return before === undefined || rows.length === 0 ? rows : [before, ...rows.slice(1)];
}

function sizeFaults(listing: Listing): readonly Fault[] {
  const { parameter } = listing.size;
  const sized = names(parameter);
  const later: When = (query) => sized(query) && pageOf(listing, query) > 1;
  const ignored = (query: Query) => without(query, parameter);
  const extra = 'a page holds one item more than it may';
  return [
    inWindow('one-too-many', SLUGS.sizeBound, extra, sized, resized(1)),
    explaining(inWindow('one-too-many-in-any-case', SLUGS.sizeBound, `${extra}, asked for or not`, always, resized(1))),
    // If the default size is larger than all that is found, such pages are empty.
    ...[SLUGS.disjoint, SLUGS.holdTotal].map((slug) =>
      explaining(
        inWindow(
          `offset-by-default-size-${slug}`,
          slug,
          'pages begin where those of the default size would',
          later,
          (_window, query) => ({ offset: (pageOf(listing, query) - 1) * sizeOf(listing, ignored(query)) }),
        ),
      ),
    ),
    ...sizeIgnoredFaults(listing, { sized, later, ignored }),
  ];
}

function sizeIgnoredFaults(
  listing: Listing,
  { sized, later, ignored }: { readonly sized: When; readonly later: When; readonly ignored: (query: Query) => Query },
): readonly Fault[] {
  const fault = (id: string, because: string, when: When) => inQuery(id, SLUGS.sizeBound, because, when, ignored);
  return [
    explaining(fault('size-ignored-on-later-pages', 'every page but the first has the default size', later)),
    fault('size-ignored', 'every page has the default size', sized),
    explaining(
      stating(
        { size: sizeOf(listing, {}) },
        fault('size-ignored-and-said', 'every page has the default size, and says so', sized),
      ),
    ),
    fault(
      'size-ignored-beside-a-filter',
      'beside a filter every page has the default size',
      (query) => sized(query) && isSelective(listing, query),
    ),
  ];
}

export function defaultFaults(listing: Listing): readonly Fault[] {
  const { page, size, defaults } = listing;
  const [noPage, noSize] = [lacks(page.parameter), lacks(size.parameter)];
  const half = Math.floor(Number(defaults[size.parameter] ?? 20) / 2);
  // Half of what is found if that is less than the default.
  const halved = (_window: Window, _query: Query, total: number) => ({
    size: Math.max(1, Math.min(half, Math.floor(total / 2))),
  });
  const second = (query: Query) => ({ ...query, [page.parameter]: '2' });
  const [other, fewer] = ['without a page the second one comes', 'without a size a page holds half as many'];
  return [
    stating({ page: 2 }, inQuery('second-page-by-default', SLUGS.defaultPage, other, noPage, second)),
    inQuery('second-page-unsaid', SLUGS.defaultPage, `${other}, and is called the first`, noPage, second),
    inWindow(
      'half-the-size-on-later-pages',
      SLUGS.defaultSize,
      'without a size the second page holds half as many',
      (query) => noSize(query) && pageOf(listing, query) > 1,
      halved,
    ),
    stating(
      { size: half },
      inQuery('half-the-size-by-default', SLUGS.defaultSize, fewer, noSize, (query) => ({
        ...query,
        [size.parameter]: String(half),
      })),
    ),
    inWindow('half-the-size-unsaid', SLUGS.defaultSize, `${fewer}, and does not say so`, noSize, halved),
    inWindow(
      'half-the-size-beside-filters',
      SLUGS.defaultSize,
      'without a size, beside a filter, a page holds half as many',
      (query) => noSize(query) && isSelective(listing, query),
      halved,
    ),
  ];
}

/** The same fault in a service whose answers also state these numbers. */
function stating(numbers: Partial<Reply>, fault: Fault): Fault {
  const reply = (right: Reply, query: Query) => (fault.when(query) ? { ...right, ...numbers } : right);
  return { ...fault, change: { ...fault.change, reply } };
}
