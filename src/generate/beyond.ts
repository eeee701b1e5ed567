import { readPattern } from '../schema/pattern.ts';
import { isObject } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import { isOutsideFormat } from '../schema/validators.ts';
import { textsLike } from './values.ts';
import { textOfLength } from './wrong-values.ts';

/** Values that break one keyword, and keep to the others of the schema where such a value is known. */

/** The nearest number below (-1) or above (1) a bound. A schema with `multipleOf` gets a multiple. */
export function numberBeyond({ multipleOf }: Schema, bound: number, side: -1 | 1): number {
  if (multipleOf === undefined) return bound + side;
  const steps = side < 0 ? Math.ceil(bound / multipleOf) - 1 : Math.floor(bound / multipleOf) + 1;
  return Number((steps * multipleOf).toPrecision(12));
}

/**
 * An exclusive bound, or the nearest multiple outside it. Beside 0 the number beyond it: a service may take 0 for a missing
 * value and refuse it, and yet let that through.
 */
export function beyondExclusive(schema: Schema, bound: number, side: -1 | 1): readonly number[] {
  const { multipleOf = 1 } = schema;
  const isIn = schema.multipleOf === undefined || bound % multipleOf === 0;
  const nearest = isIn ? bound : numberBeyond(schema, bound, side);
  return nearest === 0 ? [0, numberBeyond(schema, 0, side)] : [nearest];
}

/** A text of this length that matches the pattern and the format, if one can be made from a right one. */
export function textAsLong({ pattern, format }: Schema, right: unknown, length: number): string {
  const plain = textOfLength(length);
  if ((pattern === undefined && format === undefined) || typeof right !== 'string' || right === '') return plain;
  const known = pattern === undefined ? undefined : readPattern(pattern);
  const missing = Math.max(0, length - right.length);
  const [start, end] = [right.slice(0, 1), right.slice(-1)];
  const texts = [
    ...(format === 'email' ? emailAsLong(right, length) : []),
    right.slice(0, length - missing) + end.repeat(missing),
    start.repeat(missing) + right.slice(0, length - missing),
    right.repeat(length).slice(0, length),
  ];
  const fits = (text: string) =>
    known?.test(text) !== false && (format === undefined || !isOutsideFormat(format, text));
  return texts.find(fits) ?? plain;
}

/** The most characters of a part of a host name (RFC 1035 section 2.3.4) and of what is before the @ (RFC 5321 section 4.5.3.1.1). */
const [MAX_LABEL, MAX_LOCAL] = [63, 64];

/** The address with more letters before the @, and, if that is not enough, with a longer host name. */
function emailAsLong(right: string, length: number): readonly string[] {
  const [local = '', host] = right.split('@');
  const missing = length - right.length;
  if (host === undefined || missing < 0) return [];
  const before = Math.max(0, Math.min(missing, MAX_LOCAL - local.length));
  // A label takes a dot and a letter at least.
  const own = missing - before === 1 ? before - 1 : before;
  const labels = labelsOf(missing - own).map((size) => `${'a'.repeat(size)}.`);
  return [`${local}${'a'.repeat(own)}@${labels.join('')}${host}`];
}

/** The lengths of labels that have this many characters together, with a dot after each. */
function labelsOf(length: number): readonly number[] {
  if (length < 2) return [];
  const size = Math.min(MAX_LABEL, length - 1);
  const isRestOne = length - size - 1 === 1;
  return [isRestOne ? size - 1 : size, ...labelsOf(length - (isRestOne ? size : size + 1))];
}

/** The list with this many elements. New ones differ from each other, as far as values that fit are known. */
export function listOfLength(
  { items, uniqueItems }: Schema,
  list: readonly unknown[],
  length: number,
): readonly unknown[] {
  const own: Schema = isObject(items) ? (items as Schema) : {};
  const others = othersOf(own).filter((one) => !list.includes(one));
  const isBound = [own.pattern, own.enum, own.const, own.format].some((one) => one !== undefined);
  return Array.from({ length }, (_, index) => {
    const last = list.at(-1);
    if (index < list.length) return list[index];
    return isBound && (others.length > 0 || uniqueItems !== true)
      ? (others[index - list.length] ?? last ?? others[0] ?? null)
      : newElement(own, last, index);
  });
}

function othersOf({ enum: members, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema) {
  if (members !== undefined) return members;
  const texts = pattern === undefined ? [] : textsLike(pattern, 1);
  return [...new Set(texts)].filter(({ length }) => length >= minLength && length <= maxLength);
}

/** One more element for a list. A text or number differs from the last one. */
function newElement({ multipleOf = 1 }: Schema, last: unknown, index: number): unknown {
  if (typeof last === 'string') return `${last}${index}`;
  return typeof last === 'number' ? last + index * multipleOf : (last ?? null);
}

/** An enumeration may have thousands of members. If it has more than this, so many are sent: the first, the last, and between. */
const MOST_MEMBERS = 20;

/** The members of an enumeration that are sent. */
export function someOf<T>(members: readonly T[]): readonly T[] {
  if (members.length <= MOST_MEMBERS) return members;
  const step = (members.length - 1) / (MOST_MEMBERS - 1);
  return Array.from({ length: MOST_MEMBERS }, (_, index) => members[Math.round(index * step)] as T);
}

/** The least number above the least member that an enumeration of numbers lacks; undefined for any other enumeration. */
export function numberOutside(members: readonly unknown[] = []): number | undefined {
  const numbers = members.filter((one) => typeof one === 'number');
  if (numbers.length === 0 || numbers.length < members.length) return undefined;
  let outside = Math.min(...numbers) + 1;
  while (numbers.includes(outside)) outside += 1;
  return outside;
}
