import type { Schema } from '../schema/schema.ts';
import { nonNullTypes } from './values.ts';

/** How far a range goes that is open at one end, in steps. */
const REACH = 100;

/** A range may have billions of numbers: this many of them are tried, spread evenly. */
const MOST = 2000;

/** The distance between the numbers that are tried if the document gives none. */
const FRACTION = 0.1;

/** Decimal places that are kept, so that a sum of fractions does not end in `0000001`. */
const PLACES = 6;

/**
 * Numbers that the schema of a parameter allows, in ascending order: each multiple of `multipleOf`, each integer, or each tenth
 * between its bounds. Never empty: if no number fits, the least one that the lower bound allows.
 */
export function numbersOf(schema: Schema): readonly number[] {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const step = stepOf(schema);
  const least = Math.max(minimum, after(exclusiveMinimum, step));
  const greatest = Math.min(maximum, -after(-exclusiveMaximum, step));
  const reach = REACH * Math.max(1, step);
  // Without a lower bound the range ends at the upper one; without any bound it begins at 0.
  const from = Number.isFinite(least) ? least : Number.isFinite(greatest) ? greatest - reach : 0;
  const to = Number.isFinite(greatest) ? greatest : from + reach;
  const isOnGrid = schema.multipleOf !== undefined || nonNullTypes(schema)[0] === 'integer';
  const first = isOnGrid ? Math.ceil(from / step) * step : from;
  const count = Math.max(1, Math.floor(rounded((to - first) / step)) + 1);
  const stride = Math.max(1, (count - 1) / (MOST - 1));
  return Array.from({ length: Math.min(count, MOST) }, (_, index) =>
    rounded(first + Math.round(index * stride) * step),
  );
}

/** Do the bounds of a schema and its `multipleOf` allow the number? */
export function allows(schema: Schema, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
  const quotient = schema.multipleOf === undefined ? 0 : rounded(value / schema.multipleOf);
  const isWithin = value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
  return isWithin && Number.isInteger(quotient);
}

function stepOf(schema: Schema): number {
  return schema.multipleOf ?? (nonNullTypes(schema)[0] === 'integer' ? 1 : FRACTION);
}

/** The next number on the grid of multiples that is greater. */
function after(bound: number, step: number): number {
  return rounded((Math.floor(rounded(bound / step)) + 1) * step);
}

function rounded(value: number): number {
  return Number(value.toFixed(PLACES));
}
