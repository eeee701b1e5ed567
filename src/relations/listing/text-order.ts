import type { Listing } from '../../contract/listing.ts';
import type { Row } from './row.ts';
import { measureOf, textOf } from './values.ts';

type Compare = (a: string, b: string) => number;

export const byCodeUnit: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

const byLocale = (locale: string, options: Intl.CollatorOptions = {}): Compare =>
  new Intl.Collator(locale, { sensitivity: 'base', ...options }).compare;

/** The orders of texts in use: of bytes, without regard to case, and of languages that place letters or digits differently. */
const ORDERS: readonly Compare[] = [
  byCodeUnit,
  (a, b) => byCodeUnit(a.toLowerCase(), b.toLowerCase()),
  (a, b) => byCodeUnit(a.toUpperCase(), b.toUpperCase()),
  byLocale('en', { ignorePunctuation: true }),
  byLocale('en', { numeric: true }),
  (a, b) => byLocale('en')(withoutArticle(a), withoutArticle(b)),
  ...['en', 'cs', 'da', 'de', 'es', 'et', 'hu', 'lt', 'sv'].map((language) => byLocale(language)),
];

function withoutArticle(text: string): string {
  return text.replace(/^(?:a|an|the)\s+/iu, '');
}

/** Adds the order of the texts by which the listing is sorted. Those of an enumeration may have an order of their own. */
export function withRanks<T extends Row>({ sort, ofMember }: Listing, items: readonly T[]): readonly T[] {
  const isText = (member: string) =>
    ofMember(member).every((schema) => schema.enum === undefined) &&
    items.some((item) => typeof item.values[member] === 'string' && measureOf(item, member) === undefined);
  const ranks = [...new Set(Object.values(sort?.by ?? {}))]
    .filter(isText)
    .map((member) => [member, ranksOf(items.map((item) => textOf(item, member)))] as const);
  if (ranks.length === 0) return items;
  const ranksIn = (item: T) =>
    ranks.flatMap(([member, rankOfText]) => {
      const text = textOf(item, member);
      return text === '' ? [] : [[member, rankOfText.get(text)]];
    });
  return items.map((item) => ({ ...item, ranks: Object.fromEntries(ranksIn(item)) as NonNullable<Row['ranks']> }));
}

/**
 * Numbers as many texts as possible: a text with a greater number comes later in every order in use. The numbered texts are a
 * longest chain, found by dynamic programming. Any other text comes before a text of the chain in one order, and after it in
 * another.
 */
function ranksOf(texts: Iterable<string>): ReadonlyMap<string, number> {
  const sorted = [...new Set(texts)].toSorted(byCodeUnit);
  const places = ORDERS.map((compare) => placesOf(sorted, compare));
  const isBefore = (one: number, other: number) => places.every((place) => (place[one] ?? 0) < (place[other] ?? 0));
  // Of the longest chain that ends with a text: its length, and the text before the last one (-1 if there is only one).
  const lengths: number[] = [];
  const previous: number[] = [];
  const lengthAt = (index: number) => lengths[index] ?? 0;
  for (const index of sorted.keys()) {
    let before = -1;
    for (let one = 0; one < index; one += 1) if (lengthAt(one) > lengthAt(before) && isBefore(one, index)) before = one;
    lengths[index] = lengthAt(before) + 1;
    previous[index] = before;
  }
  const ranks = new Map<string, number>();
  for (let index = lengths.indexOf(Math.max(...lengths)); index >= 0; index = previous[index] ?? -1)
    ranks.set(sorted[index] ?? '', lengthAt(index));
  return ranks;
}

/** The place of each text in this order. Texts that it holds for equal share one. */
function placesOf(texts: readonly string[], compare: Compare): readonly number[] {
  const places = new Map<string, number>();
  let [place, last] = [0, ''];
  for (const text of texts.toSorted(compare)) {
    if (compare(last, text) !== 0) place += 1;
    places.set(text, place);
    last = text;
  }
  return texts.map((text) => places.get(text) ?? 0);
}
