import type { Listing } from '../../contract/listing.ts';
import type { Filter } from '../../contract/listing-node.ts';
import type { Answer, Query, Row } from './answer.ts';
import { type Difference, type JudgingContext, queryText } from './difference.ts';
import { findsAnything, judgeUnknownWord } from './judge-search.ts';
import { BOUND, type Expectation, type Item, type Model, MUST, NOT } from './model.ts';
import { boundSlug, findsSlug, fractionSlug, SLUGS, takesFractions } from './slugs.ts';
import {
  containsText,
  filtersOf,
  furtherText,
  measure,
  pageOf,
  passes,
  searchOf,
  sizeOf,
  sortMember,
} from './values.ts';

/** Judges an answer against the known items: which it must hold, which it cannot hold, and how many it finds. */
export function judgeKnown(context: JudgingContext, answer: Answer): readonly Difference[] {
  const { listing, model } = context;
  if (model === undefined || !model.whole) return [];
  if (searchesOtherText(model, answer.query)) return judgeOtherText(model, answer);
  if (!isWithin(model, answer.query)) return [];
  const expectation = model.expectationOf(answer.query);
  const unknownItem = unknownItemIn(model, answer);
  if (unknownItem !== undefined) return [unknownItem];
  const total = answer.total ?? countOf(listing, answer);
  if (total === undefined) return [];
  const loss = lossIn(model, expectation, answer, total);
  if (loss !== undefined && !loss.excused) return [loss.difference];
  const at = answer.total === undefined ? listing.items : (listing.total ?? listing.items);
  return miscounted(model, expectation, answer, total).map((difference) => ({ ...difference, at }));
}

/** Judges a search for another text than the slice's: it finds the known items that have it, and an unknown word not all. */
function judgeOtherText(model: Model, answer: Answer): readonly Difference[] {
  const total = answer.total ?? countOf(model.listing, answer);
  if (!filtersWithin(model, answer.query)) return [];
  if (total === undefined) return findsAnything(model, answer, answer.rows.length);
  const loss = lossIn(model, model.expectationOf(answer.query), answer, total);
  if (loss !== undefined) return loss.excused ? [] : [loss.difference];
  return findsAnything(model, answer, total);
}

function miscounted(model: Model, expectation: Expectation, answer: Answer, total: number): readonly Difference[] {
  const { query } = answer;
  if (furtherText(model, query) !== undefined) return judgeUnknownWord(model, answer, total);
  if (total >= expectation.least && total <= expectation.most) return [];
  return [{ slug: wrongTotalSlug(model, expectation, query, total), ...totalTexts(model, expectation, query, total) }];
}

/**
 * How many items were found, for an answer without a total. Known only if the first page holds fewer items than the requested
 * size and the default size, as the service may confuse the two, and leads to no next page.
 */
function countOf(listing: Listing, { query, rows, leadsOn }: Answer): number | undefined {
  if (leadsOn === true || query[listing.size.parameter] === undefined || pageOf(listing, query) !== 1) return undefined;
  return rows.length < Math.min(sizeOf(listing, query), sizeOf(listing, {})) ? rows.length : undefined;
}

/** Are all items known that the request can find? */
export function knowsAll(model: Model | undefined, query: Query): model is Model {
  return model?.whole === true && isWithin(model, query);
}

/** Does the request find nothing beyond the slice of the model? */
export function isWithin(model: Model, query: Query): boolean {
  return !searchesOtherText(model, query) && filtersWithin(model, query);
}

/** If the slice has a search: does the request search for another text? */
function searchesOtherText(model: Model, query: Query): boolean {
  return searchOf(model.listing, model.slice) !== undefined && furtherText(model, query) !== undefined;
}

function filtersWithin({ listing, slice }: Model, query: Query): boolean {
  return listing.filters.every(({ parameter, relation }) => {
    const [bound, own] = [slice[parameter], query[parameter]];
    if (bound === undefined) return true;
    if (own === undefined) return false;
    if (relation === 'equals') return own === bound;
    const [requested, limit] = [measure(own) ?? Number(own), measure(bound) ?? Number(bound)];
    return relation === 'at-least' ? requested >= limit : requested <= limit;
  });
}

/** Reports an item that is none of the known ones, if all items are known. */
function unknownItemIn(model: Model, { rows }: Answer): Difference | undefined {
  if (model.unknown > 0 || model.items.some(({ hasInvalidId }) => hasInvalidId === true)) return undefined;
  const index = rows.findIndex(
    ({ key, hasInvalidId }) => key !== undefined && hasInvalidId !== true && !model.byKey.has(key),
  );
  if (index < 0) return undefined;
  return {
    slug: SLUGS.holdTotal,
    expected: 'one of the items that the listing holds without filters and sort',
    actual: `item ${rows[index]?.key}, which is none of them`,
    at: `${model.listing.items}/${index}`,
  };
}

/** The clause that an answer seems to break: an item is missing, but one whose id cannot be read may be that item. */
export function excusedLoss(model: Model, answer: Answer): { readonly slug: string; readonly at: string } | undefined {
  if (answer.failed !== undefined || !model.whole || !isWithin(model, answer.query)) return undefined;
  const total = answer.total ?? countOf(model.listing, answer);
  const loss = total === undefined ? undefined : lossIn(model, model.expectationOf(answer.query), answer, total);
  const place = `${answer.payload}${model.listing.items}/${answer.rows.findIndex(isUnread)}`;
  return loss?.excused === true ? { slug: loss.difference.slug, at: place } : undefined;
}

/** Is the id unreadable? Then the row may be any item. */
export function isUnread({ key, hasInvalidId }: Row): boolean {
  return key === undefined || hasInvalidId === true;
}

interface Loss {
  readonly difference: Difference;
  /** The items without a readable id may be the missing ones: there are at least as many. */
  readonly excused: boolean;
}

/** Reports an item that must be found and is missing. Judged only if the first page shows the whole result. */
function lossIn(model: Model, expectation: Expectation, { query, rows }: Answer, total: number): Loss | undefined {
  const { listing } = model;
  if (pageOf(listing, query) !== 1 || total > rows.length) return undefined;
  const present = new Set(rows.map(({ key }) => key));
  const hasToBeFound = ({ index }: Item) => (expectation.classes[index] ?? NOT) >= BOUND;
  const lost = model.items.filter((item) => hasToBeFound(item) && item.hasInvalidId !== true && !present.has(item.key));
  // An item on a bound is reported only if no other is missing.
  const example = lost.find(({ index }) => expectation.classes[index] === MUST) ?? lost[0];
  if (example === undefined) return undefined;
  const isPlain = filtersOf(listing, query).length === 0 && furtherText(model, query) === undefined;
  const difference =
    rows.length === sizeOf(listing, query)
      ? // On a full page the total itself looks wrong: the lost items may be on the next one.
        { ...totalTexts(model, expectation, query, total), at: listing.total ?? listing.items }
      : {
          expected: `item ${example.key} among the items for ${queryText(listing, query)}`,
          actual: rows.length === 0 ? 'no items' : 'items without it',
          at: listing.items,
        };
  return {
    difference: { slug: isPlain ? plainSlug(listing, query) : lossSlug(model, example, query), ...difference },
    excused: lost.length <= rows.filter(isUnread).length,
  };
}

function totalTexts(
  { listing }: Model,
  { least, most }: Expectation,
  query: Query,
  total: number,
): Pick<Difference, 'expected' | 'actual'> {
  const expected = least === most ? String(least) : `${least} to ${most}`;
  return { expected: `total ${expected} for ${queryText(listing, query)}`, actual: `total ${total}` };
}

/** The request with the fractional bound of one filter rounded to the stricter side; undefined if it has no fraction. */
function withoutFraction(listing: Listing, filter: Filter, query: Query): Query | undefined {
  const bound = Number(query[filter.parameter]);
  if (!takesFractions(listing, filter) || Number.isInteger(bound)) return undefined;
  const stricter = filter.relation === 'at-least' ? Math.ceil(bound) : Math.floor(bound);
  return { ...query, [filter.parameter]: String(stricter) };
}

/** The clause that a missing item breaks: of the searched member, the bound that it lies on, a fraction, or the filters. */
function lossSlug(model: Model, item: Item, query: Query): string {
  const { listing, hidden } = model;
  const text = furtherText(model, query);
  if (text !== undefined) return findsSlug(foundIn(listing, item, text, hidden));
  const isCutOff = (filter: Filter): boolean => {
    const stricter = withoutFraction(listing, filter, query)?.[filter.parameter];
    return stricter !== undefined && passes(filter, stricter, item) === 'no';
  };
  return slugOfFilters(filtersOf(listing, query), (filter) => isOnBound(filter, query, item), isCutOff);
}

/** The clause of the first filter whose bound is at fault, or else of the first whose fraction is. */
function slugOfFilters(
  filters: readonly Filter[],
  isBoundAtFault: (filter: Filter) => boolean,
  isFractionAtFault: (filter: Filter) => boolean,
): string {
  const bound = filters.find(isBoundAtFault);
  if (bound !== undefined) return boundSlug(bound);
  const fraction = filters.find(isFractionAtFault);
  return fraction === undefined ? SLUGS.keep : fractionSlug(fraction);
}

function isOnBound(filter: Filter, query: Query, item: Item): boolean {
  return passes(filter, query[filter.parameter] ?? '', item) === 'bound';
}

/** The member by which a search must find the item. One that equals the text comes before one that contains it. */
export function foundIn(
  listing: Listing,
  { key, values }: Pick<Item, 'key' | 'values'>,
  text: string,
  hidden: Model['hidden'],
): string {
  const members = listing.search?.members ?? [];
  const other = (hidden.get(key) ?? []).includes(text)
    ? Object.keys(listing.search?.hidden?.members ?? {})[0]
    : undefined;
  return (
    members.find((member) => values[member] === text) ??
    other ??
    members.find((member) => containsText(listing, { values }, member, text)) ??
    members[0] ??
    ''
  );
}

function plainSlug(listing: Listing, query: Query): string {
  return sortMember(listing, query) === undefined ? totalSlug(listing, query) : SLUGS.sortKeeps;
}

function totalSlug(listing: Listing, query: Query): string {
  return pageOf(listing, query) > 1 ? SLUGS.sameTotal : SLUGS.holdTotal;
}

function wrongTotalSlug(model: Model, { least, most }: Expectation, query: Query, total: number): string {
  const { listing } = model;
  if (filtersOf(listing, query).length === 0) return plainSlug(listing, query);
  return total > most ? totalSlug(listing, query) : lossOfTotal(model, query, least - total);
}

/**
 * The clause that a total breaks that is too low by `lost`. It is the bound's if exactly as many items lie on that bound, or if
 * more do and the values shown may be rounded.
 */
function lossOfTotal({ listing, items, expectationOf }: Model, query: Query, lost: number): string {
  const { classes, least } = expectationOf(query);
  const isBoundLost = (filter: Filter): boolean => {
    const onBound = items.filter((item) => classes[item.index] === BOUND && isOnBound(filter, query, item));
    return onBound.length === lost || (onBound.length > lost && isShownWhole(listing, filter, items));
  };
  const isFractionLost = (filter: Filter): boolean => {
    const stricter = withoutFraction(listing, filter, query);
    return stricter !== undefined && expectationOf(stricter).least === least - lost;
  };
  return slugOfFilters(filtersOf(listing, query), isBoundLost, isFractionLost);
}

/** May values have fractions, while no known item shows one? */
function isShownWhole(listing: Listing, filter: Filter, items: readonly Item[]): boolean {
  return takesFractions(listing, filter) && items.every(({ values }) => Number.isInteger(values[filter.member] ?? 0));
}
