import type { Listing } from '../../contract/listing.ts';
import { type Direction, declaredDirections } from '../../contract/sort.ts';
import type { Answer, Row } from './answer.ts';
import { type Difference, isPast, type JudgingContext } from './difference.ts';
import { knowsAll } from './judge-known.ts';
import { isCounted } from './judge-page.ts';
import type { Model } from './model.ts';
import { SLUGS, sortSlug } from './slugs.ts';
import { offsetOf, pageOf, sortKey, sortMember, sortOf, textOf } from './values.ts';

/**
 * Judges the order of a page, place by place: which sort key may stand at each place of the whole listing. So one answer shows
 * an overlap, a gap, a wrong page, a sort within the page alone, and a sort of numbers as text.
 */
export function judgeOrder({ listing, model, directions }: JudgingContext, answer: Answer): readonly Difference[] {
  const sort = sortOf(listing, answer.query);
  const member = sortMember(listing, answer.query);
  if (sort === undefined || member === undefined) return [];
  const keys = answer.rows.map((row) => keyIn(model, row, member));
  const direction = directions.get(sort);
  const turn = firstReversal(keys, direction);
  // Only the first item is out of order, and the page is a later one: it may belong to the page before. That is judged below.
  const mayBePaging =
    turn?.index === 1 &&
    pageOf(listing, answer.query) > 1 &&
    model?.whole === true &&
    firstReversal(keys.slice(1), direction) === undefined;
  if (turn !== undefined && !mayBePaging)
    return [
      {
        slug: sortSlug(sort),
        expected: `${member} in ${DIRECTIONS[declaredDirections(listing.sort).get(sort) ?? 0]}`,
        actual: [turn.before, turn.index].map((at) => String(answer.rows[at]?.values[member])).join(' and then '),
        at: `${listing.items}/${turn.index}/${member}`,
      },
    ];
  if (!knowsAll(model, answer.query) || (answer.total === undefined && isCounted(listing))) return [];
  // Where such a page has to be empty, any item on it is reported, and has no place in the order.
  if (listing.page.past === 'empty' && isPast(listing, answer)) return [];
  const { keys: all, unknown } = model.keysOf(answer.query);
  const { total = all.length } = answer;
  // Another clause reports a total that contradicts the known items.
  if (total < all.length || total > all.length + unknown) return [];
  const directionsToTry: readonly Direction[] = direction === undefined ? [1, -1] : [direction];
  return misplaced(model, answer, { sort, member }, { keys, all, unknown, directionsToTry });
}

/** How items are to follow each other. 0: either way. */
const DIRECTIONS = { 1: 'ascending order', [-1]: 'descending order', 0: 'one direction' } as const;

interface SortedPage {
  readonly keys: readonly (number | undefined)[];
  /** The sort keys of all known items, ascending. */
  readonly all: Float64Array;
  readonly unknown: number;
  readonly directionsToTry: readonly Direction[];
}

/** Reports the first item that cannot stand at its place in the sorted listing: a paging fault if a shifted page would fit. */
function misplaced(
  { listing, items }: Model,
  { query, rows }: Answer,
  { sort, member }: { readonly sort: string; readonly member: string },
  page: SortedPage,
): readonly Difference[] {
  const offset = offsetOf(listing, query);
  if (Number.isNaN(offset) || fitsAt(page, offset)) return [];
  const [direction = 1] = page.directionsToTry;
  const index = misfit(page, offset, direction);
  const value = rows[index]?.values[member];
  const expectedKey = expectedAt(page.all, offset + index, direction);
  const wanted = items.find((item) => sortKey(item, member) === expectedKey)?.values[member];
  const way = page.directionsToTry.length > 1 ? '' : direction === 1 ? ', ascending' : ', descending';
  const expected = `${member} ${String(wanted)} at place ${offset + index + 1} of the listing sorted by ${sort}${way}`;
  const found = { actual: `${member} ${String(value)}`, at: `${listing.items}/${index}/${member}` };
  const pagingSlug = startsWithItemBefore(page, offset, index) ? SLUGS.disjoint : shiftedSlug(page, offset);
  if (pagingSlug === undefined) return [{ slug: sortSlug(sort), expected, ...found }];
  const slug = query[listing.page.parameter] === undefined ? SLUGS.defaultPage : pagingSlug;
  const pagePrefix = offset > 0 ? 'the page to begin where the one before it ended, with ' : '';
  return [{ slug, expected: `${pagePrefix}${expected}`, ...found }];
}

function fitsAt(page: SortedPage, offset: number): boolean {
  return page.directionsToTry.some((direction) => misfit(page, offset, direction) < 0);
}

/** Does the last item of the page before stand first, and is the rest of the page right? */
function startsWithItemBefore(page: SortedPage, offset: number, firstMisfit: number): boolean {
  if (firstMisfit !== 0 || offset <= 0) return false;
  const first = { ...page, keys: page.keys.slice(0, 1) };
  const rest = { ...page, keys: page.keys.slice(1) };
  return page.directionsToTry.some((one) => misfit(rest, offset + 1, one) < 0 && misfit(first, offset - 1, one) < 0);
}

/**
 * An item that stands apart from others with the same value of an enumeration that the page is sorted by. The values may have an
 * order of their own, but each of them has one place in it.
 */
export function judgeTies(listing: Listing, { query, rows, payload, seq, failed }: Answer): readonly Difference[] {
  const [sort, member] = [sortOf(listing, query), sortMember(listing, query)];
  if (sort === undefined || member === undefined || failed !== undefined) return [];
  if (!listing.ofMember(member).some((schema) => schema.enum !== undefined)) return [];
  const texts = rows.map((row) => textOf(row, member));
  const values = texts.map((one) => one.toLowerCase());
  const shown = [...values.keys()].filter((index) => values[index] !== '');
  const apart = shown.find((index, at) => {
    const earlier = shown.slice(0, at).map((one) => values[one]);
    return earlier.includes(values[index]) && earlier.at(-1) !== values[index];
  });
  if (apart === undefined) return [];
  const [expected, actual] = [`items of one ${member} side by side`, `${member} ${texts[apart]} in two places`];
  return [{ slug: sortSlug(sort), expected, actual, at: `${payload}${listing.items}/${apart}/${member}`, seq }];
}

/** The first key that goes against the direction, and the place of the key before. If none is known, the first step sets it. */
function firstReversal(
  keys: readonly (number | undefined)[],
  known?: Direction,
): { readonly index: number; readonly before: number } | undefined {
  let direction: number = known ?? 0;
  let last: { readonly key: number; readonly index: number } | undefined;
  for (const [index, key] of keys.entries()) {
    if (key === undefined) continue;
    const step = last === undefined ? 0 : Math.sign(key - last.key);
    if (last !== undefined && step !== 0 && direction !== 0 && step !== direction) return { index, before: last.index };
    direction ||= step;
    last = { key, index };
  }
  return undefined;
}

/** The sort key of an item as the model knows it, if the item has not changed since. */
function keyIn(model: Model | undefined, row: Row, member: string): number | undefined {
  const known = row.key === undefined ? undefined : model?.byKey.get(row.key);
  return sortKey(known !== undefined && known.values[member] === row.values[member] ? known : row, member);
}

/** The direction from the first sort key of an answer to the last; undefined if they are equal. */
export function directionIn(listing: Listing, { query, rows }: Answer, model: Model): Direction | undefined {
  const member = sortMember(listing, query);
  if (member === undefined) return undefined;
  const keys = rows.map((row) => keyIn(model, row, member)).filter((key) => key !== undefined);
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  return last > first ? 1 : -1;
}

/**
 * The first place whose key cannot stand there; -1 if there is none. All known smaller keys stand before a key and all known
 * greater ones after it (reversed if descending). The unknown items may stand anywhere.
 */
function misfit({ keys, all, unknown }: SortedPage, offset: number, direction: Direction): number {
  return keys.findIndex((key, index) => {
    if (key === undefined) return false;
    const place = offset + index;
    const [less, upTo] = [countBelow(all, key), countBelow(all, key, true)];
    const [before, until] = direction === 1 ? [less, upTo] : [all.length - upTo, all.length - less];
    return place < before || place >= until + unknown;
  });
}

/** How many keys are less than this one, or with `orEqual` not greater. */
function countBelow(all: Float64Array, key: number, orEqual = false): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = all[middle] ?? 0;
    if (value < key || (orEqual && value === key)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function expectedAt(all: Float64Array, place: number, direction: Direction): number | undefined {
  return all[direction === 1 ? place : all.length - 1 - place];
}

/** The paging clause to report if the page would fit a little before or after its place; undefined if the sort is wrong. */
function shiftedSlug(page: SortedPage, offset: number): string | undefined {
  if (offset > 0 && fitsAt(page, 0)) return SLUGS.disjoint;
  const reach = Math.max(4, page.keys.length * 2);
  for (let shift = 1; shift <= reach; shift += 1) {
    if (fitsAt(page, offset - shift)) return SLUGS.disjoint;
    if (fitsAt(page, offset + shift)) return SLUGS.holdTotal;
  }
  return undefined;
}
