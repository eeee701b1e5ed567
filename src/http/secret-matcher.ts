/** Finds known texts in other texts, in one pass for all of them, and also if they are escaped. */

/** A text to search for. */
export interface Pattern {
  readonly text: string;
  readonly standIn: string;
  readonly shown: string;
  /** A beginning or end of at least this many characters matches, too. 0: only the whole text matches. */
  readonly edge: number;
}

/** The part of a pattern that was found: its characters from `from` to before `to`. */
export interface Match {
  readonly pattern: Pattern;
  readonly from: number;
  readonly to: number;
}

export interface Matcher {
  readonly add: (pattern: Pattern) => void;
  /** The text with each match replaced; `next` is what follows it. */
  readonly replace: (text: string, replacement: (match: Match, next: string) => string) => string;
  /** Beginnings and ends of patterns that occur in this text no longer match. */
  readonly publish: (text: string) => void;
}

/** The beginning or the end of a pattern, by which it is found. */
interface Entry {
  readonly pattern: Pattern;
  readonly at: number;
  /** It was published, so only the whole pattern matches. */
  isPublic: boolean;
}

interface Found extends Match {
  readonly entry: Entry;
  readonly start: number;
  readonly end: number;
}

/** The minimum length of patterns and edges. */
const MIN_LENGTH = 4;

/** Nested escapes are decoded up to this depth. */
const ROUNDS = 3;

export function createMatcher(): Matcher {
  const patterns = new Set<string>();
  /** By the hash of the first four characters. */
  const entries = new Map<number, readonly Entry[]>();
  /** The matches in the text and in its decoded form. */
  const find = (text: string, rounds: number): readonly Found[] => {
    const meant = rounds === 0 ? undefined : unescaped(text);
    if (meant === undefined) return scan(text, entries);
    return withoutOverlaps([...scan(text, entries), ...meant.placed(find(meant.text, rounds - 1))]);
  };
  return {
    add(pattern) {
      const { text, edge } = pattern;
      if (text.length < MIN_LENGTH || patterns.has(text)) return;
      patterns.add(text);
      addEntry(entries, { pattern, at: 0, isPublic: edge === 0 });
      if (edge > 0 && edge < text.length) addEntry(entries, { pattern, at: text.length - edge, isPublic: false });
    },
    replace(text, replacement) {
      if (patterns.size === 0) return text;
      let copied = 0;
      const pieces = find(text, ROUNDS).map((match) => {
        const before = text.slice(copied, match.start);
        copied = match.end;
        return before + replacement(match, text.charAt(match.end));
      });
      return pieces.join('') + text.slice(copied);
    },
    publish(text) {
      for (const { entry, pattern, from, to } of scan(text, entries))
        if (to - from < pattern.text.length)
          for (const one of entries.get(hashAt(pattern.text, entry.at)) ?? [])
            if (edgeOf(one) === edgeOf(entry)) one.isPublic = true;
    },
  };
}

/** The matches in order. Of two that overlap the earlier one counts, and of two that start together the longer one. */
function withoutOverlaps(found: readonly Found[]): readonly Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
}

function addEntry(entries: Map<number, readonly Entry[]>, entry: Entry): void {
  const hash = hashAt(entry.pattern.text, entry.at);
  entries.set(hash, [...(entries.get(hash) ?? []), entry]);
}

/** The longest match at each place, from the left. */
function scan(text: string, entries: ReadonlyMap<number, readonly Entry[]>): readonly Found[] {
  const found: Found[] = [];
  let [hash, since] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    hash = nextHash(hash, text.charCodeAt(index));
    const at = index - MIN_LENGTH + 1;
    const here = at < since ? undefined : entries.get(hash);
    if (here === undefined) continue;
    const [longest] = here
      .flatMap((entry) => foundAt(text, at, since, entry) ?? [])
      .sort((a, b) => b.end - b.start - (a.end - a.start));
    if (longest === undefined) continue;
    found.push(longest);
    since = longest.end;
  }
  return found;
}

function edgeOf({ pattern: { text, edge }, at }: Entry): string {
  return text.slice(at, at + edge);
}

function hashAt(text: string, from: number): number {
  let hash = 0;
  for (let at = from; at < from + MIN_LENGTH; at += 1) hash = nextHash(hash, text.charCodeAt(at));
  return hash;
}

/** The rolling hash of the last four characters. */
function nextHash(hash: number, code: number): number {
  return ((hash << 4) ^ code) & 0xffff;
}

/** Extends a match of an entry at `at`. Returns it if it covers the whole pattern or a long enough beginning or end. */
function foundAt(text: string, at: number, since: number, entry: Entry): Found | undefined {
  const { pattern, at: offset } = entry;
  const wanted = pattern.text;
  let [from, to] = [offset, offset];
  while (to < wanted.length && text.charCodeAt(at + to - offset) === wanted.charCodeAt(to)) to += 1;
  if (to < offset + MIN_LENGTH || (offset > 0 && to < wanted.length)) return undefined;
  const start = (): number => at + from - offset;
  while (from > 0 && start() > since && text.charCodeAt(start() - 1) === wanted.charCodeAt(from - 1)) from -= 1;
  const isEnough = to - from === wanted.length || (!entry.isPublic && to - from >= pattern.edge);
  return isEnough ? { pattern, entry, from, to, start: start(), end: at + to - offset } : undefined;
}

/** Percent-encoding (RFC 3986), escapes of JSON and JavaScript, character references of HTML. */
const ESCAPE =
  /%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+|\\{1,2}u[0-9a-f]{4}|\\{1,2}x[0-9a-f]{2}|\\["'/\\]|&#x[0-9a-f]{1,6};|&#[0-9]{1,7};|&(?:amp|lt|gt|quot|apos);/giu;

/** The text with escapes decoded, and `placed`, which maps matches back to the original; undefined without escapes. */
function unescaped(text: string) {
  /** For each escape: where its decoded form ends, and how much longer the original is up to there. */
  const escapes: { readonly at: number; readonly longer: number }[] = [];
  let longer = 0;
  const plain = text.replace(ESCAPE, (escape: string, index: number) => {
    const meant = decoded(escape);
    const at = index - longer + meant.length;
    longer += escape.length - meant.length;
    escapes.push({ at, longer });
    return meant;
  });
  if (escapes.length === 0) return undefined;
  const placed = (found: readonly Found[]): readonly Found[] => {
    let [next, before] = [0, 0];
    const place = (at: number): number => {
      for (let escape = escapes[next]; escape !== undefined && escape.at <= at; escape = escapes[next]) {
        before = escape.longer;
        next += 1;
      }
      return at + before;
    };
    return found.map((match) => ({ ...match, start: place(match.start), end: place(match.end) }));
  };
  return { text: plain, placed };
}

/** The text with escapes decoded as deep as in a search. */
export function withoutEscapes(text: string, rounds = ROUNDS): string {
  const meant = rounds === 0 ? undefined : unescaped(text);
  return meant === undefined ? text : withoutEscapes(meant.text, rounds - 1);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(escape: string): string {
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8');
  const [, name, hex, decimal] = /^(?:&(\w+);|(?:&#|\\+)[xu]([\da-f]+);?|&#(\d+);)$/iu.exec(escape) ?? [];
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? escape;
  if (hex === undefined && decimal === undefined) return escape.slice(-1);
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
