import { unescaped } from './escapes.ts';
import {
  createGramIndex,
  createGramSet,
  folded,
  type GramIndex,
  type GramSet,
  gramsOf,
  type Span,
} from './gram-index.ts';

/** Finds what is left of secrets in a text: any eight characters in a row, compared without case, plain or encoded. */
export interface TraceFinder {
  /**
   * Looks for this secret, a credential, from now on: for any piece of it in any encoding. False where all of it is public,
   * so that there is nothing to look for.
   */
  add(value: string, owner: string): boolean;
  /** Looks for this text as a whole alone: what a service hands out may share its beginning with what is no secret. */
  addWhole(text: string, owner: string): void;
  /** Where something is left of a secret; merged where two places overlap, in order. */
  find(text: string): readonly Span<Trace>[];
}

/** `whole`: only the whole secret counts here, for its pieces are words that anybody uses. */
export interface Trace {
  readonly owner: string;
  readonly counts: 'pieces' | 'whole';
}

/** So many characters in a row are too much of a secret. */
const PIECE = 8;

/** Of each character; most letters come to decimal digits, so that a shorter row may be any number. */
const HEX_DIGITS = 2;

/** Shorter values are too likely to occur by chance. */
export const MIN_LENGTH = 6;

/** Rows of characters that occur in examples, ids and dates of any service. */
const COMMON_ROWS = [
  '0123456789abcdefghijklmnopqrstuvwxyz',
  '012345678901234567890',
  '0123456789abcdef0123456789abcdef',
];

/** What may be read by anybody, above all the contract itself: a piece of a secret that occurs there is no secret. */
export interface PublicText {
  has(piece: string): boolean;
}

/** Made once for texts that many runs have in common. */
export function createPublicText(texts: readonly string[]): PublicText {
  const plain = [...texts, ...COMMON_ROWS, ...COMMON_ROWS.map(reversed)].map(folded);
  const sets = new Map<number, GramSet>();
  return {
    has(piece) {
      const set = sets.get(piece.length) ?? createGramSet(piece.length, plain);
      sets.set(piece.length, set);
      return set.has(piece);
    },
  };
}

/** Pieces that occur in a public text are not looked for: hiding them would change what answers say. */
export function createTraceFinder(publicTexts: readonly PublicText[] = [createPublicText([])]): TraceFinder {
  const isPublic = (piece: string) => publicTexts.some((text) => text.has(piece));
  // Short secrets are rare, and take smaller blocks.
  const [short, usual] = [[MIN_LENGTH, MIN_LENGTH + 1] as const, [PIECE, PIECE * HEX_DIGITS] as const];
  const indexes = [short, usual].map((sizes) => ({ sizes, index: createGramIndex<Trace>(sizes) }));
  const look = (piece: string, trace: Trace): void =>
    indexes.find(({ sizes }) => sizes.some((size) => size === piece.length))?.index.add(piece, trace);
  return {
    add(value, owner) {
      if (value.length < MIN_LENGTH) return true;
      const size = Math.min(PIECE, value.length);
      const hidden = gramsOf(folded(value), size).filter((piece) => !isPublic(piece));
      const pieces = size < PIECE ? hidden : hidden.filter(isVaried);
      for (const piece of pieces) {
        look(piece, { owner, counts: 'pieces' });
        look(reversed(piece), { owner, counts: 'pieces' });
      }
      if (pieces.length === 0 && hidden.length > 0) look(value.slice(0, size), { owner, counts: 'whole' });
      else if (size === PIECE) for (const piece of encodedPieces(value)) look(piece, { owner, counts: 'pieces' });
      return hidden.length > 0;
    },
    addWhole: (text, owner) => look(text.slice(-PIECE), { owner, counts: 'whole' }),
    find(text) {
      const spans = indexes.flatMap(({ index }) => spansIn(index, text));
      for (const view of unescaped(text))
        for (const { index } of indexes)
          for (const { start, end, found } of spansIn(index, view.text))
            spans.push({ start: view.startOf(start), end: view.endOf(end - 1), found });
      return merged(spans);
    },
  };
}

interface OpenSpan extends Span<Trace> {
  end: number;
}

/** Pieces of one length that overlap are joined at once: a text may hold millions of them. */
function spansIn(index: GramIndex<Trace>, text: string): OpenSpan[] {
  const bySize = new Map<number, OpenSpan[]>();
  index.scan(text, (start, size, found) => {
    const spans = bySize.get(size) ?? [];
    bySize.set(size, spans);
    join(spans, start, start + size, found);
  });
  return [...bySize.values()].flat();
}

function join(spans: OpenSpan[], start: number, end: number, found: Trace): void {
  const last = spans.at(-1);
  if (last !== undefined && start < last.end && found.counts === last.found.counts) last.end = Math.max(last.end, end);
  else spans.push({ start, end, found });
}

/** A row of the same few characters (`00000000`) tells nothing. */
function isVaried(piece: string): boolean {
  return hasMoreThan(3, folded(piece));
}

/** Pieces of the value in base64 at each offset, and in hexadecimal digits; also of what remains where the case is lost. */
function encodedPieces(value: string): readonly string[] {
  const variants = [...new Set([value, value.toLowerCase(), value.toUpperCase()])].map((text) => Buffer.from(text));
  const pieces = variants.flatMap((bytes) => [
    ...gramsOf(bytes.toString('hex'), PIECE * HEX_DIGITS),
    ...[0, 1, 2].flatMap((offset) => gramsOf(base64At(bytes, offset), PIECE)),
  ]);
  return pieces.filter((piece) => hasMoreThan(2, piece));
}

/** Has the piece more than so many different characters? */
function hasMoreThan(few: number, piece: string): boolean {
  let different = 0;
  for (let at = 0; at < piece.length && different <= few; at += 1)
    if (piece.indexOf(piece.charAt(at)) === at) different += 1;
  return different > few;
}

/** The digits of base64 that these bytes alone decide where they begin `offset` bytes into a group of three. */
function base64At(bytes: Uint8Array, offset: number): string {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(3)]);
  const [first, last] = [Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)];
  return padded.toString('base64').slice(first, last);
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

function merged(spans: readonly Span<Trace>[]): readonly Span<Trace>[] {
  const result: OpenSpan[] = [];
  for (const { start, end, found } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end))
    join(result, start, end, found);
  return result;
}
