import type { ContractDocument, Level, Schema } from '../contract/document.ts';
import { follow } from '../contract/operations.ts';
import { nullable } from '../contract/places.ts';
import { atPointer, isObject, joinPointer, withPointer } from '../contract/pointer.ts';
import { sampleOf, typesOf } from './values.ts';
import { ALSO_WRONG, textOfLength, WRONG } from './wrong-values.ts';

/** A JSON body that differs from a valid one in exactly one labelled way. */
export interface BodyCase {
  readonly place: readonly string[];
  readonly keyword: string;
  readonly side: 'accepted' | 'refused';
  readonly what: string;
  /** True for a further case of what a first one shows already. */
  readonly further?: boolean;
  readonly body: unknown;
  /** The value that stood there; undefined where nothing has to. */
  readonly right?: unknown;
  /** Where in the body. */
  readonly at: string;
  /** Where in the document the keyword stands. */
  readonly pointer: string;
  readonly level: Level;
}

/** The place and the keyword, as in the id of the clause about them. */
export function placeOf({ place, keyword }: Pick<BodyCase, 'place' | 'keyword'>): string {
  return [...place, keyword].join('/');
}

interface Spot {
  readonly place: readonly string[];
  readonly at: string;
  readonly pointer: string;
  readonly level: Level;
  readonly required: boolean;
}

/** Per keyword of a request body's schema: bodies at the bound (accepted), and bodies broken in that keyword alone (refused). */
export function bodyCases(
  document: ContractDocument,
  schema: Schema,
  base: unknown,
  pointer: string,
): readonly BodyCase[] {
  return casesAt(document, schema, base, { place: [], at: '', pointer, level: 'MUST', required: true });
}

function casesAt(document: ContractDocument, node: Schema, base: unknown, outer: Spot): readonly BodyCase[] {
  const { target: schema, pointer } = follow<Schema>(document, node, outer.pointer);
  const spot: Spot = { ...outer, pointer, level: schema['x-level'] ?? outer.level };
  const union = schema.anyOf ?? schema.oneOf;
  const member = union === undefined ? undefined : nullable(union);
  const own = [
    ...typeCases(schema, base, spot, union !== undefined),
    ...enumCases(schema, base, spot),
    ...unionCases(union ?? [], base, spot),
    ...sizeCases(schema, base, spot),
    ...formatCases(schema, base, spot),
  ];
  return [
    ...own,
    ...childCases(document, schema, base, spot),
    ...(schema.allOf ?? []).flatMap((part, index) =>
      casesAt(document, part, base, { ...spot, pointer: joinPointer(pointer, 'allOf', index) }),
    ),
    ...(member === undefined
      ? []
      : casesAt(document, member, base, {
          ...spot,
          pointer: joinPointer(pointer, 'anyOf', (union ?? []).indexOf(member)),
        })),
  ];
}

function childCases(document: ContractDocument, schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  const value = atPointer(base, spot.at);
  const missing = (schema.required ?? []).map((name) => missingCase(name, base, spot));
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    if (!isObject(child)) return [];
    const below = { ...step(spot, name, name, 'properties', name), required: schema.required?.includes(name) === true };
    return casesAt(document, child as Schema, ensured(document, child as Schema, base, below.at), below);
  });
  const items =
    Array.isArray(value) && isObject(schema.items)
      ? casesAt(
          document,
          schema.items as Schema,
          ensured(document, schema.items as Schema, base, `${spot.at}/0`),
          step(spot, 'items', '0', 'items'),
        )
      : [];
  const key = isObject(value) ? Object.keys(value)[0] : undefined;
  const values =
    key === undefined || !isObject(schema.additionalProperties)
      ? []
      : casesAt(
          document,
          schema.additionalProperties as Schema,
          base,
          step(spot, 'values', key, 'additionalProperties'),
        );
  return [...missing, ...properties, ...items, ...values];
}

function missingCase(name: string, base: unknown, spot: Spot): BodyCase {
  const at = joinPointer(spot.at, name);
  return {
    place: [...spot.place, name],
    keyword: 'required',
    side: 'refused',
    what: `${dotted([...spot.place, name])} is missing`,
    body: withPointer(base, at, undefined),
    right: atPointer(base, at),
    at,
    pointer: joinPointer(spot.pointer, 'required', name),
    level: spot.level,
  };
}

function typeCases(schema: Schema, base: unknown, spot: Spot, isUnion: boolean): readonly BodyCase[] {
  const types = typesOf(schema);
  const [type] = types;
  if (type === undefined || isUnion || spot.at === '') return [];
  const wrong = types.length > 1 || schema.enum !== undefined ? [] : (WRONG[type] ?? []);
  // A null for something that need not be there may be taken as its absence.
  const further =
    wrong.length === 0
      ? []
      : (ALSO_WRONG[type] ?? []).filter(([value]) => value !== null || (spot.required && !allowsNull(schema)));
  const asNull = allowsNull(schema)
    ? [caseAt(spot, 'type', 'accepted', `${dotted(spot.place)} is null`, base, null)]
    : [];
  return [
    ...asNull,
    ...wrong.map(([value, what]) => caseAt(spot, 'type', 'refused', `${dotted(spot.place)} is ${what}`, base, value)),
    ...further.map(([value, what]) => ({
      ...caseAt(spot, 'type', 'refused', `${dotted(spot.place)} is ${what}`, base, value),
      // A null where a text or a number is required is as common a slip as a numeric string.
      further: value !== null || type === 'object' || type === 'array',
    })),
  ];
}

function allowsNull(schema: Schema): boolean {
  return [schema.type ?? []].flat().includes('null');
}

function enumCases(schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  if (schema.enum === undefined) return [];
  const siblings = atPointer(base, spot.at.slice(0, spot.at.lastIndexOf('/')));
  const accepted = schema.enum
    .filter((member) => schema['x-open-values']?.includes(member) !== true)
    .map((member) => {
      const together = Array.isArray(siblings) && siblings.includes(member);
      return {
        ...caseAt(spot, 'enum', 'accepted', `${dotted(spot.place)} is ${String(member)}`, base, member),
        ...(together ? { body: base } : {}),
      };
    });
  return [
    ...accepted,
    caseAt(spot, 'enum', 'refused', `${dotted(spot.place)} is outside the enumeration`, base, 'no-such-value'),
  ];
}

/** What no branch of an open conflict has among its values. */
function unionCases(members: readonly Schema[], base: unknown, spot: Spot): readonly BodyCase[] {
  const closed = members.length > 1 && members.every((member) => member.enum !== undefined);
  return closed ? enumCases({ enum: [] }, base, spot) : [];
}

function sizeCases(schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  const at = (keyword: string, side: BodyCase['side'], what: string, value: unknown) =>
    caseAt(spot, keyword, side, `${dotted(spot.place)} ${what}`, base, value);
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  const value = atPointer(base, spot.at);
  const items = Array.isArray(value) ? value : [];
  return [
    ...(minLength === undefined
      ? []
      : [
          at('minLength', 'accepted', `has ${minLength} characters`, textOfLength(minLength)),
          at('minLength', 'refused', `has ${minLength - 1} characters`, textOfLength(minLength - 1)),
        ]),
    ...(maxLength === undefined
      ? []
      : [
          at('maxLength', 'accepted', `has ${maxLength} characters`, textOfLength(maxLength)),
          at('maxLength', 'refused', `has ${maxLength + 1} characters`, textOfLength(maxLength + 1)),
        ]),
    ...(minItems === undefined
      ? []
      : [at('minItems', 'refused', `has ${minItems - 1} elements`, items.slice(0, minItems - 1))]),
    ...(maxItems === undefined
      ? []
      : [
          at(
            'maxItems',
            'refused',
            `has ${maxItems + 1} elements`,
            Array.from({ length: maxItems + 1 }, (_, index) => items[index] ?? items.at(-1) ?? null),
          ),
        ]),
    ...(minimum === undefined
      ? []
      : [
          at('minimum', 'accepted', `is ${minimum}`, minimum),
          at('minimum', 'refused', `is ${minimum - 1}`, minimum - 1),
        ]),
    ...(maximum === undefined
      ? []
      : [
          at('maximum', 'accepted', `is ${maximum}`, maximum),
          at('maximum', 'refused', `is ${maximum + 1}`, maximum + 1),
        ]),
  ];
}

function formatCases(schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  return schema.format === undefined
    ? []
    : [
        caseAt(
          spot,
          'format',
          'refused',
          `${dotted(spot.place)} is no ${schema.format}`,
          base,
          `not a ${schema.format}`,
        ),
      ];
}

function caseAt(
  spot: Spot,
  keyword: string,
  side: BodyCase['side'],
  what: string,
  base: unknown,
  value: unknown,
): BodyCase {
  return {
    place: spot.place,
    keyword,
    side,
    what,
    body: withPointer(base, spot.at, value),
    right: atPointer(base, spot.at),
    at: spot.at,
    pointer: joinPointer(spot.pointer, keyword),
    level: spot.level,
  };
}

/** The base with something at the place, so that what lies below it can be broken. */
function ensured(document: ContractDocument, schema: Schema, base: unknown, at: string): unknown {
  return atPointer(base, at) === undefined ? withPointer(base, at, sampleOf(document, schema)) : base;
}

function step(spot: Spot, place: string, segment: string, ...pointer: readonly string[]): Spot {
  return {
    ...spot,
    place: [...spot.place, place],
    at: joinPointer(spot.at, segment),
    pointer: joinPointer(spot.pointer, ...pointer),
  };
}

function dotted(place: readonly string[]): string {
  return place.length === 0 ? 'the body' : place.join('.');
}
