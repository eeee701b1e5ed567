import type { Filter, Listing } from '../../contract/listing.ts';
import type { Ask } from './answer.ts';
import type { Model } from './model.ts';

export function sortsOf({ sort }: Listing): readonly Ask[] {
  return sort === undefined
    ? [{}]
    : [{}, ...[...Object.keys(sort.by), ...(sort.free ?? [])].map((value) => ({ [sort.parameter]: value }))];
}

/** Pages of everything that a selection finds: of several sizes, the first, the second, a late one and the last, by each sort. */
export function paged(model: Model, selection: Ask): readonly Ask[] {
  const { listing } = model;
  const count = model.expectationOf(selection).least;
  return sortsOf(listing).flatMap((sort, index) =>
    windows(listing, count)
      .filter((_window, place) => index < 2 || place % 2 === 0)
      .map((window) => ({ ...selection, ...sort, ...window })),
  );
}

/** A late page of what a filter finds, by each sort: with the value that finds about half of everything. */
export function everySort(model: Model, { parameter }: Filter, values: readonly string[]): readonly Ask[] {
  const { listing, items } = model;
  const counted = values
    .map((value) => ({ value, count: model.expectationOf({ ...model.slice, [parameter]: value }).least }))
    .filter(({ count }) => count > PARTS && count < items.length)
    .toSorted((a, b) => Math.abs(a.count - items.length / 2) - Math.abs(b.count - items.length / 2));
  return sortsOf(listing).flatMap((sort, index) => {
    const one = counted[index % Math.min(2, counted.length)];
    if (one === undefined) return [];
    const size = Math.min(largest(listing), Math.ceil(one.count / (PARTS + 0.5)));
    return [PARTS, PARTS + 1].map((page) => ({ [parameter]: one.value, ...sort, ...windowOf(listing, page, size) }));
  });
}

/** In so many full pages a selection is read, so that the last ones are late. */
const PARTS = 6;

/** The same, each of them by one sort or none: there are many selections. */
export function pagedSelection(model: Model, selection: Ask, index: number): readonly Ask[] {
  const { listing } = model;
  const { least } = model.expectationOf({ ...model.slice, ...selection });
  const sorts = sortsOf(listing);
  const [first, second, ...others] = selectionWindows(listing, least).map((window) => ({ ...selection, ...window }));
  const sorted = [first, ...others].map((ask, place) => ({ ...ask, ...sorts[(index + place) % sorts.length] }));
  return [second, ...sorted].filter((ask) => ask !== undefined);
}

export function largest({ schemas, size }: Listing): number {
  return Number(schemas[size.parameter]?.maximum ?? 100);
}

export function windowOf({ page, size }: Listing, number: number | undefined, count: number | undefined): Ask {
  return {
    ...(number === undefined ? {} : { [page.parameter]: String(number) }),
    ...(count === undefined ? {} : { [size.parameter]: String(count) }),
  };
}

function windows(listing: Listing, count: number): readonly Ask[] {
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
function selectionWindows(listing: Listing, count: number): readonly Ask[] {
  const most = largest(listing);
  const [half, third] = [2, 6.5].map((parts) => Math.min(most, Math.max(1, Math.ceil(count / parts))));
  return [
    windowOf(listing, 1, most),
    {},
    ...(count > 1 ? [windowOf(listing, 2, half)] : []),
    ...(count > 3 ? [windowOf(listing, Math.ceil(count / (third ?? 1)), third)] : []),
  ];
}
