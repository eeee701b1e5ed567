import type { Listing } from '../../contract/listing.ts';
import type { Query } from './answer.ts';
import type { Model } from './model.ts';
import { windowOf } from './pages.ts';
import { commonSelections } from './search-candidates.ts';
import { singleFilters, type Values } from './selections.ts';
import { UNKNOWN_WORD, WILDCARDS, type Words } from './texts.ts';
import { largestSize, sortKey } from './values.ts';

/** Requests that can show a fault together; most groups have one. With `again` the last one is sent twice. */
export interface RequestGroup {
  readonly queries: readonly Query[];
  readonly again?: true;
}

/** Requests that show a fault side by side: with and without a default, sent twice, neighbouring pages. */
export function pairs(model: Model, values: Values, words: Words): readonly RequestGroup[] {
  return [
    ...defaultPairs(model, words),
    ...repetitions(model, words),
    ...neighbours(model),
    ...tiedNeighbours(model),
    ...searchPairs(model, values, words),
    ...[{}, ...singleFilters(values).filter((_, index) => index % 3 === 0)].flatMap((selection) =>
      walks(model, selection),
    ),
    ...valuePairs(model, values),
  ];
}

/** A request that leaves a parameter to its default, beside one that names the default. */
function defaultPairs({ listing }: Model, { common }: Words): readonly RequestGroup[] {
  const { page, size, sort, search, defaults, cursor } = listing;
  const [fullPage, small] = [windowOf(listing, 1, largestSize(listing)), { [size.parameter]: '7' }];
  const value = sort === undefined ? undefined : defaults[sort.parameter];
  const usual = defaults[size.parameter];
  const found = common === undefined || search === undefined ? [] : [{ [search.parameter]: common, ...fullPage }];
  return [
    ...(value === undefined || sort === undefined
      ? []
      : [{}, small, fullPage, ...found].map((query) => ({ queries: [query, { ...query, [sort.parameter]: value }] }))),
    // A page that leads on by a cursor may be short. That it has another size shows only beside one of the default size.
    ...(cursor === undefined || usual === undefined ? [] : [{ queries: [{ [size.parameter]: usual }, {}] }]),
    ...[{}, small, windowOf(listing, undefined, largestSize(listing))].map((query) => ({
      queries: [{ ...query, [page.parameter]: '1' }, query],
    })),
  ];
}

function repetitions({ listing }: Model, { texts: [text] }: Words): readonly RequestGroup[] {
  const { search } = listing;
  const fullPage = windowOf(listing, 1, largestSize(listing));
  const found = text === undefined || search === undefined ? [] : [{ [search.parameter]: text.text, ...fullPage }];
  return [{}, fullPage, ...found].map((query) => ({ queries: [query], again: true }));
}

/** Two consecutive pages, early ones and late ones. */
function neighbours({ listing }: Model): readonly RequestGroup[] {
  return [
    twoPages(listing, 1, 7),
    twoPages(listing, 2, 7),
    twoPages(listing, 5, 7),
    twoPages(listing, 6, 7),
    twoPages(listing, 1),
  ];
}

function twoPages(listing: Listing, one: number, size?: number, order: Query = {}): RequestGroup {
  return { queries: [one, one + 1].map((number) => ({ ...order, ...windowOf(listing, number, size) })) };
}

/** For each sort and its reverse, two pages with equal sort keys at their border: no rule orders those items. */
function tiedNeighbours({ listing, found }: Model): readonly RequestGroup[] {
  const { sort } = listing;
  return Object.entries(sort?.by ?? {}).flatMap(([value, member]) => {
    const order = { [sort?.parameter ?? '']: value };
    const keys = found(order).map((row) => sortKey(row, member));
    return [keys, keys.toReversed()].flatMap((all) => {
      const size = TIED_SIZES.find((one) => tiedPage(all, one) > 0);
      return size === undefined ? [] : [twoPages(listing, tiedPage(all, size), size, order)];
    });
  });
}

/** Page sizes to try. Small pages have the most borders at which equal keys may lie. */
const TIED_SIZES = [7, 5, 3, 2] as const;

/** The first page whose last item has the same sort key as the first item of the next page; 0 if there is none. */
function tiedPage(keys: readonly (number | undefined)[], size: number): number {
  const last = keys.findIndex((key, index) => (index + 1) % size === 0 && key !== undefined && key === keys[index + 1]);
  return (last + 1) / size;
}

/** A wildcard beside ordinary signs; an unknown word and then a known text; pages of what a common text finds. */
function searchPairs(model: Model, values: Values, { texts: [text], common }: Words): readonly RequestGroup[] {
  const { listing } = model;
  if (listing.search === undefined) return [];
  const { parameter } = listing.search;
  const fullPage = windowOf(listing, 1, largestSize(listing));
  const asking = (...searched: readonly string[]) => ({
    queries: searched.map((one) => ({ [parameter]: one, ...fullPage })),
  });
  return [
    ...WILDCARDS.map(([sign, other]) => asking(sign, other)),
    ...(text === undefined ? [] : [asking(UNKNOWN_WORD, text.text)]),
    // A cache that forgets the search gives the first answer again.
    { queries: [fullPage, { [parameter]: UNKNOWN_WORD, ...fullPage }] },
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

/** The number of a page that a service may compute differently from the first few. */
const LATE_PAGE = 6;

/** All pages of what a selection finds, if they are few. Everything is read in pages of the largest size. */
function walks(model: Model, selection: Query): readonly RequestGroup[] {
  const { listing } = model;
  const { least } = model.expectationOf({ ...model.slice, ...selection });
  const isAll = Object.keys(selection).length === 0;
  const sizes = isAll ? [largestSize(listing)] : [Math.ceil(least / 2.5), ...(least >= LATE_PAGE ? [1] : [])];
  return sizes
    .map((size) => ({ size, pages: Math.ceil(least / size) }))
    .filter(({ size, pages }) => least >= 3 && size <= largestSize(listing) && pages >= 2 && pages <= MAX_PAGES)
    .map(({ size, pages }) => ({
      queries: Array.from({ length: pages }, (_, index) => ({ ...selection, ...windowOf(listing, index + 1, size) })),
    }));
}

/** At most this many pages are walked. */
const MAX_PAGES = 8;

/** Everything, and then a part of it: a cache may give the answer to the one for the other. */
function valuePairs({ listing }: Model, values: Values): readonly RequestGroup[] {
  const { page, size, sort, search } = listing;
  const fullPage = windowOf(listing, 1, largestSize(listing));
  const parts: readonly Query[] = [
    { [size.parameter]: '7' },
    { [page.parameter]: '2' },
    ...[...values].flatMap(([{ parameter }, [one, , other]]) =>
      [one, other].flatMap((value) => (value === undefined ? [] : [{ [parameter]: value }])),
    ),
    ...Object.keys(sort?.by ?? {}).map((value) => ({ [sort?.parameter ?? '']: value })),
    ...(search === undefined ? [] : [{ [search.parameter]: UNKNOWN_WORD }]),
  ];
  return parts.map((part) => ({ queries: [fullPage, { ...fullPage, ...part }] }));
}
