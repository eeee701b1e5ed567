import type { Listing } from '../../contract/listing.ts';
import type { Filter } from '../../contract/listing-node.ts';
import type { Query } from './answer.ts';
import type { Model } from './model.ts';
import { largestSize } from './values.ts';

export function sortsOf({ sort }: Listing): readonly Query[] {
  return sort === undefined
    ? [{}]
    : [{}, ...[...Object.keys(sort.by), ...(sort.free ?? [])].map((value) => ({ [sort.parameter]: value }))];
}

/** Pages of what a selection finds, by each sort and in several sizes: the first, the second, a late one and the last. */
export function paged(model: Model, selection: Query): readonly Query[] {
  const { listing } = model;
  const count = model.expectationOf(selection).least;
  return sortsOf(listing).flatMap((sort, index) =>
    windows(listing, count)
      .filter((_window, place) => index < 2 || place % 2 === 0)
      .map((window) => ({ ...selection, ...sort, ...window })),
  );
}

/**
 * Late pages of what each filter finds, by each sort, with values that find about half of all items. Each group also has
 * the page without a filter, and all pages have one size: the requests of a group differ in as few parameters as possible.
 */
export function latePages(
  model: Model,
  filters: ReadonlyMap<Filter, readonly string[]>,
): readonly (readonly Query[])[] {
  const { listing } = model;
  const halves = [...filters].map(([{ parameter }, values]) => ({
    parameter,
    found: halvingValues(model, parameter, values),
  }));
  const least = Math.min(...halves.flatMap(({ found }) => found.map(({ count }) => count)));
  if (!Number.isFinite(least)) return [];
  const size = Math.min(largestSize(listing), Math.ceil(least / (FULL_PAGES + 0.5)));
  return sortsOf(listing).flatMap((sort, index) =>
    [FULL_PAGES, FULL_PAGES + 1].map((page) => {
      const late = { ...sort, ...windowOf(listing, page, size) };
      const filtered = halves.flatMap(({ parameter, found }) => {
        const one = found[index % found.length];
        return one === undefined ? [] : [{ [parameter]: one.value, ...late }];
      });
      return [late, ...filtered];
    }),
  );
}

/** Up to two values of a filter that find enough items for late pages, and not all: those that find nearest to half. */
function halvingValues(
  model: Model,
  parameter: string,
  values: readonly string[],
): readonly { readonly value: string; readonly count: number }[] {
  const { items, slice } = model;
  return values
    .map((value) => ({ value, count: model.expectationOf({ ...slice, [parameter]: value }).least }))
    .filter(({ count }) => count > FULL_PAGES && count < items.length)
    .toSorted((a, b) => Math.abs(a.count - items.length / 2) - Math.abs(b.count - items.length / 2))
    .slice(0, 2);
}

/** All that a selection finds on one page, by each sort. */
export function sortedAtOnce({ listing }: Model, selection: Query): readonly Query[] {
  return sortsOf(listing).map((sort) => ({ ...selection, ...sort, ...windowOf(listing, 1, largestSize(listing)) }));
}

/** The size of late pages is such that a selection fills this many. The last one and the one after it are requested. */
const FULL_PAGES = 6;

/** A few pages of one selection. There are many selections, so each page has one sort only, or none. */
export function pagedSelection(model: Model, selection: Query, index: number): readonly Query[] {
  const { listing } = model;
  const { least } = model.expectationOf({ ...model.slice, ...selection });
  const sorts = sortsOf(listing);
  const [first, second, ...others] = selectionWindows(listing, least).map((window) => ({ ...selection, ...window }));
  const sorted = [first, ...others].map((query, place) => ({ ...query, ...sorts[(index + place) % sorts.length] }));
  return [second, ...sorted].filter((query) => query !== undefined);
}

export function windowOf(listing: Listing, number: number | undefined, pageSize: number | undefined): Query {
  const { page, size, defaults } = listing;
  // An offset gives a page only if the page size is known.
  const isSized = page.as !== 'offset' || number === undefined || defaults[size.parameter] !== undefined;
  const count = pageSize ?? (isSized ? undefined : largestSize(listing));
  return {
    ...(number === undefined || page.parameter === '' ? {} : { [page.parameter]: String(number) }),
    ...(count === undefined ? {} : { [size.parameter]: String(count) }),
  };
}

/** Pages of the default size, the largest size, 7 items, 1 item, and an eighth of all items. */
function windows(listing: Listing, count: number): readonly Query[] {
  const maximum = largestSize(listing);
  const defaultSize = Number(listing.defaults[listing.size.parameter] ?? maximum);
  const eighth = sizeFor(listing, count, 7.5);
  const last = (size: number) => Math.max(1, Math.ceil(count / size));
  return [
    [undefined, undefined],
    [undefined, 7],
    [1, undefined],
    [2, undefined],
    [last(defaultSize), undefined],
    [1, maximum],
    [last(maximum), maximum],
    [2, maximum],
    [2, 7],
    [3, 7],
    [1, 1],
    [2, 1],
    [last(7), 7],
    [1, eighth],
    [3, eighth],
    [6, eighth],
    [last(eighth), eighth],
  ].map(([page, size]) => windowOf(listing, page, size === undefined ? undefined : Math.min(size, maximum)));
}

/** Everything on one page, the default page, and the second and the last of a few small pages. */
function selectionWindows(listing: Listing, count: number): readonly Query[] {
  const seventh = sizeFor(listing, count, 6.5);
  return [
    windowOf(listing, 1, largestSize(listing)),
    {},
    ...(count > 1 ? [windowOf(listing, 2, sizeFor(listing, count, 2))] : []),
    ...(count > 3 ? [windowOf(listing, Math.ceil(count / seventh), seventh)] : []),
  ];
}

/** The page size with which so many items fill this many pages. With half a page more, the last one is not full. */
function sizeFor(listing: Listing, count: number, pages: number): number {
  return Math.min(largestSize(listing), Math.max(1, Math.ceil(count / pages)));
}
