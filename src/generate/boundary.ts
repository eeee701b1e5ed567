import type { Schema } from '../schema/schema.ts';
import { outsideOf } from './keyword-cases.ts';
import { typesOf } from './values.ts';

/** One value at or beside a bound of a parameter, as text for the wire. */
export interface BoundaryCase {
  readonly keyword: string;
  readonly value: string;
  readonly side: 'accepted' | 'refused';
  readonly what: string;
}

/**
 * The boundary phase for a parameter in a query or path: per keyword the value at it (accepted), and one step
 * outside (refused). Spellings that the contract leaves open, such as `1.0`, `+1` or `1e1`, are on neither side.
 */
export function boundaryCases(schema: Schema): readonly BoundaryCase[] {
  const [type] = typesOf(schema);
  if (schema.enum !== undefined) return enumCases(schema.enum, usualOutside(schema));
  if (type === 'integer' || type === 'number')
    return [...numberTypeCases(schema, type), ...boundCases(schema, type)].filter(
      (one) => one.side === 'refused' || isWithin(schema, Number(one.value)),
    );
  return schema.format === undefined ? [] : formatCases(schema.format);
}

/** So many of the likeliest values outside of an enumeration travel with others; the rest of them are for the depth `deep`. */
const LIKELIEST = 2;

/** The values outside of an enumeration that are tried at every depth. */
export function usualOutside(schema: Schema): readonly string[] {
  const known = schema['x-outside'] ?? [];
  return known.length === 0 ? outsideOf(schema).slice(0, 1) : known.slice(0, LIKELIEST);
}

function enumCases(members: readonly unknown[], outside: readonly string[]): readonly BoundaryCase[] {
  const accepted = members.map(
    (member) =>
      ({ keyword: 'enum', value: String(member), side: 'accepted', what: `the value ${String(member)}` }) as const,
  );
  return [
    ...accepted,
    ...outside.map(
      (value) =>
        ({ keyword: 'enum', value, side: 'refused', what: `the value ${value}, outside the enumeration` }) as const,
    ),
  ];
}

function numberTypeCases(schema: Schema, type: 'integer' | 'number'): readonly BoundaryCase[] {
  const inside = insideOf(schema);
  const refused = [
    { value: 'abc', what: 'a word instead of a number' },
    type === 'integer'
      ? { value: `${inside}.5`, what: 'a fraction instead of an integer' }
      : { value: `${inside}abc`, what: 'a number with letters behind it' },
  ];
  const fraction =
    type === 'number' ? [{ keyword: 'type', value: `${inside}.5`, side: 'accepted', what: 'a fraction' } as const] : [];
  return [
    { keyword: 'type', value: String(inside), side: 'accepted', what: `the value ${inside}` },
    ...fraction,
    ...refused.map(({ value, what }) => ({ keyword: 'type', value, side: 'refused', what }) as const),
  ];
}

function boundCases(schema: Schema, type: 'integer' | 'number'): readonly BoundaryCase[] {
  const { minimum, maximum } = schema;
  const step = type === 'integer' ? 1 : 0.1;
  return [
    ...(minimum === undefined ? [] : bound('minimum', minimum, below(minimum - step, maximum))),
    ...(maximum === undefined ? [] : bound('maximum', maximum, [maximum + step])),
  ];
}

/** Nothing may be refused for not being there, where less than nothing is let through. What has no bound above has room for both. */
function below(outside: number, maximum: number | undefined): readonly number[] {
  return outside === 0 && maximum === undefined ? [0, -1] : [outside];
}

function bound(keyword: 'minimum' | 'maximum', at: number, outside: readonly number[]): readonly BoundaryCase[] {
  const accepted = { keyword, value: String(at), side: 'accepted', what: `the value ${at}` } as const;
  const refused = outside.map(
    (value) =>
      ({
        keyword,
        value: String(value),
        side: 'refused',
        what: `the value ${value}, outside the ${keyword} ${at}`,
      }) as const,
  );
  return [accepted, ...refused];
}

function formatCases(format: string): readonly BoundaryCase[] {
  return [{ keyword: 'format', value: `no-${format}`, side: 'refused', what: `text that is no ${format}` }];
}

/** Between bounds that lie close together a step inward may already be outside. */
function isWithin(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Schema,
  value: number,
): boolean {
  return value >= minimum && value <= maximum;
}

function insideOf({ minimum, maximum }: Schema): number {
  if (minimum !== undefined && maximum !== undefined) return Math.floor((minimum + maximum) / 2);
  if (minimum !== undefined) return minimum + 1;
  return maximum === undefined ? 1 : maximum - 1;
}
