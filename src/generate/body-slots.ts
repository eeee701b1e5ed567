import { BOUNDS } from '../bounds.ts';
import type { ContractDocument } from '../contract/document.ts';
import { atPointer, isObject, joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import { listedValues, type Schema } from '../schema/schema.ts';
import type { Slot } from './choices.ts';
import { nonNullTypes, sampleOf } from './values.ts';
import { textOfLength } from './wrong-values.ts';

/** A place of a body and the values that may stand there. */
export interface BodySlot extends Slot<unknown> {
  readonly at: string;
}

/** The places of a body, the outer ones first, each with its valid values. */
export function bodySlots(document: ContractDocument, schema: Schema, bases: readonly unknown[]): readonly BodySlot[] {
  return slotsAt({ document, bases }, schema, '', false);
}

interface Source {
  readonly document: ContractDocument;
  readonly bases: readonly unknown[];
}

function slotsAt(source: Source, node: Schema, at: string, optional: boolean): readonly BodySlot[] {
  const { target: schema } = follow<Schema>(source.document, node, '');
  if (schema.properties !== undefined && !optional)
    return [{ at, optional, values: [{}] }, ...membersOf(source, schema, at)];
  const values = valuesOf(schema, givenAt(source.bases, at));
  if (values.length > 0) return [{ at, optional, values }];
  return optional ? [] : [{ at, optional, values: [sampleOf(source.document, schema)] }];
}

function membersOf(source: Source, schema: Schema, at: string): readonly BodySlot[] {
  const needed = [...(schema.required ?? []), ...(schema['x-open-absence'] ?? [])];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    isObject(member) ? slotsAt(source, member as Schema, joinPointer(at, name), !needed.includes(name)) : [],
  );
}

/** The values of the examples at this place. */
function givenAt(bases: readonly unknown[], at: string): readonly unknown[] {
  return bases.map((base) => atPointer(base, at)).filter((value) => value !== undefined);
}

/** The valid values of a place. Empty if neither the schema nor an example shows any: then the place is better left out. */
function valuesOf(schema: Schema, given: readonly unknown[]): readonly unknown[] {
  const known = distinct([
    ...given,
    ...(schema.examples ?? []),
    ...(schema.default === undefined ? [] : [schema.default]),
  ]);
  const listed = listedValues(schema);
  if (listed !== undefined) return listed;
  switch (nonNullTypes(schema)[0]) {
    case 'boolean':
      return [false, true];
    case 'integer':
    case 'number':
      return numbers(schema, known);
    case 'string':
      return distinct([...known, ...lengths(schema)]);
    case 'array':
      return arrays(schema, known);
    default:
      return known;
  }
}

function lengths({ minLength, maxLength }: Schema): readonly string[] {
  return [minLength, maxLength]
    .filter((length) => length !== undefined && length <= BOUNDS.writtenCharacters)
    .map((length) => textOfLength(length ?? 0));
}

const NEAR_FACTORS = [1, 0.9, 0.95, 0.99, 1.01, 1.05, 1.1] as const;

/** The documented bounds, and numbers within a tenth of a known valid one. */
function numbers(schema: Schema, known: readonly unknown[]): readonly number[] {
  const { minimum, maximum } = schema;
  const near = known
    .filter((value) => typeof value === 'number')
    .flatMap((value) => NEAR_FACTORS.map((factor) => Number((value * factor).toPrecision(4))));
  const all = [minimum, maximum].filter((bound) => bound !== undefined).concat(near);
  return distinct(all).filter(
    (value) =>
      value >= (minimum ?? value) &&
      value <= (maximum ?? value) &&
      (nonNullTypes(schema)[0] === 'number' || Number.isInteger(value)),
  );
}

/** The known lists. If elements have an enumeration, also a list of one for each of its values. */
function arrays({ items, minItems = 0 }: Schema, known: readonly unknown[]): readonly unknown[] {
  const members = isObject(items) ? (listedValues(items) ?? []) : [];
  return minItems > 1 ? known : distinct([...members.map((member) => [member]), ...known]);
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
