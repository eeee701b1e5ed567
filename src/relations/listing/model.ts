import type { Listing } from '../../contract/listing.ts';
import { getOrMake } from '../../memoize.ts';
import type { Query, Row } from './answer.ts';
import {
  filtersOf,
  furtherText,
  hash,
  measureOf,
  passes,
  searchTextsOf,
  selectionOf,
  sortMember,
  sortOf,
} from './values.ts';

/** An item that is known, with its place in the model. */
export interface Item extends Row {
  readonly key: string;
  readonly index: number;
  /** Its place in an order that nothing else follows. */
  readonly rank: number;
}

/** Does an item belong in an answer? `BOUND`: yes, but it lies exactly on a bound. Of several filters the smallest value counts. */
export const NOT = 0;
export const MAY = 1;
export const BOUND = 2;
export const MUST = 3;

/** Which of the known items an answer has to hold. */
export interface Expectation {
  /** By the index of the item: NOT, MAY, BOUND or MUST. */
  readonly classes: Uint8Array;
  /** How many have to be in it, those on a bound included. */
  readonly least: number;
  readonly most: number;
}

/** What is known of the items behind a listing, and what follows from it for any request. */
export interface Model {
  readonly listing: Listing;
  readonly items: readonly Item[];
  readonly byKey: ReadonlyMap<string, Item>;
  /** All items are known that any request within `slice` can find. */
  readonly whole: boolean;
  /** By how many items the total of the listing is greater than the number of known items. */
  readonly unknown: number;
  /** Answers tell how many items a request finds. */
  readonly counted: boolean;
  /** So many were shown whose id cannot be read. */
  readonly unnamed: number;
  /** The filters into which requests are narrowed where there are too many items to know them all. */
  readonly slice: Query;
  /** Texts that are known to be searched for an item without being shown, by its key. */
  readonly hidden: ReadonlyMap<string, readonly string[]>;
  expectationOf(query: Query): Expectation;
  /** The sort keys of the items in an answer, ascending; `unknown`: how many items may be in it whose key is not known. */
  keysOf(query: Query): { readonly keys: Float64Array; readonly unknown: number };
  /** From the least to the greatest of a member among the items that an answer has to hold, those on a bound aside. */
  spanOf(query: Query, member: string): Span | undefined;
  /** Is the text one long word without special characters, of which no four letters in a row occur in a known item? */
  isUnknown(text: string): boolean;
  /** What a right service would find, all of it, in a right order. */
  found(query: Query): readonly Item[];
}

export interface Span {
  readonly min: number;
  readonly max: number;
}

export interface Knowledge {
  readonly rows: readonly Row[];
  readonly whole: boolean;
  /** How many items the listing says to hold. */
  readonly total?: number | undefined;
  readonly slice?: Query;
  readonly hidden?: ReadonlyMap<string, readonly string[]>;
}

export function createModel(
  listing: Listing,
  { rows, whole, total, slice = {}, hidden = new Map() }: Knowledge,
): Model {
  const items = itemsOf(rows);
  const unknown = Math.max(0, Math.min((total ?? 0) - items.length, items.length));
  const expectations = new Map<string, Expectation>();
  const classes = new Map<string, Uint8Array>();
  const sorted = new Map<string, readonly Item[]>();
  const unknownWord = new Map<string, boolean>();
  const keys = new Map<string, ReturnType<Model['keysOf']>>();
  const spans = new Map<string, Span | undefined>();
  const classesOf = (name: string, value: string, classify: (item: Item) => number) =>
    getOrMake(classes, `${name}=${value}`, () => Uint8Array.from(items, classify));
  const expectationOf = (query: Query) =>
    getOrMake(expectations, selectionOf(listing, query), () => {
      const text = furtherText({ listing, slice }, query);
      const parts = filtersOf(listing, query).map((filter) => {
        const value = query[filter.parameter] ?? '';
        return classesOf(filter.parameter, value, (item) => CLASS[passes(filter, value, item)]);
      });
      if (text !== undefined)
        parts.push(classesOf('search', text, (item) => (matches(listing, item, text, hidden) ? MUST : MAY)));
      return combined(items.length, parts, unknown);
    });
  const found = (query: Query) =>
    getOrMake(sorted, `${selectionOf(listing, query)} ${sortOf(listing, query)}`, () => {
      const { classes: all } = expectationOf(query);
      return ordered(
        listing,
        query,
        items.filter(({ index }) => (all[index] ?? NOT) >= BOUND),
      );
    });
  return {
    listing,
    items,
    byKey: new Map(items.map((item) => [item.key, item])),
    whole,
    unknown,
    counted: total !== undefined,
    unnamed: rows.filter(({ key }) => key === undefined).length,
    slice,
    hidden,
    expectationOf,
    found,
    spanOf: (query, member) =>
      getOrMake(spans, `${selectionOf(listing, query)} ${member}`, () => {
        const { classes: all } = expectationOf(query);
        return spanned(
          items.filter(({ index }) => all[index] === MUST),
          member,
        );
      }),
    isUnknown: (text) => getOrMake(unknownWord, text, () => isUnknownWord(listing, items, text)),
    keysOf: (query) =>
      getOrMake(keys, `${selectionOf(listing, query)} ${sortMember(listing, query)}`, () => {
        const member = sortMember(listing, query) ?? '';
        const numbers = found(query)
          .map((item) => measureOf(item, member))
          .filter((number) => number !== undefined);
        return { keys: Float64Array.from(numbers).sort(), unknown: expectationOf(query).most - numbers.length };
      }),
  };
}

/** From the least to the greatest of a member; undefined where no item has a number there. */
export function spanned(rows: readonly Row[], member: string): Span | undefined {
  const numbers = rows.map((row) => measureOf(row, member)).filter((number) => number !== undefined);
  return numbers.length === 0
    ? undefined
    : { min: numbers.reduce((a, b) => Math.min(a, b)), max: numbers.reduce((a, b) => Math.max(a, b)) };
}

const CLASS = { yes: MUST, bound: BOUND, no: NOT, unknown: MAY } as const;

/** Each item once, as it was first shown. */
function itemsOf(rows: readonly Row[]): readonly Item[] {
  const known = new Map<string, Row>();
  for (const row of rows) if (row.key !== undefined && !known.has(row.key)) known.set(row.key, row);
  return [...known].map(([key, row], index) => ({ measured: {}, ...row, key, index, rank: hash(key) }));
}

function combined(count: number, parts: readonly Uint8Array[], unknown: number): Expectation {
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
 * A text that stands verbatim in a member that is searched has to be found, in whole words and in its own case. Whether
 * anything else is, depends on how a service searches.
 */
export function matches(
  { search }: Listing,
  { key, values }: Pick<Item, 'key' | 'values'>,
  text: string,
  hidden: ReadonlyMap<string, readonly string[]>,
): boolean {
  const shown = (search?.members ?? []).some((member) =>
    searchTextsOf({ values }, member).some(
      (value) => search?.loose?.[member]?.includes(value) !== true && hasWords(value, text),
    ),
  );
  return shown || (hidden.get(key) ?? []).some((value) => hasWords(value, text));
}

/** Does a text stand anywhere in what is shown and searched of an item? */
export function hasText({ search }: Listing, row: Row, text: string): boolean {
  return (search?.members ?? []).some((member) => searchTextsOf(row, member).some((value) => value.includes(text)));
}

/** The text as whole words: no letter or digit joins it to what stands before or after. */
export function hasWords(value: string, text: string): boolean {
  for (let at = value.indexOf(text); at >= 0; at = value.indexOf(text, at + 1))
    if (!isJoined(value[at - 1], value[at]) && !isJoined(value[at + text.length - 1], value[at + text.length]))
      return true;
  return false;
}

const WORD = /[\p{L}\p{N}\p{M}_-]/u;

function isJoined(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && WORD.test(before) && WORD.test(after);
}

/** A number that orders items as nothing else does. */
export function rankOf(row: Row): number {
  return 'rank' in row && typeof row.rank === 'number' ? row.rank : hash(row.key ?? '');
}

/** By the member that is asked for, the greatest first; what only the service knows is an order that nothing else follows. */
export function ordered<T extends Row>(listing: Listing, query: Query, rows: readonly T[]): readonly T[] {
  const member = sortMember(listing, query);
  const keyed = rows.map((row) => ({
    row,
    first: member === undefined ? 0 : (measureOf(row, member) ?? 0),
    second: rankOf(row),
  }));
  return keyed.sort((a, b) => b.first - a.first || a.second - b.second).map(({ row }) => row);
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
