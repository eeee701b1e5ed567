/** Finds pieces of known texts within other texts: in one pass, however many pieces there are. */

/** A place in a text, from `start` up to but without `end`, and what was found there. */
export interface Span<T> {
  readonly start: number;
  readonly end: number;
  readonly found: T;
}

/** Pieces of one length. Letters are compared without case, and the two alphabets of base64 (RFC 4648) as one. */
export interface GramIndex<T> {
  readonly size: number;
  /** The first to claim a piece keeps it. */
  add(gram: string, found: T): void;
  /** Calls `hit` with the place of each piece that occurs in the text, in order. */
  scan(text: string, hit: (at: number, found: T) => void): void;
}

const BASE = 0x01000193;

/** `bits`: a power of two, well above the number of pieces. */
export function createGramIndex<T>(size: number, bits = 1 << 20): GramIndex<T> {
  const grams = new Map<string, T>();
  // A bit for each hash that occurs: nearly every position of an ordinary text is told apart by it alone.
  let filter = new Uint32Array(0);
  const leaving = powerOf(BASE, size - 1);
  const look = (text: string, end: number, hit: (at: number, found: T) => void): void => {
    const found = grams.get(folded(text.slice(end - size, end)));
    if (found !== undefined) hit(end - size, found);
  };
  return {
    size,
    add(gram, found) {
      const key = folded(gram);
      if (grams.has(key)) return;
      if (filter.length === 0) filter = new Uint32Array(bits >>> 5);
      grams.set(key, found);
      const bit = bitOf(hashOf(key), bits);
      filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    },
    scan(text, hit) {
      if (grams.size === 0 || text.length < size) return;
      let hash = 0;
      for (let index = 0; index < size - 1; index += 1) hash = (Math.imul(hash, BASE) + foldAt(text, index)) | 0;
      for (let index = size - 1; index < text.length; index += 1) {
        hash = (Math.imul(hash, BASE) + foldAt(text, index)) | 0;
        const bit = bitOf(hash, bits);
        if (((filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) look(text, index + 1, hit);
        hash = (hash - Math.imul(leaving, foldAt(text, index - size + 1))) | 0;
      }
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
  const bits = 1 << Math.min(24, Math.max(10, 36 - Math.clz32(length)));
  const filter = new Uint32Array(bits >>> 5);
  for (const text of plain)
    hashEach(text, size, (hash) => {
      const bit = bitOf(hash, bits);
      filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
    });
  return {
    has(gram) {
      const key = folded(gram);
      const bit = bitOf(hashOf(key), bits);
      return (((filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1 && plain.some((text) => text.includes(key));
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

function hashOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1) hash = (Math.imul(hash, BASE) + key.charCodeAt(index)) | 0;
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
