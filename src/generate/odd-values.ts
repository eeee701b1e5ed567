import type { ContractDocument } from '../contract/document.ts';
import { atPointer, isObject, joinPointer, withPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { nonNullTypes } from './values.ts';

/** A place of a body, and odd values of its type that are within all documented bounds. */
export interface OddSlot {
  readonly at: string;
  readonly values: readonly OddValue[];
}

export interface OddValue {
  readonly what: string;
  readonly value: unknown;
  /** False if it may not be a value of the type: a lone surrogate is a string only in JSON (RFC 8259 section 8.2). */
  readonly valid: boolean;
}

/** Zero, a negative and a huge number: calculations with them may fail, such as a quotient, a logarithm or a date. */
const NUMBERS = [0, -1, 1e30];
const INTEGERS = [0, -1, Number.MAX_SAFE_INTEGER];

const LONE_SURROGATE = '\ud83d';

/** The unbounded numbers and free texts of a body, with odd values for each. Optional numbers are included. */
export function oddSlots(document: ContractDocument, schema: Schema, base: unknown, at = ''): readonly OddSlot[] {
  const { target } = follow<Schema>(document, schema, '');
  const value = atPointer(base, at);
  if (typeof value === 'string') return isFree(target) ? [{ at, values: [withLoneSurrogate(value)] }] : [];
  if (typeof value === 'number' || ['integer', 'number'].includes(nonNullTypes(target)[0] ?? ''))
    return isUnbounded(target) ? [{ at, values: numbers(target) }] : [];
  const names = [...new Set([...Object.keys(target.properties ?? {}), ...(isObject(value) ? Object.keys(value) : [])])];
  return names.flatMap((name) => oddSlots(document, memberOf(target, name), base, joinPointer(at, name)));
}

/** The base with the odd value of this rank at each of these places. */
export function withOdd(base: unknown, slots: readonly OddSlot[], rank: number): unknown {
  return slots.reduce<unknown>((body, { at, values }) => {
    const odd = values[rank];
    return odd === undefined ? body : withPointer(body, at, odd.value);
  }, base);
}

function memberOf({ properties, additionalProperties }: Schema, name: string): Schema {
  const member = properties?.[name] ?? additionalProperties;
  return isObject(member) ? (member as Schema) : {};
}

function numbers(schema: Schema): readonly OddValue[] {
  const values = nonNullTypes(schema)[0] === 'integer' ? INTEGERS : NUMBERS;
  return values.map((value) => ({ what: String(value), value, valid: true }));
}

function withLoneSurrogate(text: string): OddValue {
  return { what: 'a text that ends with half a pair of surrogates', value: `${text}${LONE_SURROGATE}`, valid: false };
}

function isUnbounded({ minimum, maximum, enum: members }: Schema): boolean {
  return minimum === undefined && maximum === undefined && members === undefined;
}

function isFree({ format, pattern, enum: members, type }: Schema): boolean {
  return type === 'string' && format === undefined && pattern === undefined && members === undefined;
}
