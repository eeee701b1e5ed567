/** Finds pieces of known texts within other texts: in one pass, however many pieces there are. */

/** A place in a text, from `start` up to but without `end`, and what was found there. */
export interface Span<T> {
  readonly start: number;
  readonly end: number;
  readonly found: T;
}

/** Pieces of a few lengths. Letters are compared without case, and the two alphabets of base64 (RFC 4648) as one. */
export interface GramIndex<T> {
  /** The piece has one of the lengths. The first to claim it keeps it. */
  add(gram: string, found: T): void;
  /** Calls `hit` with the place of each piece that occurs in the text; those of one length in order. */
  scan(text: string, hit: (at: number, size: number, found: T) => void): void;
}

const BASE = 0x01000193;

/**
 * A text is looked at once, block by block: wherever a piece begins, it holds a few whole blocks in a row. Where fewer known
 * ones follow each other there is none, so that an ordinary text costs one look for several characters. `bits`: a power of
 * two, well above the number of pieces.
 */
export function createGramIndex<T>(sizes: readonly number[], bits = 1 << 20): GramIndex<T> {
  const step = (Math.min(...sizes) + 1) >>> 1;
  const shelves = sizes.map((size) => createShelf<T>(size, step, bits));
  return {
    add: (gram, found) => shelves.find(({ size }) => size === gram.length)?.add(folded(gram), found),
    scan(text, hit) {
      const used = shelves.filter((shelf) => shelf.isUsed());
      if (used.length === 0) return;
      for (const shelf of used) shelf.begin();
      for (let at = 0; at + step <= text.length; at += step) {
        const hash = hashAt(text, at, step);
        for (const shelf of used) shelf.look(text, at, hash, hit);
      }
    },
  };
}

/** The pieces of one length. */
interface Shelf<T> {
  readonly size: number;
  add(key: string, found: T): void;
  isUsed(): boolean;
  begin(): void;
  /** Looks at the next block, which has this hash. */
  look(text: string, at: number, hash: number, hit: (at: number, size: number, found: T) => void): void;
}

function createShelf<T>(size: number, step: number, bits: number): Shelf<T> {
  const grams = new Map<string, T>();
  // A bit for each hash that occurs, of blocks and of whole pieces: nearly all that an ordinary text holds is told apart by it.
  const [blocks, wholes] = [createHashSet(bits), createHashSet(bits)];
  const row = Math.floor((size - step + 1) / step);
  let [inRow, next] = [0, 0];
  return {
    size,
    isUsed: () => grams.size > 0,
    add(key, found) {
      if (grams.has(key)) return;
      grams.set(key, found);
      wholes.add(hashAt(key, 0, size));
      for (let at = 0; at + step <= size; at += 1) blocks.add(hashAt(key, at, step));
    },
    begin() {
      inRow = 0;
      next = 0;
    },
    look(text, at, hash, hit) {
      if (!blocks.has(hash)) {
        inRow = 0;
        return;
      }
      inRow += 1;
      if (inRow < row) return;
      const last = Math.min(at - (row - 1) * step, text.length - size);
      for (let start = Math.max(next, at + step - size); start <= last; start += 1) {
        next = start + 1;
        if (!wholes.has(hashAt(text, start, size))) continue;
        const found = grams.get(folded(text.slice(start, start + size)));
        if (found !== undefined) hit(start, size, found);
      }
    },
  };
}

interface HashSet {
  add(hash: number): void;
  /** Never wrong where it says no. */
  has(hash: number): boolean;
}

/** Takes no room before the first hash. */
function createHashSet(bits: number): HashSet {
  let words = new Uint32Array(0);
  return {
    add(hash) {
      if (words.length === 0) words = new Uint32Array(bits >>> 5);
      const bit = bitOf(hash, bits);
      words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    },
    has(hash) {
      const bit = bitOf(hash, bits);
      return (((words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
    },
  };
}

/** Which pieces of one length occur in some texts. */
export interface GramSet {
  has(gram: string): boolean;
}

/**
 * Made once and asked often: a bit for each hash that occurs tells most pieces apart, and the texts decide the rest. The
 * texts are folded already.
 */
export function createGramSet(size: number, plain: readonly string[]): GramSet {
  const length = plain.reduce((sum, text) => sum + text.length, 0);
  const hashes = createHashSet(1 << Math.min(24, Math.max(10, 36 - Math.clz32(length))));
  for (const text of plain) hashEach(text, size, hashes.add);
  return {
    has(gram) {
      const key = folded(gram);
      return hashes.has(hashAt(key, 0, key.length)) && plain.some((text) => text.includes(key));
    },
  };
}

/** The hash of each piece of a text that is folded already. */
function hashEach(text: string, size: number, see: (hash: number) => void): void {
  const leaving = powerOf(BASE, size);
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, BASE) + text.charCodeAt(index)) | 0;
    if (index >= size) hash = (hash - Math.imul(leaving, text.charCodeAt(index - size))) | 0;
    if (index >= size - 1) see(hash);
  }
}

/** The pieces of a text of the given size, each with its place. */
export function gramsOf(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size));
}

/** The text as it is compared. */
export function folded(text: string): string {
  if (/^[\0-\x7f]*$/u.test(text)) return text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
  return text.replace(/[A-Z\u00c0-\u00d6\u00d8-\u00de_-]/gu, (letter) =>
    String.fromCharCode(fold(letter.charCodeAt(0))),
  );
}

/** What `fold` makes of the first characters: a run looks at a thousand million of them. */
const FOLDED = Uint16Array.from({ length: 256 }, (_, code) => fold(code));

function foldAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 256 ? (FOLDED[code] ?? code) : code;
}

function fold(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code + 32;
  if (code === 0x2d) return 0x2b;
  if (code === 0x5f) return 0x2f;
  return code >= 0xc0 && code <= 0xde && code !== 0xd7 ? code + 32 : code;
}

/** The hash of so many characters from there on, as they are compared. */
function hashAt(text: string, start: number, size: number): number {
  let hash = 0;
  for (let index = start; index < start + size; index += 1) hash = (Math.imul(hash, BASE) + foldAt(text, index)) | 0;
  return hash;
}

function bitOf(hash: number, bits: number): number {
  return (hash ^ (hash >>> 13)) & (bits - 1);
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let times = 0; times < exponent; times += 1) power = Math.imul(power, base);
  return power;
}
