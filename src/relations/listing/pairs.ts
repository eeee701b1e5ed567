import type { Listing } from '../../contract/listing.ts';
import type { Query } from './answer.ts';
import type { Model } from './model.ts';
import { largest, windowOf } from './pages.ts';
import { commonSelections } from './search-candidates.ts';
import { singleFilters, type Values } from './selections.ts';
import { UNKNOWN_WORD, WILDCARDS, type Words } from './texts.ts';
import { measureOf } from './values.ts';

/** Requests that show something together; most are single ones. `again` sends the last one once more at the end. */
export interface RequestGroup {
  readonly queries: readonly Query[];
  readonly again?: true;
}

/** Requests that show something side by side: the same with and without a default, the same again, neighbouring pages. */
export function pairs(model: Model, values: Values, words: Words): readonly RequestGroup[] {
  return [
    ...defaultPairs(model, words),
    ...repetitions(model, words),
    ...neighbours(model),
    ...acrossTies(model),
    ...searchPairs(model, values, words),
    ...[{}, ...singleFilters(values).filter((_, index) => index % 3 === 0)].flatMap((selection) =>
      walks(model, selection),
    ),
    ...valuePairs(model, values),
  ];
}

/** A request that leaves a parameter to its default, beside one that names it. */
function defaultPairs({ listing }: Model, { common }: Words): readonly RequestGroup[] {
  const { page, size, sort, search, defaults } = listing;
  const [most, small] = [windowOf(listing, 1, largest(listing)), { [size.parameter]: '7' }];
  const value = sort === undefined ? undefined : defaults[sort.parameter];
  const found = common === undefined || search === undefined ? [] : [{ [search.parameter]: common, ...most }];
  return [
    ...(value === undefined || sort === undefined
      ? []
      : [{}, small, most, ...found].map((query) => ({ queries: [query, { ...query, [sort.parameter]: value }] }))),
    ...[{}, small, windowOf(listing, undefined, largest(listing))].map((query) => ({
      queries: [{ ...query, [page.parameter]: '1' }, query],
    })),
  ];
}

function repetitions({ listing }: Model, { texts: [text] }: Words): readonly RequestGroup[] {
  const { search } = listing;
  const most = windowOf(listing, 1, largest(listing));
  const found = text === undefined || search === undefined ? [] : [{ [search.parameter]: text.text, ...most }];
  return [{}, most, ...found].map((query) => ({ queries: [query], again: true }));
}

/** Two pages that follow each other, early ones and late ones. */
function neighbours({ listing }: Model): readonly RequestGroup[] {
  return [
    bothOf(listing, 1, 7),
    bothOf(listing, 2, 7),
    bothOf(listing, 5, 7),
    bothOf(listing, 6, 7),
    bothOf(listing, 1),
  ];
}

function bothOf(listing: Listing, one: number, size?: number, order: Query = {}): RequestGroup {
  return { queries: [one, one + 1].map((number) => ({ ...order, ...windowOf(listing, number, size) })) };
}

/** For each order, and for its opposite, two pages between which items of one key lie: nothing says which of them comes first. */
function acrossTies({ listing, found }: Model): readonly RequestGroup[] {
  const { sort } = listing;
  return Object.entries(sort?.by ?? {}).flatMap(([value, member]) => {
    const order = { [sort?.parameter ?? '']: value };
    const keys = found(order).map((row) => measureOf(row, member));
    return [keys, keys.toReversed()].flatMap((all) => {
      const size = TIED_SIZES.find((one) => tiedPage(all, one) > 0);
      return size === undefined ? [] : [bothOf(listing, tiedPage(all, size), size, order)];
    });
  });
}

/** Small pages have the most edges for items of one key to lie across. */
const TIED_SIZES = [7, 5, 3, 2] as const;

/** The first page whose last item has the key of the next page's first one; 0 where there is none. */
function tiedPage(keys: readonly (number | undefined)[], size: number): number {
  const last = keys.findIndex((key, index) => (index + 1) % size === 0 && key !== undefined && key === keys[index + 1]);
  return (last + 1) / size;
}

/** Signs that a database takes for any other; a word that nothing has, and then one that an item has; pages of what is found. */
function searchPairs(model: Model, values: Values, { texts: [text], common }: Words): readonly RequestGroup[] {
  const { listing } = model;
  if (listing.search === undefined) return [];
  const { parameter } = listing.search;
  const most = windowOf(listing, 1, largest(listing));
  const asking = (...searched: readonly string[]) => ({
    queries: searched.map((one) => ({ [parameter]: one, ...most })),
  });
  return [
    ...WILDCARDS.map(([sign, other]) => asking(sign, other)),
    ...(text === undefined ? [] : [asking(UNKNOWN_WORD, text.text)]),
    ...(common === undefined
      ? []
      : commonSelections(model, listing.search, values, common).flatMap((selection) => walks(model, selection))),
    ...(common === undefined
      ? []
      : [[1, LATE_PAGE] as const, [LATE_PAGE - 1, LATE_PAGE] as const].map((numbers) => ({
          queries: numbers.map((number) => ({ [parameter]: common, ...windowOf(listing, number, 1) })),
        }))),
  ];
}

/** A page that a service may work out otherwise than the first few. */
const LATE_PAGE = 6;

/** All pages of what a selection finds, where that is little; of everything, where the largest pages are few. */
function walks(model: Model, selection: Query): readonly RequestGroup[] {
  const { listing } = model;
  const { least } = model.expectationOf({ ...model.slice, ...selection });
  const isAll = Object.keys(selection).length === 0;
  const sizes = isAll ? [largest(listing)] : [Math.ceil(least / 2.5), ...(least >= LATE_PAGE ? [1] : [])];
  return sizes
    .map((size) => ({ size, pages: Math.ceil(least / size) }))
    .filter(({ size, pages }) => least >= 3 && size <= largest(listing) && pages >= 2 && pages <= MOST_PAGES)
    .map(({ size, pages }) => ({
      queries: Array.from({ length: pages }, (_, index) => ({ ...selection, ...windowOf(listing, index + 1, size) })),
    }));
}

/** So many pages are walked at most. */
const MOST_PAGES = 8;

/** Everything, and then a part of it: what an answer that was kept for the one shows in place of the other. */
function valuePairs({ listing }: Model, values: Values): readonly RequestGroup[] {
  const { page, size, sort, search } = listing;
  const most = windowOf(listing, 1, largest(listing));
  const parts: readonly Query[] = [
    { [size.parameter]: '7' },
    { [page.parameter]: '2' },
    ...[...values].flatMap(([{ parameter }, [one, , other]]) =>
      [one, other].flatMap((value) => (value === undefined ? [] : [{ [parameter]: value }])),
    ),
    ...Object.keys(sort?.by ?? {}).map((value) => ({ [sort?.parameter ?? '']: value })),
    ...(search === undefined ? [] : [{ [search.parameter]: UNKNOWN_WORD }]),
  ];
  return parts.map((part) => ({ queries: [most, { ...most, ...part }] }));
}
