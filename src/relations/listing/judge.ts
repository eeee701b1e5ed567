import { type Filter, type Listing, placeOf } from '../../contract/listing.ts';
import { isObject } from '../../schema/pointer.ts';
import type { Ask, Listed, Row } from './answer.ts';
import { BOUND, type Item, type Model, MUST, NOT, type Prediction } from './model.ts';
import { judgeOrder, type Directions } from './order.ts';
import {
  boundSlug,
  filterSlug,
  findsSlug,
  fractionSlug,
  orderedSlug,
  SLUGS,
  summarySlug,
  takesFractions,
} from './slugs.ts';
import { filtersOf, measure, measureOf, pageOf, passes, searchOf, sizeOf, sortMember } from './values.ts';

/** A clause that an answer breaks, and how. */
export interface Complaint {
  readonly slug: string;
  readonly expected: string;
  readonly actual: string;
  /** JSON Pointer into the body. */
  readonly at?: string;
  readonly seq?: number;
  /** Two answers contradict each other: nothing that comes later takes that back. */
  readonly contradiction?: true;
}

/** What an answer is held against: the declaration, what is known of the items, and the direction of each sort as far as it showed. */
export interface Bench {
  readonly listing: Listing;
  /** Undefined where nothing is known, or nothing that is known can be relied on. */
  readonly model?: Model | undefined;
  readonly directions: Directions;
}

/** Holds one answer against the prediction: each clause that it breaks, once. */
export function judge(bench: Bench, listed: Listed): readonly Complaint[] {
  if (listed.failed !== undefined) return [];
  const page = judgePage(bench, listed);
  const rows = [...judgeRows(bench, listed), ...twins(listed, bench.listing)];
  const known = rows.length > 0 ? [] : judgeKnown(bench, listed);
  const short = rows.length > 0 || known.length > 0 ? [] : judgeFill(bench.listing, listed);
  // An order says something only of items that are the right ones.
  const order =
    rows.length > 0 || known.length > 0 || short.length > 0 || page.some(isOfSize) ? [] : judgeOrder(bench, listed);
  const found = [...page, ...rows, ...known, ...short, ...order, ...judgeSummaries(bench, listed)];
  return found.map((complaint) => ({ ...complaint, seq: listed.seq, ...placed(complaint, listed) }));
}

function placed({ at }: Complaint, { payload }: Listed): { readonly at?: string } {
  return at === undefined ? {} : { at: payload + at };
}

function isOfSize({ slug }: Complaint): boolean {
  return slug === SLUGS.sizeBound || slug === SLUGS.defaultSize;
}

/** The offset of the page within the whole listing; past its end nothing is said. */
export function isPast(listing: Listing, { ask, total }: Listed): boolean {
  const page = pageOf(listing, ask);
  return page > 1 && (total === undefined || (page - 1) * sizeOf(listing, ask) >= total);
}

/** What an answer says of its own page: the echoes, the size, the number of pages. */
function judgePage({ listing }: Bench, listed: Listed): readonly Complaint[] {
  const { ask, rows, total, pages } = listed;
  const size = sizeOf(listing, ask);
  const found: Complaint[] = [];
  const [askedPage, askedSize] = [ask[listing.page.parameter], ask[listing.size.parameter]];
  if (listed.page !== undefined && !isPast(listing, listed) && listed.page !== pageOf(listing, ask))
    found.push({
      slug: askedPage === undefined ? SLUGS.defaultPage : SLUGS.pageEcho,
      expected: `page ${pageOf(listing, ask)}`,
      actual: String(listed.page),
      at: listing.page.echo ?? '',
    });
  if (
    listed.size !== undefined &&
    !Number.isNaN(size) &&
    listed.size !== size &&
    (askedSize !== undefined || listed.size !== rows.length)
  )
    found.push({
      slug: askedSize === undefined ? SLUGS.defaultSize : SLUGS.sizeEcho,
      expected: `page size ${size}`,
      actual: String(listed.size),
      at: listing.size.echo ?? '',
    });
  if (rows.length > size)
    found.push({
      slug: askedSize === undefined ? SLUGS.defaultSize : SLUGS.sizeBound,
      expected: `at most ${size} items`,
      actual: `${rows.length} items`,
      at: listing.items,
    });
  const count = Math.ceil((total ?? 0) / size);
  if (pages !== undefined && total !== undefined && total > 0 && !Number.isNaN(size) && pages !== count)
    found.push({
      slug: SLUGS.pages,
      expected: `${count} pages for total ${total} and page size ${size}`,
      actual: String(pages),
      at: listing.pages ?? '',
    });
  return found;
}

/** Does the page hold as many items as its total leaves for it? */
function judgeFill(listing: Listing, { ask, rows, total }: Listed): readonly Complaint[] {
  const [page, size] = [pageOf(listing, ask), sizeOf(listing, ask)];
  if (total === undefined || Number.isNaN(size)) return [];
  const offset = (page - 1) * size;
  const expected = Math.min(size, total - offset);
  if (rows.length === expected || rows.length > size || (offset >= total && page > 1)) return [];
  const isLast = offset + size >= total;
  const slug = isLast && page > 1 ? SLUGS.remainder : SLUGS.holdTotal;
  return [
    {
      slug: !isLast && ask[listing.size.parameter] === undefined ? SLUGS.defaultSize : slug,
      expected: `${expected} of ${total} items on this page`,
      actual: `${rows.length} items`,
      at: listing.items,
    },
  ];
}

function twins({ rows }: Listed, { items }: Listing): readonly Complaint[] {
  const keys = new Set<string>();
  for (const [index, { key }] of rows.entries()) {
    if (key === undefined) continue;
    if (keys.has(key))
      return [
        {
          slug: SLUGS.disjoint,
          expected: 'each item once',
          actual: `item ${key} twice on one page`,
          at: `${items}/${index}`,
        },
      ];
    keys.add(key);
  }
  return [];
}

/** Each item is judged by its own members: it passes every filter that was asked for. */
function judgeRows({ listing, model }: Bench, { ask, rows }: Listed): readonly Complaint[] {
  const filters = filtersOf(listing, ask);
  // What every request is narrowed by counts for none of them.
  const own = filters.filter(({ parameter }) => ask[parameter] !== model?.slice[parameter]);
  const isAlone = own.length + (searchOf(listing, ask) === undefined ? 0 : 1) === 1;
  for (const filter of filters) {
    const value = ask[filter.parameter] ?? '';
    const index = rows.findIndex((row) => passes(filter, value, row) === 'no');
    const row = rows[index];
    if (row === undefined) continue;
    return [
      {
        slug: isTruncated(listing, filter, value, row)
          ? fractionSlug(filter)
          : isAlone
            ? filterSlug(filter)
            : SLUGS.together,
        expected: `${filter.member} ${WORDS[filter.relation]} ${value}`,
        actual: String(row.values[filter.member]),
        at: `${listing.items}/${index}/${filter.member}`,
      },
    ];
  }
  return [];
}

const WORDS: Readonly<Record<Filter['relation'], string>> = {
  equals: 'equal to',
  'at-least': 'of at least',
  'at-most': 'of at most',
};

/** The item would pass if the fraction of the bound did not count. */
function isTruncated(listing: Listing, filter: Filter, value: string, row: Row): boolean {
  const bound = Number(value);
  if (!takesFractions(listing, filter) || Number.isInteger(bound)) return false;
  const whole = filter.relation === 'at-least' ? Math.floor(bound) : Math.ceil(bound);
  return passes(filter, String(whole), row) !== 'no';
}

/** What follows from the items that are known: which have to be there, which cannot be, and how many. */
function judgeKnown(bench: Bench, listed: Listed): readonly Complaint[] {
  const { listing, model } = bench;
  if (model === undefined || !model.whole || !isWithin(model, listed.ask)) return [];
  const prediction = model.predict(listed.ask);
  const stranger = strangerIn(model, listed);
  if (stranger !== undefined) return [stranger];
  const missing = missingFrom(model, prediction, listed);
  if (missing !== undefined) return [missing];
  const { total } = listed;
  if (total === undefined) return [];
  if (searchOf(listing, listed.ask) !== undefined) return narrowing(model, listed, total);
  if (total >= prediction.least && total <= prediction.most) return [];
  return [wrongTotal(model, prediction, listed, total)];
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

/** An item that has to be there and is not, where all that was found is shown. */
function missingFrom(model: Model, { classes }: Prediction, listed: Listed): Complaint | undefined {
  const { listing } = model;
  const { ask, rows, total } = listed;
  if (total === undefined || pageOf(listing, ask) !== 1 || total > rows.length) return undefined;
  const present = new Set(rows.map(({ key }) => key));
  const lost = model.items.filter(
    ({ key, index, odd }) => (classes[index] ?? NOT) >= BOUND && odd !== true && !present.has(key),
  );
  if (lost.length === 0 || lost.length <= rows.filter(({ key, odd }) => key === undefined || odd === true).length) return undefined;
  const telling = lost.find(({ index }) => classes[index] === MUST) ?? lost[0];
  if (telling === undefined) return undefined;
  const isPlain = filtersOf(listing, ask).length === 0 && searchOf(listing, ask) === undefined;
  return {
    slug: isPlain ? plainSlug(listing, ask) : lossSlug(model, telling, ask),
    expected: `item ${telling.key} among the items for ${shown(ask)}`,
    actual: `${rows.length} items without it`,
    at: listing.items,
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
  const fraction = filtersOf(listing, ask).find((filter) => {
    const stricter = withoutFraction(listing, filter, ask)?.[filter.parameter];
    return stricter !== undefined && passes(filter, stricter, item) === 'no';
  });
  if (fraction !== undefined) return fractionSlug(fraction);
  const bound = filtersOf(listing, ask).find((filter) => passes(filter, ask[filter.parameter] ?? '', item) === 'bound');
  return bound === undefined ? SLUGS.keep : boundSlug(bound);
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

function wrongTotal(model: Model, { least, most }: Prediction, { ask }: Listed, total: number): Complaint {
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
  return { slug, expected: `total ${expected} for ${shown(ask)}`, actual: String(total), at: listing.total };
}

/** Where as many are missing as lie on a bound, the bound is what took them away. */
function lossOfTotal({ listing, items, predict }: Model, ask: Ask, lost: number): string {
  const { classes, least } = predict(ask);
  const fraction = filtersOf(listing, ask).find((filter) => {
    const stricter = withoutFraction(listing, filter, ask);
    return stricter !== undefined && predict(stricter).least === least - lost;
  });
  if (fraction !== undefined) return fractionSlug(fraction);
  const bound = filtersOf(listing, ask).find(
    (filter) =>
      items.filter(
        (item) => classes[item.index] === BOUND && passes(filter, ask[filter.parameter] ?? '', item) === 'bound',
      ).length === lost,
  );
  return bound === undefined ? SLUGS.keep : boundSlug(bound);
}

/** Does a search for a word that no item has find everything? What a service finds for other words is its own affair. */
function narrowing(model: Model, { ask }: Listed, total: number): readonly Complaint[] {
  const { listing } = model;
  const text = searchOf(listing, ask) ?? '';
  const rest = Object.fromEntries(Object.entries(ask).filter(([name]) => name !== listing.search?.parameter));
  const { least, most } = model.predict(rest);
  if (total > most)
    return [
      {
        slug: SLUGS.narrows,
        expected: `at most the ${most} items without the search`,
        actual: String(total),
        at: listing.total,
      },
    ];
  if (!model.isNonsense(text) || least === 0 || total < least) return [];
  return [
    {
      slug: SLUGS.narrows,
      expected: `fewer than ${least} items for ${shown(ask)}`,
      actual: String(total),
      at: listing.total,
    },
  ];
}

export function shown(ask: Ask): string {
  const text = Object.entries(ask).map(
    ([name, value]) => `${name}=${value.length > 60 ? `${value.slice(0, 60)}…` : value}`,
  );
  return text.length === 0 ? 'no parameters' : text.join('&');
}

function judgeSummaries({ listing, model }: Bench, listed: Listed): readonly Complaint[] {
  return listing.summaries.flatMap((summary, index): readonly Complaint[] => {
    const value = listed.summaries[index];
    const at = placeOf(summary);
    const slug = summarySlug(summary);
    if ('total' in summary) return totalSummary({ slug, at }, listing, model, listed, value);
    if ('counts' in summary) return countSummary({ slug, at, member: summary.member }, listing, model, listed, value);
    return rangeSummary({ slug, at, member: summary.member, ordered: orderedSlug(summary) }, listed, value);
  });
}

interface Place {
  readonly slug: string;
  readonly at: string;
}

/** Of the result or of everything: which of the two is left open. */
function totalSummary(
  { slug, at }: Place,
  listing: Listing,
  model: Model | undefined,
  { ask, total }: Listed,
  value: unknown,
): readonly Complaint[] {
  if (typeof value !== 'number' || total === undefined || value === total) return [];
  const isPlain = filtersOf(listing, ask).length === 0 && searchOf(listing, ask) === undefined;
  const all =
    model?.whole === true && model.unknown === 0 && Object.keys(model.slice).length === 0
      ? model.items.length
      : undefined;
  if (!isPlain && (all === undefined || value === all)) return [];
  return [
    {
      slug,
      expected: `the total ${total}${isPlain ? '' : ` or ${all}, that of everything`}`,
      actual: String(value),
      at,
    },
  ];
}

function countSummary(
  { slug, at, member }: Place & { readonly member: string },
  listing: Listing,
  model: Model | undefined,
  { ask, total }: Listed,
  counts: unknown,
): readonly Complaint[] {
  if (!isObject(counts) || total === undefined || searchOf(listing, ask) !== undefined) return [];
  const filters = filtersOf(listing, ask);
  // By another member it is left open whether the result is counted or everything.
  if (filters.some((filter) => filter.member !== member)) return [];
  const asked = filters[0] === undefined ? undefined : ask[filters[0].parameter];
  const isKnown = filters.length === 0 && model?.whole === true && Object.keys(model.slice).length === 0;
  for (const [value, count] of Object.entries(counts)) {
    if (asked !== undefined && value !== asked) continue;
    const own = isKnown ? model.items.filter(({ values }) => values[member] === value).length : undefined;
    const unknown = isKnown
      ? model.unknown + model.items.filter(({ values }) => values[member] === undefined).length
      : 0;
    const isRight = own === undefined ? Number(count) <= total : Number(count) >= own && Number(count) <= own + unknown;
    if (!isRight)
      return [
        {
          slug,
          expected: own === undefined ? `at most ${total}` : `${own} items with ${member} ${value}`,
          actual: String(count),
          at: `${at}/${value}`,
        },
      ];
  }
  return [];
}

function rangeSummary(
  { slug, at, member, ordered }: Place & { readonly member: string; readonly ordered: string },
  { rows }: Listed,
  range: unknown,
): readonly Complaint[] {
  const numbers = rows.map((row) => measureOf(row, member)).filter((number) => number !== undefined);
  const [min, max] = isObject(range) ? [measure(range['min']), measure(range['max'])] : [];
  if (numbers.length === 0 || range === undefined) return [];
  if (min !== undefined && max !== undefined && min > max)
    return [{ slug: ordered, expected: 'min not beyond max', actual: `${min} to ${max}`, at }];
  const odd = numbers.find((number) => min === undefined || max === undefined || number < min || number > max);
  return odd === undefined
    ? []
    : [{ slug, expected: `a range that ${member} ${odd} lies within`, actual: JSON.stringify(range), at }];
}
