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

interface Found extends Match {
  readonly start: number;
  readonly end: number;
}

/** Every pattern, and every edge, has so many characters at least. */
const HEAD = 4;

export function createMatcher(): Matcher {
  const patterns = new Set<string>();
  const buckets = new Map<number, (readonly [pattern: Pattern, tail: boolean])[]>();
  const published = new Set<string>();
  // A bit for each hash of a head: nearly all that an ordinary text holds is passed over by it.
  const heads = new Uint8Array(1 << 16);
  const enter = (head: string, pattern: Pattern, tail: boolean): void => {
    let hash = 0;
    for (let at = 0; at < HEAD; at += 1) hash = step(hash, head.charCodeAt(at));
    heads[hash] = 1;
    buckets.set(hash, [...(buckets.get(hash) ?? []), [pattern, tail]]);
  };
  const isOpen = ({ text, edge }: Pattern, tail: boolean): boolean =>
    edge === 0 || published.has(tail ? text.slice(-edge) : text.slice(0, edge));
  /** The longest match that begins here, or has its tail here and nothing before `since`. */
  const longest = (text: string, at: number, since: number, hash: number): Found | undefined => {
    let best: Found | undefined;
    for (const [pattern, tail] of buckets.get(hash) ?? []) {
      const found = tail ? endAt(text, at, since, pattern) : beginningAt(text, at, pattern);
      if (found === undefined || (best !== undefined && found.end - found.start <= best.end - best.start)) continue;
      if (found.to - found.from === pattern.text.length || !isOpen(pattern, tail)) best = found;
    }
    return best;
  };
  const scan = (text: string): readonly Found[] => {
    const found: Found[] = [];
    let [hash, since] = [0, 0];
    for (let index = 0; index < text.length; index += 1) {
      hash = step(hash, text.charCodeAt(index));
      const at = index - HEAD + 1;
      if (heads[hash] !== 1 || at < since) continue;
      const match = longest(text, at, since, hash);
      if (match === undefined) continue;
      found.push(match);
      since = match.end;
    }
    return found;
  };
  return {
    add(pattern) {
      const { text, edge } = pattern;
      if (text.length < HEAD || patterns.has(text)) return;
      patterns.add(text);
      enter(text, pattern, false);
      if (edge > 0 && edge < text.length) enter(text.slice(-edge), pattern, true);
    },
    replace(original, replacement) {
      const put = (text: string, found: readonly Found[]): string => {
        const pieces: string[] = [];
        let copied = 0;
        for (const match of found) {
          pieces.push(text.slice(copied, match.start), replacement(match, text.charAt(match.end)));
          copied = match.end;
        }
        return copied === 0 ? text : `${pieces.join('')}${text.slice(copied)}`;
      };
      if (patterns.size === 0) return original;
      return ESCAPES.reduce(
        (text, escapes) => {
          const view = unescaped(text, escapes);
          return view.text === text ? text : put(text, view.placed(scan(view.text)));
        },
        put(original, scan(original)),
      );
    },
    publish(text) {
      for (const { pattern, from, to } of scan(text))
        if (to - from < pattern.text.length)
          published.add(from === 0 ? pattern.text.slice(0, pattern.edge) : pattern.text.slice(-pattern.edge));
    },
  };
}

/** The hash of the last four characters. */
function step(hash: number, code: number): number {
  return ((hash << 4) ^ code) & 0xffff;
}

function beginningAt(text: string, at: number, pattern: Pattern): Found | undefined {
  const { text: wanted, edge } = pattern;
  let to = 0;
  while (to < wanted.length && text.charCodeAt(at + to) === wanted.charCodeAt(to)) to += 1;
  const isEnough = to === wanted.length || (edge > 0 && to >= edge);
  return isEnough ? { pattern, from: 0, to, start: at, end: at + to } : undefined;
}

function endAt(text: string, at: number, since: number, pattern: Pattern): Found | undefined {
  const { text: wanted, edge } = pattern;
  let from = wanted.length - edge;
  if (!text.startsWith(wanted.slice(from), at)) return undefined;
  let start = at;
  while (start > since && from > 0 && text.charCodeAt(start - 1) === wanted.charCodeAt(from - 1)) {
    start -= 1;
    from -= 1;
  }
  return { pattern, from, to: wanted.length, start, end: at + edge };
}

/** Percent-encoding (RFC 3986), escapes of JSON and JavaScript, character references of HTML. */
const ESCAPES = [
  /%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/giu,
  /\\{1,2}u[0-9a-f]{4}|\\{1,2}x[0-9a-f]{2}|\\["'/\\]/giu,
  /&#x[0-9a-f]{1,6};|&#[0-9]{1,7};|&(?:amp|lt|gt|quot|apos);/giu,
];

/** A text with its escapes undone, and where in the text with escapes a match of it stands. */
function unescaped(
  text: string,
  escaped: RegExp,
): { readonly text: string; placed(found: readonly Found[]): readonly Found[] } {
  /** Where the meaning of each escape begins, and how much longer the text was up to its end. */
  const escapes: { readonly at: number; readonly longer: number }[] = [];
  let longer = 0;
  const plain = text.replace(escaped, (escape: string, index: number) => {
    const meant = meaning(escape);
    const at = index - longer;
    longer += escape.length - meant.length;
    escapes.push({ at: at + meant.length, longer });
    return meant;
  });
  return {
    text: plain,
    placed(found) {
      let [next, before] = [0, 0];
      const place = (at: number): number => {
        for (let escape = escapes[next]; escape !== undefined && escape.at <= at; escape = escapes[next]) {
          before = escape.longer;
          next += 1;
        }
        return at + before;
      };
      return found.map((match) => ({ ...match, start: place(match.start), end: place(match.end) }));
    },
  };
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function meaning(escape: string): string {
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8');
  if (escape.startsWith('&#')) return characterOf(Number(escape.slice(2, -1).replace(/^x/iu, '0x')));
  if (escape.startsWith('&')) return NAMED[escape.slice(1, -1).toLowerCase()] ?? escape;
  const [, hex] = /^\\+[ux](.+)$/iu.exec(escape) ?? [];
  return hex === undefined ? escape.slice(-1) : characterOf(Number.parseInt(hex, 16));
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
