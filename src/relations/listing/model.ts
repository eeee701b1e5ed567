import type { Listing } from '../../contract/listing.ts';
import type { Filter, Search } from '../../contract/listing-node.ts';
import { getOrMake } from '../../memoize.ts';
import type { Query, Row } from './answer.ts';
import { withRanks } from './text-order.ts';
import {
  directionOf,
  filtersOf,
  furtherText,
  hash,
  measureOf,
  passes,
  searchTextsOf,
  selectionOf,
  sortKey,
  sortMember,
  sortOf,
} from './values.ts';

/** A known item, with its position in the model. */
export interface Item extends Row {
  readonly key: string;
  readonly index: number;
  /** Its position in a pseudo-random order, unrelated to any member. */
  readonly rank: number;
}

/** Does an answer contain an item? `BOUND`: yes, but it lies on a bound. With several filters, the smallest value counts. */
export const NOT = 0;
export const MAY = 1;
export const BOUND = 2;
export const MUST = 3;

/** Which of the known items an answer must contain. */
export interface Expectation {
  /** By the index of the item: NOT, MAY, BOUND or MUST. */
  readonly classes: Uint8Array;
  /** How many items it must contain, including those on a bound. */
  readonly least: number;
  readonly most: number;
}

/** The known items behind a listing, and what follows from them for any request. */
export interface Model {
  readonly listing: Listing;
  readonly items: readonly Item[];
  readonly byKey: ReadonlyMap<string, Item>;
  /** Every item is known that a request within `slice` can find. */
  readonly whole: boolean;
  /** How many items the total of the listing has beyond the known ones, limited to the number of known items. */
  readonly unknown: number;
  /** Answers have a total. */
  readonly counted: boolean;
  /** How many listed items have no readable id. */
  readonly unnamed: number;
  /** The parameters of every request: a required search, and filters if there are too many items to know them all. */
  readonly slice: Query;
  /** Texts that the search looks at and the listing does not show, by the key of the item. */
  readonly hidden: ReadonlyMap<string, readonly string[]>;
  expectationOf(query: Query): Expectation;
  /** The sort keys of the items in an answer, ascending. `unknown`: how many further items it may contain. */
  keysOf(query: Query): { readonly keys: Float64Array; readonly unknown: number };
  /** The range of a member over the items that an answer must contain, without those on a bound. */
  spanOf(query: Query, member: string): Span | undefined;
  /** Is the text a word of eight or more lower-case letters, and does no known item contain four of them in a row? */
  isUnknown(text: string): boolean;
  /** All items that a correct service would find, in a correct order. */
  readonly found: (query: Query) => readonly Item[];
}

export interface Span {
  readonly min: number;
  readonly max: number;
}

export interface Knowledge {
  readonly rows: readonly Row[];
  readonly whole: boolean;
  /** How many items the listing says it has. */
  readonly total?: number | undefined;
  readonly slice?: Query;
  readonly hidden?: ReadonlyMap<string, readonly string[]>;
}

export function createModel(
  listing: Listing,
  { rows, whole, total, slice = {}, hidden = new Map() }: Knowledge,
): Model {
  const items = withRanks(listing, itemsOf(rows));
  const unknown = Math.max(0, Math.min((total ?? 0) - items.length, items.length));
  const expectationOf = createExpectations({ listing, items, unknown, slice, hidden });
  const itemsFrom = (least: number, query: Query) => {
    const { classes } = expectationOf(query);
    return items.filter(({ index }) => (classes[index] ?? NOT) >= least);
  };
  const found = cached(
    (query: Query) => `${selectionOf(listing, query)} ${sortOf(listing, query)}`,
    (query) => ordered(listing, query, itemsFrom(BOUND, query)),
  );
  const keysOf = cached(
    (query: Query) => `${selectionOf(listing, query)} ${sortMember(listing, query)}`,
    (query) => {
      const numbers = numbersOf(found(query), sortMember(listing, query) ?? '', sortKey);
      return { keys: Float64Array.from(numbers).sort(), unknown: expectationOf(query).most - numbers.length };
    },
  );
  const spanOf = cached(
    (query: Query, member: string) => `${selectionOf(listing, query)} ${member}`,
    (query, member) => spanned(itemsFrom(MUST, query), member),
  );
  const isUnknown = cached(
    (text: string) => text,
    (text) => isUnknownWord(listing, items, text),
  );
  const byKey = new Map(items.map((item) => [item.key, item]));
  const unnamed = rows.filter(({ key }) => key === undefined).length;
  const facts = { listing, items, byKey, whole, unknown, counted: total !== undefined, unnamed, slice, hidden };
  return { ...facts, expectationOf, found, keysOf, spanOf, isUnknown };
}

/** Caches the results of a function by a key of its arguments. */
function cached<A extends readonly unknown[], T>(keyOf: (...of: A) => string, make: (...of: A) => T): (...of: A) => T {
  const known = new Map<string, T>();
  return (...of) => getOrMake(known, keyOf(...of), () => make(...of));
}

type Facts = Pick<Model, 'listing' | 'items' | 'unknown' | 'slice' | 'hidden'>;

function createExpectations({ listing, items, unknown, slice, hidden }: Facts): Model['expectationOf'] {
  const classesOfFilter = cached(
    ({ parameter }: Filter, value: string) => `${parameter}=${value}`,
    (filter, value) => Uint8Array.from(items, (item) => CLASS_OF_PASSING[passes(filter, value, item)]),
  );
  const classesOfSearch = cached(
    (text: string) => text,
    (text) => Uint8Array.from(items, (item) => (matches(listing, item, text, hidden) ? MUST : MAY)),
  );
  return cached(
    (query: Query) => selectionOf(listing, query),
    (query) => {
      const text = furtherText({ listing, slice }, query);
      const filters = filtersOf(listing, query);
      const parts = filters.map((filter) => classesOfFilter(filter, query[filter.parameter] ?? ''));
      return combineClasses(items.length, text === undefined ? parts : [...parts, classesOfSearch(text)], unknown);
    },
  );
}

/** The range of a member; undefined if no item has a number or date there. */
export function spanned(rows: readonly Row[], member: string): Span | undefined {
  const numbers = numbersOf(rows, member);
  return numbers.length === 0
    ? undefined
    : { min: numbers.reduce((a, b) => Math.min(a, b)), max: numbers.reduce((a, b) => Math.max(a, b)) };
}

function numbersOf(rows: readonly Row[], member: string, measured = measureOf): readonly number[] {
  return rows.map((row) => measured(row, member)).filter((number) => number !== undefined);
}

const CLASS_OF_PASSING = { yes: MUST, bound: BOUND, no: NOT, unknown: MAY } as const;

/** Each item once, as it was first listed. */
function itemsOf(rows: readonly Row[]): readonly Item[] {
  const known = new Map<string, Row>();
  for (const row of rows) if (row.key !== undefined && !known.has(row.key)) known.set(row.key, row);
  return [...known].map(([key, row], index) => ({ measured: {}, ...row, key, index, rank: hash(key) }));
}

function combineClasses(count: number, parts: readonly Uint8Array[], unknown: number): Expectation {
  const classes = new Uint8Array(count).fill(MUST);
  for (const part of parts)
    for (let index = 0; index < count; index += 1)
      if ((part[index] ?? NOT) < (classes[index] ?? NOT)) classes[index] = part[index] ?? NOT;
  let [least, most] = [0, unknown];
  for (const one of classes) {
    if (one >= BOUND) least += 1;
    if (one >= MAY) most += 1;
  }
  return { classes, least, most };
}

/**
 * Must a search find the item? Yes if a searched member contains the text verbatim, as whole words (unless the document says that
 * it is contained) and in the same case (unless it says that case is ignored). If not, it depends on how the service searches.
 */
export function matches(
  { search }: Listing,
  { key, values }: Pick<Item, 'key' | 'values'>,
  text: string,
  hidden: ReadonlyMap<string, readonly string[]>,
): boolean {
  const isShown = (search?.members ?? []).some((member) =>
    searchTextsOf({ values }, member).some(
      (value) => search?.loose?.[member]?.includes(value) !== true && fits(search ?? {}, value, text),
    ),
  );
  return isShown || (hidden.get(key) ?? []).some((value) => hasWords(value, text));
}

export function fits({ ignoresCase, contains }: Partial<Search>, value: string, text: string): boolean {
  const has = contains === true ? (one: string, part: string) => one.includes(part) : hasWords;
  return has(value, text) || (ignoresCase === true && has(value.toLowerCase(), text.toLowerCase()));
}

/** Does the value contain the text as whole words: no letter, digit, mark, `_` or `-` continues a word at either end? */
function hasWords(value: string, text: string): boolean {
  for (let at = value.indexOf(text); at >= 0; at = value.indexOf(text, at + 1))
    if (!isJoined(value[at - 1], value[at]) && !isJoined(value[at + text.length - 1], value[at + text.length]))
      return true;
  return false;
}

const WORD = /[\p{L}\p{N}\p{M}_-]/u;

function isJoined(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && WORD.test(before) && WORD.test(after);
}

/** The position of an item in the pseudo-random order. */
export function rankOf(row: Row): number {
  return 'rank' in row && typeof row.rank === 'number' ? row.rank : hash(row.key ?? '');
}

/**
 * Sorts rows by the member of the requested sort, in its declared direction, or else the greatest first. Ties, and sorts without
 * a member, follow the rank.
 */
export function ordered<T extends Row>(listing: Listing, query: Query, rows: readonly T[]): readonly T[] {
  const member = sortMember(listing, query);
  const direction = directionOf(listing, sortOf(listing, query));
  const withSortKeys = rows.map((row) => ({
    row,
    first: member === undefined ? 0 : (sortKey(row, member) ?? 0),
    second: rankOf(row),
  }));
  return withSortKeys.sort((a, b) => direction * (a.first - b.first) || a.second - b.second).map(({ row }) => row);
}

function isUnknownWord({ search }: Listing, items: readonly Item[], text: string): boolean {
  if (!/^[\p{Ll}]{8,}$/u.test(text)) return false;
  const runs = Array.from({ length: text.length - 3 }, (_, at) => text.slice(at, at + 4));
  return !items.some((item) =>
    (search?.members ?? []).some((member) => {
      const values = searchTextsOf(item, member).map((value) => value.toLowerCase());
      return runs.some((run) => values.some((value) => value.includes(run)));
    }),
  );
}
