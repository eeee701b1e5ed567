import { atPointer } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import { type BodyCase, caseAt, inWords, type Spot } from './body-case.ts';
import { typesOf } from './values.ts';
import { ALSO_WRONG, textOfLength, WRONG } from './wrong-values.ts';

/** Values of another type; null where that is one of the types. */
export function typeCases(schema: Schema, base: unknown, spot: Spot, isUnion: boolean): readonly BodyCase[] {
  const types = typesOf(schema);
  const [type] = types;
  if (type === undefined || isUnion || spot.at === '') return [];
  const wrong =
    types.length > 1 || schema.enum !== undefined ? [] : (bareElement(base, spot) ?? wrongOf(type, base, spot));
  // A null for something that need not be there may be taken as its absence.
  const further =
    wrong.length === 0
      ? []
      : (ALSO_WRONG[type] ?? []).filter(([value]) => value !== null || (spot.required && !allowsNull(schema)));
  const asNull = allowsNull(schema) ? [caseAt(spot, 'type', 'accepted', `${inWords(spot)} is null`, base, null)] : [];
  return [
    ...asNull,
    ...wrong.map(([value, what]) => caseAt(spot, 'type', 'refused', `${inWords(spot)} is ${what}`, base, value)),
    ...further.map(([value, what]) => ({
      ...caseAt(spot, 'type', 'refused', `${inWords(spot)} is ${what}`, base, value),
      // A null where a text or a number is required is as common a slip as a numeric string.
      further: value !== null || type === 'object' || type === 'array',
    })),
  ];
}

function counted(elements: number): string {
  return `${elements} ${elements === 1 ? 'element' : 'elements'}`;
}

/** Near the value that is known to be right, so that nothing but its type can be the reason to refuse it. */
function wrongOf(type: string, base: unknown, { at }: Spot): (typeof WRONG)[string] {
  const right = atPointer(base, at);
  const usual = WRONG[type] ?? [];
  if (typeof right !== 'number') return usual;
  return usual.map(([value, what]) => {
    if (typeof value === 'string') return [String(right), what];
    return [typeof value === 'number' ? Math.floor(right) + 0.5 : value, what];
  });
}

/** An element of a list without the list around it: what a lenient reader takes for a list of one. */
function bareElement(base: unknown, { at }: Spot): (typeof WRONG)[string] | undefined {
  const value = atPointer(base, at);
  const [element] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return element === undefined || element === null ? undefined : [[element, 'one element instead of an array']];
}

function allowsNull(schema: Schema): boolean {
  return [schema.type ?? []].flat().includes('null');
}

/** Each value of the enumeration, and one outside it. */
export function enumCases(schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  if (schema.enum === undefined) return [];
  const siblings = atPointer(base, spot.at.slice(0, spot.at.lastIndexOf('/')));
  const accepted = schema.enum
    .filter((member) => schema['x-open-values']?.includes(member) !== true)
    .map((member) => {
      const together = Array.isArray(siblings) && siblings.includes(member);
      return {
        ...caseAt(spot, 'enum', 'accepted', `${inWords(spot)} is ${String(member)}`, base, member),
        ...(together ? { body: base } : {}),
      };
    });
  return [...accepted, ...outsideCases(schema.enum, base, spot, outsideOf(schema))];
}

/** What no enumeration has. */
const INVENTED = 'no-such-value';

/** The values of a body or parameter that are tried as outside its enumeration, the likeliest to be let through first. */
export function outsideOf(schema: Schema): readonly [string, ...string[]] {
  const [first = INVENTED, ...others] = schema['x-outside'] ?? [];
  return first === INVENTED ? [INVENTED] : [first, ...others, INVENTED];
}

/** A value of no enumeration; as further cases other such values, and one that is known in another case. */
function outsideCases(
  known: readonly unknown[],
  base: unknown,
  spot: Spot,
  [likeliest, ...others]: readonly [string, ...string[]] = [INVENTED],
): readonly BodyCase[] {
  const respelt = known
    .filter((value) => typeof value === 'string')
    .map((value) => value.charAt(0).toUpperCase() + value.slice(1))
    .find((value) => !known.includes(value));
  const outside = (value: string) => caseAt(spot, 'enum', 'refused', `${inWords(spot)} is ${value}`, base, value);
  return [
    outside(likeliest),
    ...[...others, ...(respelt === undefined ? [] : [respelt])].map((value) => ({ ...outside(value), further: true })),
  ];
}

/** What no branch of an open conflict has among its values. */
export function unionCases(members: readonly Schema[], base: unknown, spot: Spot): readonly BodyCase[] {
  if (members.length < 2 || members.some((member) => member.enum === undefined)) return [];
  const known = members.flatMap((member) => member.enum ?? []);
  return outsideCases(known, base, spot);
}

/** What stands at a bound or beside it, in words and as a value. */
type Sized = readonly [what: string, value: unknown];

/** Lengths, numbers of elements and numbers at their bounds, and one step outside. */
export function sizeCases(schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  const given = atPointer(base, spot.at);
  const items = Array.isArray(given) ? given : [];
  const text = (length: number): Sized => [`has ${length} characters`, textOfLength(length)];
  const fewer = (count: number): Sized => [`has ${counted(count)}`, items.slice(0, count)];
  const more = (count: number): Sized => [
    `has ${counted(count)}`,
    Array.from({ length: count }, (_, index) => items[index] ?? items.at(-1) ?? null),
  ];
  const number = (value: number): Sized => [`is ${value}`, value];
  const bounds = [
    ['minLength', -1, text],
    ['maxLength', 1, text],
    ['minItems', -1, fewer],
    ['maxItems', 1, more],
    ['minimum', -1, number],
    ['maximum', 1, number],
  ] as const;
  return bounds.flatMap(([keyword, step, sized]) => {
    const bound = schema[keyword];
    if (bound === undefined) return [];
    const at = (side: BodyCase['side'], [what, value]: Sized) =>
      caseAt(spot, keyword, side, `${inWords(spot)} ${what}`, base, value);
    const refused = at('refused', sized(bound + step));
    return keyword.endsWith('Items') ? [refused] : [at('accepted', sized(bound)), refused];
  });
}

/** The bound itself where it is outside, and a number between two multiples. */
export function strictCases(
  { exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: Schema,
  base: unknown,
  spot: Spot,
): readonly BodyCase[] {
  const value = atPointer(base, spot.at);
  const between =
    multipleOf !== 1 && typeof value === 'number' ? value + (multipleOf > 1 ? 1 : multipleOf / 2) : undefined;
  return Object.entries({ exclusiveMinimum, exclusiveMaximum, multipleOf: between }).flatMap(([keyword, outside]) =>
    outside === undefined ? [] : [caseAt(spot, keyword, 'refused', `${inWords(spot)} is ${outside}`, base, outside)],
  );
}

/** A text that is not in the format, and one as long as the right one that the pattern does not match. */
export function formatCases(schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  const right = atPointer(base, spot.at);
  const unlike = typeof right === 'string' && schema.pattern !== undefined ? [`~${right.slice(1)}`] : [];
  const broken = unlike.map((text) =>
    caseAt(spot, 'pattern', 'refused', `${inWords(spot)} does not match ${schema.pattern}`, base, text),
  );
  return schema.format === undefined
    ? broken
    : [
        ...broken,
        caseAt(spot, 'format', 'refused', `${inWords(spot)} is no ${schema.format}`, base, `not a ${schema.format}`),
      ];
}
