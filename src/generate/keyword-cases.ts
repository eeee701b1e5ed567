import { defined, present } from '../defined.ts';
import { readPattern } from '../schema/pattern.ts';
import { atPointer, isObject } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import { type BodyCase, type CaseAt, casesAtSpot, type Spot } from './input-case.ts';
import { typesOf } from './values.ts';
import { ALSO_WRONG, textOfLength, WRONG } from './wrong-values.ts';

/** Bodies at each keyword of a schema but those about what lies below it (accepted), and beside it (refused). */
export function keywordCases(schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  const one = casesAtSpot(spot, base);
  const value = atPointer(base, spot.at);
  return [
    ...typeCases(schema, value, spot, one),
    ...enumCases(schema, base, spot, one),
    ...unionCases(schema.anyOf ?? schema.oneOf ?? [], one),
    ...sizeCases(schema, value, one),
    ...strictCases(schema, value, one),
    ...formatCases(schema, value, one),
    ...memberCases(schema, value, one),
    ...twiceCases(schema, value, one),
  ];
}

/** Values of another type; null where that is one of the types. */
function typeCases(schema: Schema, right: unknown, spot: Spot, one: CaseAt): readonly BodyCase[] {
  const types = typesOf(schema);
  const [type] = types;
  if (type === undefined || (schema.anyOf ?? schema.oneOf) !== undefined || spot.at === '') return [];
  const nullable = [schema.type ?? []].flat().includes('null');
  const wrong = types.length > 1 || schema.enum !== undefined ? [] : (bareElement(right) ?? wrongOf(type, right));
  // A null for something that need not be there may be taken as its absence.
  const further =
    wrong.length === 0
      ? []
      : (ALSO_WRONG[type] ?? []).filter(([value]) => value !== null || (spot.required && !nullable));
  return [
    ...(nullable ? [one('accepted', 'type', 'is null', null)] : []),
    ...wrong.map(([value, what]) => one('refused', 'type', `is ${what}`, value)),
    ...further.map(([value, what]) => ({
      ...one('refused', 'type', `is ${what}`, value),
      // A null where a text or a number is required is as common a slip as a numeric string.
      further: value !== null || type === 'object' || type === 'array',
    })),
  ];
}

function counted(count: number, of = 'element'): string {
  return `${count} ${of}${count === 1 ? '' : 's'}`;
}

/** Near the value that is known to be right, so that nothing but its type can be the reason to refuse it. */
function wrongOf(type: string, right: unknown): (typeof WRONG)[string] {
  const usual = WRONG[type] ?? [];
  if (typeof right !== 'number') return usual;
  return usual.map(([value, what]) => {
    if (typeof value === 'string') return [String(right), what];
    return [typeof value === 'number' ? Math.floor(right) + 0.5 : value, what];
  });
}

/** An element of a list without the list around it: what a lenient reader takes for a list of one. */
function bareElement(value: unknown): (typeof WRONG)[string] | undefined {
  const [element] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return element === undefined || element === null ? undefined : [[element, 'one element instead of an array']];
}

/** Each value of the enumeration, and one outside it. */
function enumCases(schema: Schema, base: unknown, { at }: Spot, one: CaseAt): readonly BodyCase[] {
  if (schema.enum === undefined) return [];
  const siblings = atPointer(base, at.slice(0, at.lastIndexOf('/')));
  const isThere = (member: unknown) => Array.isArray(siblings) && siblings.includes(member);
  const accepted = schema.enum
    .filter((member) => schema['x-open-values']?.includes(member) !== true)
    .map((member) => one('accepted', 'enum', `is ${String(member)}`, isThere(member) ? atPointer(base, at) : member));
  return [...accepted, ...outsideCases(schema.enum, one, outsideOf(schema))];
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
  one: CaseAt,
  [likeliest, ...others]: readonly [string, ...string[]] = [INVENTED],
): readonly BodyCase[] {
  const respelt = known
    .filter((value) => typeof value === 'string')
    .map((value) => value.charAt(0).toUpperCase() + value.slice(1))
    .find((value) => !known.includes(value));
  const outside = (value: string) => one('refused', 'enum', `is ${value}`, value);
  return [outside(likeliest), ...present(...others, respelt).map((value) => ({ ...outside(value), further: true }))];
}

/** What no branch of an open conflict has among its values. */
function unionCases(members: readonly Schema[], one: CaseAt): readonly BodyCase[] {
  if (members.length < 2 || members.some((member) => member.enum === undefined)) return [];
  return outsideCases(
    members.flatMap((member) => member.enum ?? []),
    one,
  );
}

/** What stands at a bound or beside it, in words and as a value. */
type Sized = readonly [is: string, value: unknown];

/** One more element: where elements are plain, one that is not there yet. */
function another(last: unknown, index: number): unknown {
  return typeof last === 'string' ? `${last}${index}` : typeof last === 'number' ? last + index : (last ?? null);
}

/** Lengths, numbers of elements and numbers at their bounds, and one step outside. */
function sizeCases(schema: Schema, given: unknown, one: CaseAt): readonly BodyCase[] {
  const items = Array.isArray(given) ? given : [];
  const text = (length: number): Sized => [`has ${length} characters`, textOfLength(length)];
  const fewer = (count: number): Sized => [`has ${counted(count)}`, items.slice(0, count)];
  const more = (count: number): Sized => [
    `has ${counted(count)}`,
    Array.from({ length: count }, (_, index) => items[index] ?? another(items.at(-1), index)),
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
    const refused = one('refused', keyword, ...sized(bound + step));
    return keyword.endsWith('Items') ? [refused] : [one('accepted', keyword, ...sized(bound)), refused];
  });
}

/** The bound itself where it is outside, and a number between two multiples. */
function strictCases(
  { exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: Schema,
  value: unknown,
  one: CaseAt,
): readonly BodyCase[] {
  const between =
    multipleOf !== 1 && typeof value === 'number' ? value + (multipleOf > 1 ? 1 : multipleOf / 2) : undefined;
  const outside = defined({ exclusiveMinimum, exclusiveMaximum, multipleOf: between });
  return Object.entries(outside).map(([keyword, number]) => one('refused', keyword, `is ${number}`, number));
}

/** A text that is not in the format, and one as long as the right one that the pattern does not match. */
function formatCases(schema: Schema, right: unknown, one: CaseAt): readonly BodyCase[] {
  const { format, pattern } = schema;
  return present(
    typeof right === 'string' &&
      pattern !== undefined &&
      one('refused', 'pattern', `does not match ${pattern}`, `~${right.slice(1)}`),
    ...beyondPattern(schema, right).map((value) => one('refused', 'pattern', `is ${value}`, value)),
    format !== undefined && one('refused', 'format', `is no ${format}`, `not a ${format}`),
    ...(NO_SUCH_DAY[format ?? ''] ?? []).map((value) => one('refused', 'format', `is ${value}`, value)),
  );
}

/** In the form of the format, and no day of any calendar (RFC 3339, section 5.7). */
const NO_SUCH_DAY: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-30'],
  'date-time': ['2026-02-30T12:00:00Z'],
};

/** The right text and a little more, if the pattern minds: a pattern that looks at the beginning alone takes it. */
function beyondPattern({ pattern, maxLength = Number.POSITIVE_INFINITY }: Schema, right: unknown): readonly string[] {
  const known = typeof pattern === 'string' ? readPattern(pattern) : undefined;
  if (known === undefined || typeof right !== 'string') return [];
  const longer = [right.slice(-1), '~'].map((more) => `${right}${more}`);
  return longer.filter((text) => !known.test(text) && [...text].length <= maxLength).slice(0, 1);
}

/** A name that no schema has. */
const UNKNOWN_MEMBER = 'notInTheDocument';

/** A member of no name that a closed object knows, and an object with too few members. */
function memberCases(
  { additionalProperties, minProperties = 0 }: Schema,
  value: unknown,
  one: CaseAt,
): readonly BodyCase[] {
  if (!isObject(value)) return [];
  const few = Object.fromEntries(Object.entries(value).slice(0, minProperties - 1));
  return present(
    additionalProperties === false &&
      one('refused', 'additionalProperties', `has the member ${UNKNOWN_MEMBER}`, { ...value, [UNKNOWN_MEMBER]: true }),
    minProperties > 0 && one('refused', 'minProperties', `has ${counted(minProperties - 1, 'member')}`, few),
  );
}

/** An element that stands there twice. */
function twiceCases({ uniqueItems, maxItems = 2 }: Schema, value: unknown, one: CaseAt): readonly BodyCase[] {
  const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return uniqueItems === true && first !== undefined && maxItems > 1
    ? [one('refused', 'uniqueItems', 'has an element twice', [first, first])]
    : [];
}
