import type { Filter } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Ask, Listed, Row } from './answer.ts';
import { type Bench, type Complaint, shown } from './complaint.ts';
import { BOUND, type Expectation, type Item, type Model, MUST, NOT } from './model.ts';
import { boundSlug, findsSlug, fractionSlug, SLUGS, takesFractions } from './slugs.ts';
import { filtersOf, measure, pageOf, passes, searchOf, sizeOf, sortMember, textOf } from './values.ts';

/** What follows from the items that are known: which have to be there, which cannot be, and how many. */
export function judgeKnown(bench: Bench, listed: Listed): readonly Complaint[] {
  const { listing, model } = bench;
  if (model === undefined || !model.whole || !isWithin(model, listed.ask)) return [];
  const expectation = model.expectationOf(listed.ask);
  const stranger = strangerIn(model, listed);
  if (stranger !== undefined) return [stranger];
  const total = listed.total ?? countOf(listing, listed);
  if (total === undefined) return [];
  const loss = lossIn(model, expectation, listed, total);
  if (loss !== undefined && !loss.excused) return [loss.complaint];
  const at = listed.total === undefined ? listing.items : listing.total;
  return miscounted(model, expectation, listed, total).map((complaint) => ({ ...complaint, at }));
}

function miscounted(model: Model, expectation: Expectation, listed: Listed, total: number): readonly Complaint[] {
  if (searchOf(model.listing, listed.ask) !== undefined) return narrowing(model, listed, total);
  if (total >= expectation.least && total <= expectation.most) return [];
  return [wrongTotal(model, expectation, listed, total)];
}

/**
 * How many items were found, where the answer does not tell it, but its first page is not full: neither of the size that was
 * asked for nor of that by default, should the one be taken for the other.
 */
function countOf(listing: Listing, { ask, rows }: Listed): number | undefined {
  if (ask[listing.size.parameter] === undefined || pageOf(listing, ask) !== 1) return undefined;
  return rows.length < Math.min(sizeOf(listing, ask), sizeOf(listing, {})) ? rows.length : undefined;
}

/** Is everything known that the request can find? */
function isWithin({ listing, slice }: Model, ask: Ask): boolean {
  return listing.filters.every(({ parameter, relation }) => {
    const [bound, own] = [slice[parameter], ask[parameter]];
    if (bound === undefined) return true;
    if (own === undefined) return false;
    if (relation === 'equals') return own === bound;
    const [mine, its] = [measure(own) ?? Number(own), measure(bound) ?? Number(bound)];
    return relation === 'at-least' ? mine >= its : mine <= its;
  });
}

/** An item that the whole listing does not have. */
function strangerIn(model: Model, { rows }: Listed): Complaint | undefined {
  if (model.unknown > 0 || model.items.some(({ odd }) => odd === true)) return undefined;
  const index = rows.findIndex(({ key, odd }) => key !== undefined && odd !== true && !model.byKey.has(key));
  return index < 0
    ? undefined
    : {
        slug: SLUGS.holdTotal,
        expected: 'one of the items that the listing holds without filters and sort',
        actual: `item ${rows[index]?.key}, which is none of them`,
        at: `${model.listing.items}/${index}`,
      };
}

/** The clause that an answer would break, were it not that an item in it cannot be read, and may be the one that is missing. */
export function excusedLoss(model: Model, listed: Listed): { readonly slug: string; readonly at: string } | undefined {
  if (listed.failed !== undefined || !model.whole || !isWithin(model, listed.ask)) return undefined;
  const total = listed.total ?? countOf(model.listing, listed);
  const loss = total === undefined ? undefined : lossIn(model, model.expectationOf(listed.ask), listed, total);
  const place = `${listed.payload}${model.listing.items}/${listed.rows.findIndex(isUnread)}`;
  return loss?.excused === true ? { slug: loss.complaint.slug, at: place } : undefined;
}

/** It may be any item. */
export function isUnread({ key, odd }: Row): boolean {
  return key === undefined || odd === true;
}

interface Loss {
  readonly complaint: Complaint;
  /** As many items cannot be read as are missing. */
  readonly excused: boolean;
}

/** An item that has to be there and is not, where all that was found is shown. */
function lossIn(model: Model, { classes }: Expectation, { ask, rows }: Listed, total: number): Loss | undefined {
  const { listing } = model;
  if (pageOf(listing, ask) !== 1 || total > rows.length) return undefined;
  const present = new Set(rows.map(({ key }) => key));
  const lost = model.items.filter(
    ({ key, index, odd }) => (classes[index] ?? NOT) >= BOUND && odd !== true && !present.has(key),
  );
  const telling = lost.find(({ index }) => classes[index] === MUST) ?? lost[0];
  if (telling === undefined) return undefined;
  const isPlain = filtersOf(listing, ask).length === 0 && searchOf(listing, ask) === undefined;
  return {
    complaint: {
      slug: isPlain ? plainSlug(listing, ask) : lossSlug(model, telling, ask),
      expected: `item ${telling.key} among the items for ${shown(ask)}`,
      actual: `${rows.length} ${rows.length === 1 ? 'item' : 'items'}, which are all by the total of ${total}, and it is not among them`,
      at: listing.items,
    },
    excused: lost.length <= rows.filter(isUnread).length,
  };
}

/** The same request with the bound of one filter brought to the next whole number within; undefined where it is whole. */
function withoutFraction(listing: Listing, filter: Filter, ask: Ask): Ask | undefined {
  const bound = Number(ask[filter.parameter]);
  if (!takesFractions(listing, filter) || Number.isInteger(bound)) return undefined;
  return { ...ask, [filter.parameter]: String(filter.relation === 'at-least' ? Math.ceil(bound) : Math.floor(bound)) };
}

/** Which promise an item shows that is missing: the bound that it lies on, the member that was searched for, or the filters. */
function lossSlug({ listing, hidden }: Model, item: Item, ask: Ask): string {
  const text = searchOf(listing, ask);
  if (text !== undefined) return findsSlug(foundIn(listing, item, text, hidden));
  const bound = filtersOf(listing, ask).find((filter) => passes(filter, ask[filter.parameter] ?? '', item) === 'bound');
  if (bound !== undefined) return boundSlug(bound);
  const fraction = filtersOf(listing, ask).find((filter) => {
    const stricter = withoutFraction(listing, filter, ask)?.[filter.parameter];
    return stricter !== undefined && passes(filter, stricter, item) === 'no';
  });
  return fraction === undefined ? SLUGS.keep : fractionSlug(fraction);
}

/** The member through which a text has to find the item; that which it equals before one in which it stands. */
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
    members.find((member) => textOf({ values }, member).includes(text)) ??
    members[0] ??
    ''
  );
}

function plainSlug(listing: Listing, ask: Ask): string {
  const isSorted = sortMember(listing, ask) !== undefined;
  return isSorted ? SLUGS.sortKeeps : pageOf(listing, ask) > 1 ? SLUGS.sameTotal : SLUGS.holdTotal;
}

function wrongTotal(model: Model, { least, most }: Expectation, { ask }: Listed, total: number): Complaint {
  const { listing } = model;
  const expected = least === most ? String(least) : `${least} to ${most}`;
  const slug =
    filtersOf(listing, ask).length === 0
      ? plainSlug(listing, ask)
      : total > most
        ? pageOf(listing, ask) > 1
          ? SLUGS.sameTotal
          : SLUGS.holdTotal
        : lossOfTotal(model, ask, least - total);
  return { slug, expected: `total ${expected} for ${shown(ask)}`, actual: String(total) };
}

/**
 * Where as many are missing as lie on a bound, the bound is what took them away; also where it may have taken some of them,
 * because values that have fractions are shown as whole numbers.
 */
function lossOfTotal({ listing, items, expectationOf }: Model, ask: Ask, lost: number): string {
  const { classes, least } = expectationOf(ask);
  const bound = filtersOf(listing, ask).find((filter) => {
    const on = items.filter(
      (item) => classes[item.index] === BOUND && passes(filter, ask[filter.parameter] ?? '', item) === 'bound',
    );
    return on.length === lost || (on.length > lost && isShownWhole(listing, filter, items));
  });
  if (bound !== undefined) return boundSlug(bound);
  const fraction = filtersOf(listing, ask).find((filter) => {
    const stricter = withoutFraction(listing, filter, ask);
    return stricter !== undefined && expectationOf(stricter).least === least - lost;
  });
  return fraction === undefined ? SLUGS.keep : fractionSlug(fraction);
}

/** May values have fractions, and is none of them seen to have one? */
function isShownWhole(listing: Listing, filter: Filter, items: readonly Item[]): boolean {
  return takesFractions(listing, filter) && items.every(({ values }) => Number.isInteger(values[filter.member] ?? 0));
}

/** Does a search for a word that no item has find everything? What a service finds for other words is its own affair. */
function narrowing(model: Model, { ask }: Listed, total: number): readonly Complaint[] {
  const { listing } = model;
  const text = searchOf(listing, ask) ?? '';
  const rest = Object.fromEntries(Object.entries(ask).filter(([name]) => name !== listing.search?.parameter));
  const { least, most } = model.expectationOf(rest);
  if (total > most)
    return [
      {
        slug: SLUGS.narrows,
        expected: `at most the ${most} items without the search`,
        actual: String(total),
      },
    ];
  if (!model.isUnknown(text) || least === 0 || total < least) return [];
  return [
    {
      slug: SLUGS.narrows,
      expected: `fewer than ${least} items for ${shown(ask)}`,
      actual: String(total),
    },
  ];
}
