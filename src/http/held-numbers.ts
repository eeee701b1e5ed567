import { endOfString } from './json-text.ts';

/** Numbers that a double may not hold exactly: sixteen digits in a row, or an exponent of three digits. */
const SUSPECT = /\d{16}|\d[eE][+-]?\d{3}/u;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INTEGER = /^-?\d{16,309}$/u;
const GREATEST = String(Number.MAX_VALUE);
const LEAST = String(Number.MIN_VALUE);

/**
 * The JSON text with numbers that a double can hold. One that is too great or too small becomes the greatest or the least
 * double. Different integers become different doubles, so that they never count as equal.
 */
export function withHeldNumbers(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const found = numbersOf(text);
  const taken = new Map<number, bigint>();
  for (const { written } of found)
    if (INTEGER.test(written) && isExact(written)) taken.set(Number(written), BigInt(written));
  const pieces: string[] = [];
  let copied = 0;
  for (const { at, written } of found) {
    const held = replacementFor(written, taken);
    if (held === written) continue;
    pieces.push(text.slice(copied, at), held);
    copied = at + written.length;
  }
  return copied === 0 ? text : `${pieces.join('')}${text.slice(copied)}`;
}

function numbersOf(text: string): readonly { readonly at: number; readonly written: string }[] {
  const found: { at: number; written: string }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const written = NUMBER.exec(text)?.[0] ?? '-';
      found.push({ at, written });
      at += written.length - 1;
    }
  }
  return found;
}

const [QUOTE, MINUS, ZERO, NINE] = [0x22, 0x2d, 0x30, 0x39];

function replacementFor(written: string, taken: Map<number, bigint>): string {
  const sign = written.startsWith('-') ? '-' : '';
  const value = Number(written);
  if (!Number.isFinite(value)) return `${sign}${GREATEST}`;
  if (value === 0 && /^-?[\d.]*[1-9]/u.test(written)) return `${sign}${LEAST}`;
  if (!INTEGER.test(written) || isExact(written)) return written;
  const exact = BigInt(written);
  let held = value;
  while (taken.has(held) && taken.get(held) !== exact) held = nextAfter(held);
  taken.set(held, exact);
  return BigInt(held).toString();
}

function isExact(written: string): boolean {
  const value = Number(written);
  return Number.isFinite(value) && BigInt(value) === BigInt(written);
}

/** The next number away from zero that a double holds. */
function nextAfter(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigUint64(0, bits.getBigUint64(0) + 1n);
  return bits.getFloat64(0);
}
