/** What stands around the escapes of a text, with these undone, and for each character where it stood. */
export interface Unescaped {
  readonly text: string;
  /** Where the source of the character at this place begins and ends. */
  readonly startOf: (at: number) => number;
  readonly endOf: (at: number) => number;
}

/** Percent-encoding (RFC 3986). */
const PERCENT = /(?:%[0-9a-f]{2})+|%u[0-9a-f]{4}/giu;
/** Escapes of JSON and JavaScript. */
const BACKSLASH = /\\+u[0-9a-f]{4}|\\+u\{[0-9a-f]{1,6}\}|\\+x[0-9a-f]{2}|\\+["'/\\]/giu;
/** The same where a backslash before them stands for itself. */
const BARE = /\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/giu;
/** The same as a parser reads them. */
const STRICT = /\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\["'/\\]/giu;
/** Character references of HTML. */
const REFERENCE =
  /&#x[0-9a-f]{1,6};?|&#[0-9]{1,7};?|&(?:amp|lt|gt|quot|apos|sol|plus|lowbar|hyphen|period|equals|colon);/giu;

/** Escapes within escapes are undone up to this depth. */
const ROUNDS = 3;

/**
 * The text around its escapes as it reads with these undone, each kind by itself and all together, round after round;
 * nothing where it has none.
 */
export function unescaped(text: string): readonly Unescaped[] {
  const kinds = [PERCENT, BACKSLASH, REFERENCE].filter((kind) => undone(text, kind) !== undefined);
  const ways = [...kinds.map((kind) => [kind]), ...(kinds.length > 1 ? [kinds] : []), [STRICT], [BARE]];
  return ways.flatMap((way) => undoneAgain(text, way));
}

/** The text after each round: what a round too many makes of it is another text. */
function undoneAgain(text: string, kinds: readonly RegExp[]): readonly Unescaped[] {
  const views: Unescaped[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let view = views.at(-1);
    for (const kind of kinds) {
      const next = undone(view?.text ?? text, kind);
      if (next !== undefined) view = view === undefined ? next : composed(view, next);
    }
    if (view === undefined || view === views.at(-1)) return views;
    views.push(view);
  }
  return views;
}

/** So much of what stands on either side of an escape is kept: whatever is farther away reads the same in the text itself. */
const AROUND = 64;

/** Between two places that are kept: it ends every piece that is looked for. */
const BREAK = '\n';

function undone(text: string, kind: RegExp): Unescaped | undefined {
  if (!text.includes(kind === PERCENT ? '%' : kind === REFERENCE ? '&' : '\\')) return undefined;
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const put = (piece: string, startOf: (at: number) => number, endOf: (at: number) => number): void => {
    pieces.push(piece);
    for (let at = 0; at < piece.length; at += 1) {
      starts.push(startOf(at));
      ends.push(endOf(at));
    }
  };
  const copy = (from: number, until: number): void =>
    put(
      text.slice(from, until),
      (at) => from + at,
      (at) => from + at + 1,
    );
  let copied = 0;
  for (const { 0: escape, index } of text.matchAll(kind)) {
    const isNear = copied > 0 && index - copied <= 2 * AROUND;
    if (copied > 0 && !isNear) {
      const end = copied + AROUND;
      copy(copied, end);
      put(
        BREAK,
        () => end,
        () => end,
      );
    }
    copy(isNear ? copied : Math.max(0, index - AROUND), index);
    const meant = meaning(escape);
    const each = meant.length * 3 === escape.length && escape.startsWith('%') ? 3 : 0;
    put(
      meant,
      (at) => index + at * each,
      (at) => (each === 0 ? index + escape.length : index + (at + 1) * each),
    );
    copied = index + escape.length;
  }
  if (copied === 0) return undefined;
  copy(copied, Math.min(text.length, copied + AROUND));
  return { text: pieces.join(''), startOf: (at) => starts[at] ?? 0, endOf: (at) => ends[at] ?? text.length };
}

function composed(outer: Unescaped, inner: Unescaped): Unescaped {
  return {
    text: inner.text,
    startOf: (at) => outer.startOf(inner.startOf(at)),
    endOf: (at) => outer.endOf(inner.endOf(at) - 1),
  };
}

const NAMED: Readonly<Record<string, string | undefined>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  plus: '+',
  lowbar: '_',
  hyphen: '-',
  period: '.',
  equals: '=',
  colon: ':',
};

function meaning(escape: string): string {
  if (/^%[0-9a-f]{2}/iu.test(escape)) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8');
  const hex = /^(?:%u|\\+u\{?|\\+x|&#x)([0-9a-f]+)/iu.exec(escape)?.[1];
  if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
  if (escape.startsWith('&#')) return characterOf(Number.parseInt(escape.slice(2), 10));
  return escape.startsWith('&') ? (NAMED[escape.slice(1, -1).toLowerCase()] ?? escape) : escape.slice(-1);
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
