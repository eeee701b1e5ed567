import type { Item, Model } from './model.ts';

/** A word that nobody writes, of letters alone. */
export const NONSENSE = 'qzxwvkjhgqpfbx';

/** What a database may take for any sign, and as many signs that it takes for none. */
export const WILD: readonly (readonly [string, string])[] = [
  ['%%%', '^^^'],
  ['___', '^^^'],
];

/** Texts that a careless service stumbles over. */
export const ODD_TEXTS: readonly string[] = [
  `['; -- "quoted" 100%_\\`,
  'battery 🔋 µ-volt “é” 電',
  'wordlike '.repeat(111).trim().padEnd(1000, 'x'),
];

/** Is it one of those, or like them? Such a text may be refused. */
export function isOddText(text: string): boolean {
  return (
    ODD_TEXTS.includes(text) ||
    WILD.flat().includes(text) ||
    text.length >= 1000 ||
    /\p{Extended_Pictographic}/u.test(text)
  );
}

/** A text that a known item has to be found by. */
export interface KnownText {
  readonly item: Item;
  readonly member: string;
  readonly text: string;
}

/** So many texts of each member are tried. */
const EACH = 6;

/** Texts by which items have to be found: short members whole, of long ones a seldom word, and what is known of hidden ones. */
export function textsOf(model: Model): readonly KnownText[] {
  const { items, listing, hidden } = model;
  // The last of the listing may not be in the index of a search yet.
  const lots = [...items.slice(-1), ...items.slice(0, -1).toSorted((a, b) => a.lot - b.lot)];
  const members = listing.search?.members ?? [];
  const shown = members.flatMap((member) => ofMember(model, member, lots));
  const unseen = items.flatMap((item) => (hidden.get(item.key) ?? []).map((text) => ({ item, member: '', text })));
  return [...shown, ...unseen.slice(0, EACH)];
}

/** Texts longer than this are searched by a word of theirs. */
const LONG = 200;

function ofMember(model: Model, member: string, items: readonly Item[]): readonly KnownText[] {
  const loose = model.listing.search?.loose?.[member] ?? [];
  const known = items.flatMap((item): readonly KnownText[] => {
    const value = item.values[member];
    return typeof value === 'string' && value.trim() !== '' && !loose.includes(value)
      ? [{ item, member, text: value }]
      : [];
  });
  const short = known.filter(({ text }) => text.length <= LONG && text === text.trim() && !/\s{2}|[\n\t]/u.test(text));
  const texts = [...new Map(short.map((one) => [one.text, one])).values()];
  const kinds = [/[^\p{ASCII}]/u, /["'%_()“”]/u, /^[\p{ASCII}]+$/u].flatMap((kind) =>
    texts.filter(({ text }) => kind.test(text)).slice(0, 2),
  );
  const longest = texts.reduce<KnownText | undefined>(
    (a, b) => (a === undefined || b.text.length > a.text.length ? b : a),
    undefined,
  );
  const words = known.slice(0, EACH * 2).flatMap((one) => seldomWord(one, known));
  return [
    ...new Set([...texts.slice(0, 1), ...(longest === undefined ? [] : [longest]), ...kinds, ...texts.slice(1, 2)]),
  ]
    .slice(0, EACH)
    .concat(words.slice(0, EACH));
}

/** A word of letters that stands in few of the texts, apart from hyphens and ends of lines. */
function seldomWord(one: KnownText, all: readonly KnownText[]): readonly KnownText[] {
  const words = [...one.text.matchAll(/(?<![\p{L}\p{N}\p{M}_'’-])[\p{L}]{6,20}(?![\p{L}\p{N}\p{M}_'’-])/gu)].map(
    ([word]) => word,
  );
  const rest = all.map(({ text }) => text);
  const counted = [...new Set(words)]
    .slice(0, 24)
    .map((word) => ({ word, count: rest.filter((text) => text.includes(word)).length }));
  const best = counted.toSorted((a, b) => a.count - b.count)[0];
  return best === undefined || best.word === one.text ? [] : [{ ...one, text: best.word }];
}

/** The text that finds the most items, where that is no more than a page may hold: it shows orders. */
export function commonText(model: Model): string | undefined {
  const { listing } = model;
  const parameter = listing.search?.parameter ?? '';
  const counted = [...new Set(textsOf(model).map(({ text }) => text))].map((text) => ({
    text,
    count: model.expectationOf({ ...model.slice, [parameter]: text }).least,
  }));
  const fitting = counted.filter(({ count }) => count > 3 && count <= 60);
  return fitting.toSorted((a, b) => b.count - a.count)[0]?.text;
}
