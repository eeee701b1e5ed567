import { isDateTime, isUri, isUuid } from '../../schema/formats.ts';
import { isObject } from '../../schema/pointer.ts';
import { isMaskOf } from './masked.ts';
import { lengthOf, numeric } from './operands.ts';
import type { Likeness, Operator } from './relation.ts';

/** How exactly values have to agree. */
export interface Exactness {
  readonly as?: Likeness | undefined;
  readonly tolerance?: number | undefined;
}

/** Does it hold? Undefined if the values show nothing. */
export type Answer = boolean | undefined;

export function isEqual([one, other]: readonly unknown[], { as, tolerance }: Exactness): Answer {
  if (one === undefined || other === undefined) return undefined;
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= margin(other, tolerance);
  switch (as) {
    case 'text':
      return typeof one === 'string' && typeof other === 'string' ? isSameText(one, other) : one === other;
    case 'masked':
      return typeof one === 'string' && typeof other === 'string' ? isMaskOf(one, other) : one === other;
    case 'letters':
      return letters(one) === letters(other);
    case 'set':
      return sameElements(one, other);
    default:
      return canonical(one) === canonical(other);
  }
}

/** No value is greater than the next. Lists are compared place by place. */
export function isAscending(values: readonly unknown[], exactness: Exactness, strict = false): Answer {
  if (values.every(Array.isArray)) {
    const lists = values as readonly (readonly unknown[])[];
    const shortest = Math.min(...lists.map(({ length }) => length));
    if (shortest === 0) return undefined;
    return Array.from({ length: shortest }, (_, index) => lists.map((list) => list[index])).every(
      (row) => isAscending(row, exactness, strict) !== false,
    );
  }
  const numbers = values.map(numeric);
  if (numbers.includes(undefined)) return undefined;
  return isInOrder(numbers as readonly number[], exactness, strict);
}

export function isNear(values: readonly unknown[], within: number): Answer {
  const [one, other] = values.map(numeric);
  if (one === undefined || other === undefined || Math.abs(other) > LAST_MOMENT) return undefined;
  return Math.abs(one - other) <= within;
}

/** The last moment that a date-time can express (RFC 3339 has four digits for the year). */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59Z');

type Order = Omit<Extract<Operator, { readonly ordered: unknown }>, 'ordered'>;

/** Two values are always in some order. So if the direction is free, it takes three that are not all equal. */
export function isOrdered(list: unknown, { direction, strict, magnitude }: Order, exactness: Exactness): Answer {
  if (!Array.isArray(list)) return undefined;
  const values = list.map(numeric).filter((value) => value !== undefined);
  const numbers = magnitude === true ? values.map(Math.abs) : values;
  const up = isInOrder(numbers, exactness, strict);
  const down = isInOrder(numbers.toReversed(), exactness, strict);
  if (direction === 'either') return numbers.length < 3 || new Set(numbers).size < 2 ? undefined : up || down;
  if (numbers.length < 2) return undefined;
  return direction === 'ascending' ? up : down;
}

export function isDistinct(list: unknown): Answer {
  if (!Array.isArray(list) || list.length < 2) return undefined;
  return new Set(list.map(canonical)).size === list.length;
}

/** Undefined if all lists are empty: equal lengths then show nothing. */
export function areSameLength(lists: readonly unknown[]): Answer {
  const lengths = lists.map(lengthOf);
  if (lengths.includes(undefined) || lengths.every((length) => length === 0)) return undefined;
  return new Set(lengths).size === 1;
}

export function isOneOf([one, list]: readonly unknown[]): Answer {
  if (one === undefined || !Array.isArray(list) || list.length === 0) return undefined;
  return list.some((element) => canonical(element) === canonical(one));
}

/** Undefined if the whole has none of the members: they are left out, which shows nothing. */
export function keepsMembers([whole, part]: readonly unknown[], exactness: Exactness): Answer {
  if (!isObject(whole) || !isObject(part)) return undefined;
  if (!Object.keys(part).some((name) => Object.hasOwn(whole, name))) return undefined;
  return Object.entries(part).every(
    ([name, value]) => Object.hasOwn(whole, name) && isEqual([whole[name], value], exactness) === true,
  );
}

export function hasNames([map, names]: readonly unknown[]): Answer {
  if (!isObject(map) || !Array.isArray(names) || names.length === 0) return undefined;
  return names.every((name) => Object.hasOwn(map, String(name)));
}

function isInOrder(numbers: readonly number[], { tolerance }: Exactness, strict = false): boolean {
  return numbers.every((value, index) => {
    const before = numbers[index - 1];
    if (index === 0 || before === undefined) return true;
    return strict ? before < value : before <= value + margin(value, tolerance);
  });
}

function margin(value: number, tolerance = 0): number {
  return tolerance === 0 ? 0 : Math.abs(value) * tolerance + Number.EPSILON;
}

/** Ignores outer blanks. Half a surrogate pair has no bytes, so anything may stand for it (RFC 8259 section 8.2). */
function isSameText(one: string, other: string): boolean {
  const [first = '', ...others] = other.trim().split(/\p{Surrogate}+/u);
  const last = others.at(-1);
  if (last !== undefined) return one.trim().startsWith(first.trimEnd()) && one.trim().endsWith(last.trimStart());
  const [shown, given] = [normalized(one), normalized(other)];
  return shown === given || shown === given.trim();
}

function letters(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function sameElements(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return canonical(one) === canonical(other);
  return canonical(one.map(canonical).sort()) === canonical(other.map(canonical).sort());
}

/** JSON with sorted members, and with one spelling for each value of a format. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) => {
    if (typeof node === 'string') return normalized(node);
    return isObject(node) ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1))) : node;
  });
}

/** A uuid in lower case (RFC 9562), a date-time in UTC (RFC 3339), a parsed URI with escapes in upper case (RFC 3986). */
function normalized(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  if (isDateTime(text)) return new Date(text).toJSON() ?? text;
  if (!isUri(text) || !URL.canParse(text)) return text;
  return new URL(text).href.replaceAll(/%[\da-f]{2}/giu, (escape) => escape.toUpperCase());
}
