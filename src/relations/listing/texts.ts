import type { Item, Model } from './model.ts';
import { searchTextsOf } from './values.ts';

/** A word that nobody writes, of letters alone. */
export const UNKNOWN_WORD = 'qzxwvkjhgqpfbx';

/** What a database may take for any sign, and as many signs that it takes for none. */
export const WILDCARDS: readonly (readonly [string, string])[] = [
  ['%%%', '^^^'],
  ['___', '^^^'],
];

/** Texts that a careless service stumbles over: by their signs and letters, and by their length. */
export const UNUSUAL_TEXTS: readonly string[] = [
  `['; -- "quoted" 100%_\\ battery 🔋 µ-volt “é” 電`,
  'wordlike '.repeat(111).trim().padEnd(1000, 'x'),
];

/** Is it one of those, or like them? Such a text may be refused. */
export function isUnusualText(text: string): boolean {
  return (
    UNUSUAL_TEXTS.includes(text) ||
    WILDCARDS.flat().includes(text) ||
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

/** What searches are made with. */
export interface Words {
  readonly texts: readonly KnownText[];
  /** The text that finds the most items, where that is no more than a page may hold: it shows orders. */
  readonly common: string | undefined;
}

export function wordsOf(model: Model): Words {
  const texts = textsOf(model);
  return { texts, common: commonOf(model, texts) };
}

/** So many texts of each kind are tried. */
const EACH = 3;

/** Of so many items the texts are looked at. */
const LOOKED_AT = 60;

/** Texts longer than this are searched by a passage and by a word of theirs. */
const LONG = 200;

/** Texts by which items have to be found: short members whole, of long ones a passage and a seldom word, and what is known of hidden ones. */
function textsOf(model: Model): readonly KnownText[] {
  const { items, listing, hidden } = model;
  // The last of the listing may not be in the index of a search yet.
  const lots = [...items.slice(-1), ...items.slice(0, -1).toSorted((a, b) => a.rank - b.rank)].slice(0, LOOKED_AT);
  const members = listing.search?.members ?? [];
  const shown = members.flatMap((member) => ofMember(model, member, lots));
  const unseen = items.flatMap((item) => (hidden.get(item.key) ?? []).map((text) => ({ item, member: '', text })));
  return [...shown, ...unseen.slice(0, EACH)];
}

function ofMember(model: Model, member: string, items: readonly Item[]): readonly KnownText[] {
  const known = items.flatMap((item) => knownText(model, member, item));
  const whole = known.filter(isWhole);
  const passages = known.filter(({ text }) => text.length > LONG).flatMap((one) => passagesOf(one));
  const plain = standingAlone(model, member, items) ?? whole.find(isPlain);
  const words = known.slice(0, EACH * 2).flatMap((one) => seldomWord(one, known));
  return unique([...ofEachKind(whole), ...ofEachKind(passages), ...(plain === undefined ? [] : [plain]), ...words]);
}

/** What an item has to be found by in a member, unless it may stand for something else. */
function knownText({ listing }: Model, member: string, item: Item): readonly KnownText[] {
  const loose = listing.search?.loose?.[member] ?? [];
  return searchTextsOf(item, member)
    .filter((text) => text.trim() !== '' && !loose.includes(text))
    .map((text) => ({ item, member, text }));
}

/** A text that is searched as it stands. */
function isWhole({ text }: KnownText): boolean {
  return text.length <= LONG && text === text.trim() && !/\s{2}|[\n\t]/u.test(text);
}

function isPlain({ text }: KnownText): boolean {
  return /^[\p{ASCII}]+$/u.test(text);
}

/**
 * A text that stands in this member and in no other searched member of its item. Where the member is not searched, the item is
 * therefore not found. All items are looked at: where a member has few values, the same word often stands in the title as well.
 */
function standingAlone(model: Model, member: string, first: readonly Item[]): KnownText | undefined {
  const others = (model.listing.search?.members ?? []).filter((one) => one !== member);
  for (const item of [...first, ...model.items])
    for (const one of knownText(model, member, item))
      if (isWhole(one) && isPlain(one) && !others.some((other) => hasTrace(item, other, one.text))) return one;
  return undefined;
}

function hasTrace(item: Item, member: string, text: string): boolean {
  return searchTextsOf(item, member).some((value) => value.toLowerCase().includes(text.toLowerCase()));
}

function unique(texts: readonly KnownText[]): readonly KnownText[] {
  return [...new Map(texts.map((one) => [one.text, one])).values()];
}

/** What a careless search stumbles over in a text: letters beyond ASCII, signs, its length. */
const KINDS: readonly ((text: string) => boolean)[] = [
  (text) => /[^\p{ASCII}]/u.test(text),
  (text) => /["'%_()“”]/u.test(text),
  (text) => /[&<>"']/u.test(text),
  (text) => /[^\p{L}\p{N}\s]/u.test(text),
  (text) => text.length > 40,
  (text) => text.length > 100,
];

/** As few texts as have all kinds among them: the one of the most kinds first. */
function ofEachKind(texts: readonly KnownText[]): readonly KnownText[] {
  const missing = new Set(KINDS);
  const chosen: KnownText[] = [];
  const worth = ({ text }: KnownText) => [...missing].filter((kind) => kind(text)).length;
  for (let left = EACH; left > 0 && texts.length > 0; left -= 1) {
    const best = texts.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    if (worth(best) === 0) break;
    chosen.push(best);
    for (const kind of missing) if (kind(best.text)) missing.delete(kind);
  }
  return chosen;
}

/** Passages that read the same however lines are broken, without the signs and words by which searches are steered. */
function passagesOf(one: KnownText): readonly KnownText[] {
  const row =
    /(?<=^|\s)(?!(?:OR|AND|NOT)\s)[\p{L}\p{N}(][^\s"*\\]*(?: (?!(?:OR|AND|NOT)\s)[\p{L}\p{N}(][^\s"*\\]*){11,17}(?=\s|$)/giu;
  return [...one.text.matchAll(row)].filter(([text]) => !/-(?: |$)/u.test(text)).map(([text]) => ({ ...one, text }));
}

/** A word of letters that stands in few of the texts, apart from hyphens and ends of lines. */
function seldomWord(one: KnownText, all: readonly KnownText[]): readonly KnownText[] {
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
