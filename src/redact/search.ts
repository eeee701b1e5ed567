import { getOrMake } from '../memoize.ts';

/** Finds known texts in other texts, in one pass for all of them, and also if they are escaped. */

/** A text to search for, and what replaces it: its stand-in in a journal, its placeholder where it is shown. */
export interface Pattern {
  readonly text: string;
  readonly standIn: string;
  readonly shown: string;
  /** A beginning or end of at least this many characters matches, too. 0: only the whole text matches. */
  readonly edge: number;
}

/** The characters of a pattern from `from` to before `to`, found in a text from `start` to before `end`. */
export interface Match {
  readonly pattern: Pattern;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly isWhole: boolean;
}

/** A place in a pattern by which it is found: its beginning, or that of its shortest end. */
type Anchor = Pick<Match, 'pattern' | 'from'>;

/** So many characters at an anchor are compared first. */
const ANCHOR_LENGTH = 4;

/** Nested escapes are decoded up to this depth. */
const ROUNDS = 8;

export function createSearch() {
  const texts = new Set<string>();
  /** By the hash of the characters there. */
  const anchors = new Map<number, Anchor[]>();
  return {
    add(pattern: Pattern): void {
      const { text, edge } = pattern;
      if (text.length < ANCHOR_LENGTH || texts.has(text)) return;
      texts.add(text);
      for (const from of edge > 0 && edge < text.length ? [0, text.length - edge] : [0]) {
        let hash = 0;
        for (let at = from; at < from + ANCHOR_LENGTH; at += 1) hash = nextHash(hash, text.charCodeAt(at));
        getOrMake(anchors, hash, (): Anchor[] => []).push({ pattern, from });
      }
    },
    /** The matches in the decoded text, in order, with their places in the text itself. */
    find(text: string): readonly Match[] {
      if (texts.size === 0) return [];
      const { meaning, place } = unescaped(text);
      return scan(meaning, anchors).map((match) => ({ ...match, start: place(match.start), end: place(match.end) }));
    },
  };
}

/** The longest match at each place, from the left. */
function scan(text: string, anchors: ReadonlyMap<number, readonly Anchor[]>): readonly Match[] {
  const found: Match[] = [];
  let [hash, since] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    hash = nextHash(hash, text.charCodeAt(index));
    const at = index - ANCHOR_LENGTH + 1;
    const here = at < since ? undefined : anchors.get(hash);
    let longest: Match | undefined;
    for (const anchor of here ?? []) {
      const match = matchAt(text, at, since, anchor);
      if (match !== undefined && match.end - match.start > (longest?.end ?? 0) - (longest?.start ?? 0)) longest = match;
    }
    if (longest === undefined) continue;
    found.push(longest);
    since = longest.end;
  }
  return found;
}

/** The hash of the last four characters. */
function nextHash(hash: number, code: number): number {
  return ((hash << 4) ^ code) & 0xffff;
}

/** The match of a pattern around its anchor at `at`, if it is the whole pattern or a long enough beginning or end. */
function matchAt(text: string, at: number, since: number, { pattern, from: anchor }: Anchor): Match | undefined {
  const { text: wanted, edge } = pattern;
  let [from, to, start] = [anchor, anchor, at];
  while (to < wanted.length && text.charCodeAt(at + to - anchor) === wanted.charCodeAt(to)) to += 1;
  if (to < anchor + ANCHOR_LENGTH || (anchor > 0 && to < wanted.length)) return undefined;
  for (; from > 0 && start > since && text.charCodeAt(start - 1) === wanted.charCodeAt(from - 1); from -= 1) start -= 1;
  const isWhole = to - from === wanted.length;
  if (!isWhole && (edge === 0 || to - from < edge)) return undefined;
  return { pattern, from, to, start, end: start + to - from, isWhole };
}

/** Percent-encoding (RFC 3986), escapes of JSON and JavaScript, character references of HTML. */
const ESCAPE =
  /%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+|\\{1,2}u[0-9a-f]{4}|\\{1,2}x[0-9a-f]{2}|\\["'/\\]|&#x[0-9a-f]{1,6};|&#[0-9]{1,7};|&(?:amp|lt|gt|quot|apos);/giu;

/**
 * The text with all escapes decoded (`meaning`). `place` gives the index in the original for an index in it; the indices have
 * to be asked for in ascending order.
 */
export function unescaped(text: string, rounds = ROUNDS): { meaning: string; place: (at: number) => number } {
  /** For each escape: where its decoded form ends, and how many characters decoding has saved up to there. */
  const escapes: { readonly end: number; readonly saved: number }[] = [];
  let saved = 0;
  const plain = text.replace(ESCAPE, (escape: string, index: number) => {
    const meant = decoded(escape);
    const end = index - saved + meant.length;
    saved += escape.length - meant.length;
    escapes.push({ end, saved });
    return meant;
  });
  if (escapes.length === 0 || rounds === 0) return { meaning: text, place: (at) => at };
  const { meaning, place } = unescaped(plain, rounds - 1);
  let passed = 0;
  const placeHere = (at: number): number => {
    while ((escapes[passed]?.end ?? Number.POSITIVE_INFINITY) <= at) passed += 1;
    return at + (escapes[passed - 1]?.saved ?? 0);
  };
  return { meaning, place: (at) => placeHere(place(at)) };
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(escape: string): string {
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8');
  const [, base = '', digits = ''] = /^\W+(x|u|(?=\d))([\da-f]+);?$/iu.exec(escape) ?? [];
  if (digits === '') return NAMED[escape.slice(1, -1).toLowerCase()] ?? escape.slice(-1);
  return String.fromCodePoint(Math.min(Number.parseInt(digits, base === '' ? 10 : 16), 0x10ffff));
}
