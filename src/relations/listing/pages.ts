import type { Filter } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Query } from './answer.ts';
import type { Model } from './model.ts';

export function sortsOf({ sort }: Listing): readonly Query[] {
  return sort === undefined
    ? [{}]
    : [{}, ...[...Object.keys(sort.by), ...(sort.free ?? [])].map((value) => ({ [sort.parameter]: value }))];
}

/** Pages of everything that a selection finds: of several sizes, the first, the second, a late one and the last, by each sort. */
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
 * A late page of what each filter finds, by each sort: with the values that find about half of everything. All in pages of
 * one size, and beside them the page without any filter: they differ in one parameter, as far as they can.
 */
export function latePages(
  model: Model,
  filters: ReadonlyMap<Filter, readonly string[]>,
): readonly (readonly Query[])[] {
  const { listing } = model;
  const halves = [...filters].map(([{ parameter }, values]) => ({
    parameter,
    found: halving(model, parameter, values),
  }));
  const least = Math.min(...halves.flatMap(({ found }) => found.map(({ count }) => count)));
  if (!Number.isFinite(least)) return [];
  const size = Math.min(largest(listing), Math.ceil(least / (PARTS + 0.5)));
  return sortsOf(listing).flatMap((sort, index) =>
    [PARTS, PARTS + 1].map((page) => {
      const late = { ...sort, ...windowOf(listing, page, size) };
      const filtered = halves.flatMap(({ parameter, found }) => {
        const one = found[index % found.length];
        return one === undefined ? [] : [{ [parameter]: one.value, ...late }];
      });
      return [late, ...filtered];
    }),
  );
}

/** Two values of a filter that find enough for late pages, and not everything: those nearest to half of it. */
function halving(
  model: Model,
  parameter: string,
  values: readonly string[],
): readonly { readonly value: string; readonly count: number }[] {
  const { items, slice } = model;
  return values
    .map((value) => ({ value, count: model.expectationOf({ ...slice, [parameter]: value }).least }))
    .filter(({ count }) => count > PARTS && count < items.length)
    .toSorted((a, b) => Math.abs(a.count - items.length / 2) - Math.abs(b.count - items.length / 2))
    .slice(0, 2);
}

/** All that a selection finds on one page, by each sort. */
export function sortedAtOnce({ listing }: Model, selection: Query): readonly Query[] {
  return sortsOf(listing).map((sort) => ({ ...selection, ...sort, ...windowOf(listing, 1, largest(listing)) }));
}

/** In so many full pages a selection is read, so that the last ones are late. */
const PARTS = 6;

/** The same, each of them by one sort or none: there are many selections. */
export function pagedSelection(model: Model, selection: Query, index: number): readonly Query[] {
  const { listing } = model;
  const { least } = model.expectationOf({ ...model.slice, ...selection });
  const sorts = sortsOf(listing);
  const [first, second, ...others] = selectionWindows(listing, least).map((window) => ({ ...selection, ...window }));
  const sorted = [first, ...others].map((query, place) => ({ ...query, ...sorts[(index + place) % sorts.length] }));
  return [second, ...sorted].filter((query) => query !== undefined);
}

export function largest({ schemas, size }: Listing): number {
  return Number(schemas[size.parameter]?.maximum ?? 100);
}

export function windowOf(listing: Listing, number: number | undefined, given: number | undefined): Query {
  const { page, size, defaults } = listing;
  // An offset is that of a page only where the size is known.
  const isSized = page.as !== 'offset' || number === undefined || defaults[size.parameter] !== undefined;
  const count = given ?? (isSized ? undefined : largest(listing));
  return {
    ...(number === undefined || page.parameter === '' ? {} : { [page.parameter]: String(number) }),
    ...(count === undefined ? {} : { [size.parameter]: String(count) }),
  };
}

function windows(listing: Listing, count: number): readonly Query[] {
  const most = largest(listing);
  const usual = Number(listing.defaults[listing.size.parameter] ?? most);
  const third = Math.min(most, Math.max(1, Math.ceil(count / 7.5)));
  const last = (size: number) => Math.max(1, Math.ceil(count / size));
  return [
    [undefined, undefined],
    [undefined, 7],
    [1, undefined],
    [2, undefined],
    [last(usual), undefined],
    [1, most],
    [last(most), most],
    [2, most],
    [2, 7],
    [3, 7],
    [1, 1],
    [2, 1],
    [last(7), 7],
    [1, third],
    [3, third],
    [6, third],
    [last(third), third],
  ].map(([page, size]) => windowOf(listing, page, size === undefined ? undefined : Math.min(size, most)));
}

/** All that is found on one page, the default, and the second and the last of a few small pages. */
function selectionWindows(listing: Listing, count: number): readonly Query[] {
  const most = largest(listing);
  const [half, third] = [2, 6.5].map((parts) => Math.min(most, Math.max(1, Math.ceil(count / parts))));
  return [
    windowOf(listing, 1, most),
    {},
    ...(count > 1 ? [windowOf(listing, 2, half)] : []),
    ...(count > 3 ? [windowOf(listing, Math.ceil(count / (third ?? 1)), third)] : []),
  ];
}
