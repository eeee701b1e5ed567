import type { Schema } from '../schema/schema.ts';
import { type BoundaryCase, usualOutside } from './boundary.ts';
import { outsideOf } from './keyword-cases.ts';
import { typesOf } from './values.ts';

/** Numbers of which readers go wrong one by one: below zero, and beyond what 32 bits or a double hold. */
const FAR = [-2147483649, -1, 2147483648, 9007199254740992];

/** Values that a reader may take although the next one to a bound is refused: far outside, and near a member of an enumeration. */
export function farCases(schema: Schema): readonly BoundaryCase[] {
  if (schema.enum !== undefined)
    return enumCases(schema.enum.map(String), outsideOf(schema).slice(usualOutside(schema).length));
  const [type] = typesOf(schema);
  return type === 'integer' || type === 'number' ? [...below(schema), ...above(schema)] : [];
}

function enumCases(members: readonly string[], outside: readonly string[]): readonly BoundaryCase[] {
  return [...outside, ...members.map((member) => otherCase(member))]
    .filter((value) => !members.includes(value))
    .map((value) => ({ keyword: 'enum', value, side: 'refused', what: 'a value outside the enumeration' }));
}

function otherCase(member: string): string {
  return member === member.toLowerCase() ? member.toUpperCase() : member.toLowerCase();
}

function below({ minimum }: Schema): readonly BoundaryCase[] {
  return minimum === undefined ? [] : FAR.filter((value) => value < minimum).map((value) => far('minimum', value));
}

function above({ maximum }: Schema): readonly BoundaryCase[] {
  const values = maximum === undefined ? [] : [maximum * 10 + 1, ...FAR].filter((value) => value > maximum);
  return values.map((value) => far('maximum', value));
}

function far(keyword: string, value: number): BoundaryCase {
  return { keyword, value: String(value), side: 'refused', what: `the value ${value}, far outside the ${keyword}` };
}
