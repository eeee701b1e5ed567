/** Finds known texts in other texts: in one pass, however many there are, and behind the escapes of programs. */

/** A text that is looked for. */
export interface Pattern {
  readonly text: string;
  readonly standIn: string;
  readonly shown: string;
  /** So many characters of its beginning or its end are found, too; 0: the whole alone. */
  readonly edge: number;
}

/** What was found of a pattern: its characters from `from` up to but without `to`. */
export interface Match {
  readonly pattern: Pattern;
  readonly from: number;
  readonly to: number;
}

export interface Matcher {
  readonly add: (pattern: Pattern) => void;
  /** The text with each match replaced; `next` is what follows it. */
  readonly replace: (text: string, replacement: (match: Match, next: string) => string) => string;
  /** The edges that occur in this text are looked for no longer. */
  readonly publish: (text: string) => void;
}

/** Where a pattern is looked for: by its beginning, or by its end. */
interface Entry {
  readonly pattern: Pattern;
  readonly at: number;
  /** A caller without credentials was answered this beginning or end. */
  isPublic: boolean;
}

interface Found extends Match {
  readonly entry: Entry;
  readonly start: number;
  readonly end: number;
}

/** Every pattern, and every edge, has so many characters at least. */
const HEAD = 4;

/** Escapes within escapes are undone so often. */
const ROUNDS = 3;

export function createMatcher(): Matcher {
  const patterns = new Set<string>();
  /** By the hash of four characters. */
  const entries = new Map<number, readonly Entry[]>();
  /** What stands in the text as it is, and in what its escapes mean; where two overlap, the earlier. */
  const find = (text: string, rounds: number): readonly Found[] => {
    const meant = rounds === 0 ? undefined : unescaped(text);
    if (meant === undefined) return scanned(text, entries);
    let end = 0;
    return [...scanned(text, entries), ...meant.placed(find(meant.text, rounds - 1))]
      .sort((a, b) => a.start - b.start || b.end - a.end)
      .filter((one) => one.start >= end && (end = one.end) > 0);
  };
  return {
    add(pattern) {
      const { text, edge } = pattern;
      if (text.length < HEAD || patterns.has(text)) return;
      patterns.add(text);
      enter(entries, { pattern, at: 0, isPublic: edge === 0 });
      if (edge > 0 && edge < text.length) enter(entries, { pattern, at: text.length - edge, isPublic: false });
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
      for (const { entry, pattern, from, to } of scanned(text, entries))
        if (to - from < pattern.text.length)
          for (const one of entries.get(hashAt(pattern.text, entry.at)) ?? [])
            if (edgeOf(one) === edgeOf(entry)) one.isPublic = true;
    },
  };
}

function enter(entries: Map<number, readonly Entry[]>, entry: Entry): void {
  const hash = hashAt(entry.pattern.text, entry.at);
  entries.set(hash, [...(entries.get(hash) ?? []), entry]);
}

/** The longest match at each place, from the left. */
function scanned(text: string, entries: ReadonlyMap<number, readonly Entry[]>): readonly Found[] {
  const found: Found[] = [];
  let [hash, since] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    hash = step(hash, text.charCodeAt(index));
    const at = index - HEAD + 1;
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
  for (let at = from; at < from + HEAD; at += 1) hash = step(hash, text.charCodeAt(at));
  return hash;
}

/** The hash of the last four characters. */
function step(hash: number, code: number): number {
  return ((hash << 4) ^ code) & 0xffff;
}

/** The whole of the pattern, or its beginning or end that is long enough, around the place where the entry says that it stands. */
function foundAt(text: string, at: number, since: number, entry: Entry): Found | undefined {
  const { pattern, at: offset } = entry;
  const wanted = pattern.text;
  let [from, to] = [offset, offset];
  while (to < wanted.length && text.charCodeAt(at + to - offset) === wanted.charCodeAt(to)) to += 1;
  if (to < offset + HEAD || (offset > 0 && to < wanted.length)) return undefined;
  const start = (): number => at + from - offset;
  while (from > 0 && start() > since && text.charCodeAt(start() - 1) === wanted.charCodeAt(from - 1)) from -= 1;
  const isEnough = to - from === wanted.length || (!entry.isPublic && to - from >= pattern.edge);
  return isEnough ? { pattern, entry, from, to, start: start(), end: at + to - offset } : undefined;
}

/** Percent-encoding (RFC 3986), escapes of JSON and JavaScript, character references of HTML. */
const ESCAPE =
  /%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+|\\{1,2}u[0-9a-f]{4}|\\{1,2}x[0-9a-f]{2}|\\["'/\\]|&#x[0-9a-f]{1,6};|&#[0-9]{1,7};|&(?:amp|lt|gt|quot|apos);/giu;

/** A text with its escapes undone, and where in the text with escapes a match of it stands; undefined where there are none. */
function unescaped(text: string) {
  /** Where the meaning of each escape ends, and how much longer the text was up to there. */
  const escapes: { readonly at: number; readonly longer: number }[] = [];
  let longer = 0;
  const plain = text.replace(ESCAPE, (escape: string, index: number) => {
    const meant = meaning(escape);
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

/** The text with escapes undone as often as a text is searched for them. */
export function withoutEscapes(text: string, rounds = ROUNDS): string {
  const meant = rounds === 0 ? undefined : unescaped(text);
  return meant === undefined ? text : withoutEscapes(meant.text, rounds - 1);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function meaning(escape: string): string {
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8');
  const [, name, hex, decimal] = /^(?:&(\w+);|(?:&#|\\+)[xu]([\da-f]+);?|&#(\d+);)$/iu.exec(escape) ?? [];
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? escape;
  if (hex === undefined && decimal === undefined) return escape.slice(-1);
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
