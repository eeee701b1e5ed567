import type { Item, Model } from './model.ts';
import { searchTextsOf } from './values.ts';

/** A word of letters that no item is expected to have. */
export const UNKNOWN_WORD = 'qzxwvkjhgqpfbx';

/** Wildcards of databases, each with as many ordinary signs for comparison. */
export const WILDCARDS: readonly (readonly [string, string])[] = [
  ['%%%', '^^^'],
  ['___', '^^^'],
];

/** Texts that a careless service fails on: one by its characters, one by its length. */
export const UNUSUAL_TEXTS: readonly string[] = [
  `['; -- "quoted" 100%_\\ battery 🔋 µ-volt “é” 電`,
  'wordlike '.repeat(111).trim().padEnd(1000, 'x'),
];

/** Is it one of the texts above, or similar? A service may refuse such a text. */
export function isUnusualText(text: string): boolean {
  return (
    UNUSUAL_TEXTS.includes(text) ||
    WILDCARDS.flat().includes(text) ||
    text.length >= 1000 ||
    /\p{Extended_Pictographic}/u.test(text)
  );
}

export interface KnownText {
  readonly item: Item;
  readonly member: string;
  readonly text: string;
}

/** Texts to search for. */
export interface Words {
  readonly texts: readonly KnownText[];
  /** The text that finds the most items, of those that find 4 to 60: its results show the order. */
  readonly common: string | undefined;
}

export function wordsOf(model: Model): Words {
  const texts = textsOf(model);
  return { texts, common: commonOf(model, texts) };
}

const MAX_PER_KIND = 3;

/** Texts are taken from at most this many items. */
const MAX_ITEMS = 60;

/** Of texts longer than this, a passage and a word are searched for. */
const MAX_WHOLE_LENGTH = 200;

/** Texts by which items must be found: short texts whole, passages and rare words of texts, and texts of hidden members. */
function textsOf(model: Model): readonly KnownText[] {
  const { items, listing, hidden } = model;
  // The last item of the listing comes first, because a search index may not have it yet.
  const sampled = [...items.slice(-1), ...items.slice(0, -1).toSorted((a, b) => a.rank - b.rank)].slice(0, MAX_ITEMS);
  const members = listing.search?.members ?? [];
  const shown = members.flatMap((member) => ofMember(model, member, sampled));
  const unseen = items.flatMap((item) => (hidden.get(item.key) ?? []).map((text) => ({ item, member: '', text })));
  return [...shown, ...unseen.slice(0, MAX_PER_KIND)];
}

function ofMember(model: Model, member: string, items: readonly Item[]): readonly KnownText[] {
  const known = items.flatMap((item) => knownText(model, member, item));
  const whole = known.filter(isWhole);
  const passages = known.filter(({ text }) => text.length > MAX_WHOLE_LENGTH).flatMap((one) => passagesOf(one));
  const plain = onlyInMember(model, member, items) ?? whole.find(isPlain);
  const words = known.slice(0, MAX_PER_KIND * 2).flatMap((one) => rareWord(one, known));
  const first = plain === undefined ? [] : [plain];
  const { ignoresCase, contains } = model.listing.search ?? {};
  const inOther = ignoresCase === true ? first.map(inOtherCase) : [];
  const parts = contains === true ? whole.flatMap(partOfWord).slice(0, 1) : [];
  return unique([...ofEachKind(whole), ...ofEachKind(passages), ...first, ...inOther, ...parts, ...words]);
}

/** The texts of a member by which the item must be found. Those that may stand for others are left out. */
function knownText({ listing }: Model, member: string, item: Item): readonly KnownText[] {
  const loose = listing.search?.loose?.[member] ?? [];
  return searchTextsOf(item, member)
    .filter((text) => text.trim() !== '' && !loose.includes(text))
    .map((text) => ({ item, member, text }));
}

function inOtherCase(one: KnownText): KnownText {
  const upper = one.text.toUpperCase();
  return { ...one, text: upper === one.text ? one.text.toLowerCase() : upper };
}

/** A long word without its first and last letter. */
function partOfWord(one: KnownText): readonly KnownText[] {
  const [text] = /(?<=[a-z])[a-z]{4,}(?=[a-z])/iu.exec(one.text) ?? [];
  return text === undefined ? [] : [{ ...one, text }];
}

/** Can the text be searched for as it is? */
function isWhole({ text }: KnownText): boolean {
  return text.length <= MAX_WHOLE_LENGTH && text === text.trim() && !/\s{2}|[\n\t]/u.test(text);
}

function isPlain({ text }: KnownText): boolean {
  return /^[\p{ASCII}]+$/u.test(text);
}

/**
 * A text that stands in this member and in no other searched member of its item: if the member is not searched, the item is not
 * found. All items are tried, because the values of a member such as a category often stand in the title as well.
 */
function onlyInMember(model: Model, member: string, first: readonly Item[]): KnownText | undefined {
  const others = (model.listing.search?.members ?? []).filter((one) => one !== member);
  for (const item of [...first, ...model.items])
    for (const one of knownText(model, member, item))
      if (isWhole(one) && isPlain(one) && !others.some((other) => containsText(item, other, one.text))) return one;
  return undefined;
}

function containsText(item: Item, member: string, text: string): boolean {
  return searchTextsOf(item, member).some((value) => value.toLowerCase().includes(text.toLowerCase()));
}

function unique(texts: readonly KnownText[]): readonly KnownText[] {
  return [...new Map(texts.map((one) => [one.text, one])).values()];
}

/** What a careless search fails on in a text: letters beyond ASCII, signs, its length. */
const KINDS: readonly ((text: string) => boolean)[] = [
  (text) => /[^\p{ASCII}]/u.test(text),
  (text) => /["'%_()“”]/u.test(text),
  (text) => /[&<>"']/u.test(text),
  (text) => /[^\p{L}\p{N}\s]/u.test(text),
  (text) => text.length > 40,
  (text) => text.length > 100,
];

/** A few texts that cover the kinds, each time the one that adds the most. */
function ofEachKind(texts: readonly KnownText[]): readonly KnownText[] {
  const missing = new Set(KINDS);
  const chosen: KnownText[] = [];
  const newKinds = ({ text }: KnownText) => [...missing].filter((kind) => kind(text)).length;
  for (let left = MAX_PER_KIND; left > 0 && texts.length > 0; left -= 1) {
    const best = texts.reduce((a, b) => (newKinds(b) > newKinds(a) ? b : a));
    if (newKinds(best) === 0) break;
    chosen.push(best);
    for (const kind of missing) if (kind(best.text)) missing.delete(kind);
  }
  return chosen;
}

/** Passages of 12 to 18 words without line breaks, and without the signs and words that are search operators. */
function passagesOf(one: KnownText): readonly KnownText[] {
  const words =
    /(?<=^|\s)(?!(?:OR|AND|NOT)\s)[\p{L}\p{N}(][^\s"*\\]*(?: (?!(?:OR|AND|NOT)\s)[\p{L}\p{N}(][^\s"*\\]*){11,17}(?=\s|$)/giu;
  return [...one.text.matchAll(words)].filter(([text]) => !/-(?: |$)/u.test(text)).map(([text]) => ({ ...one, text }));
}

/** The rarest word of the text, of letters only and not part of a compound. */
function rareWord(one: KnownText, all: readonly KnownText[]): readonly KnownText[] {
  const words = [...one.text.matchAll(/(?<![\p{L}\p{N}\p{M}_'’-])[\p{L}]{6,20}(?![\p{L}\p{N}\p{M}_'’-])/gu)].map(
    ([word]) => word,
  );
  const counted = [...new Set(words)]
    .slice(0, 24)
    .map((word) => ({ word, count: all.filter(({ text }) => text.includes(word)).length }));
  const best = counted.toSorted((a, b) => a.count - b.count)[0];
  return best === undefined || best.word === one.text ? [] : [{ ...one, text: best.word }];
}

function commonOf(model: Model, texts: readonly KnownText[]): string | undefined {
  const { listing } = model;
  const parameter = listing.search?.parameter ?? '';
  const counted = [...new Set(texts.map(({ text }) => text))].map((text) => ({
    text,
    count: model.expectationOf({ ...model.slice, [parameter]: text }).least,
  }));
  const fitting = counted.filter(({ count }) => count > 3 && count <= 60);
  return fitting.toSorted((a, b) => b.count - a.count)[0]?.text;
}
