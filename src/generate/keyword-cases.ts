import { BOUNDS } from '../bounds.ts';
import { present } from '../defined.ts';
import { plural } from '../nouns.ts';
import { readPattern } from '../schema/pattern.ts';
import { atPointer, isObject } from '../schema/pointer.ts';
import { listedValues, type Schema } from '../schema/schema.ts';
import { beyondExclusive, listOfLength, numberBeyond, numberOutside, someOf, textAsLong } from './beyond.ts';
import { type BodyCase, type CaseAt, casesAtSpot, type Spot } from './input-case.ts';
import { nonNullTypes } from './values.ts';
import { ALSO_WRONG, textOutside, WRONG } from './wrong-values.ts';

/** Bodies at the bound (accepted) and outside (refused), for each keyword of a schema that is not about places below it. */
export function keywordCases(schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  const make = casesAtSpot(spot, base);
  const value = atPointer(base, spot.at);
  return [
    ...typeCases(schema, value, spot, make),
    ...enumCases(schema, base, spot, make),
    ...unionCases(schema.anyOf ?? schema.oneOf ?? [], make),
    ...sizeCases(schema, value, make),
    ...strictCases(schema, value, make),
    ...formatCases(schema, value, make),
    ...memberCases(schema, value, make),
    ...duplicateCases(schema, value, make),
  ];
}

/** Values of a wrong type, and null if it is one of the types. */
function typeCases(schema: Schema, right: unknown, spot: Spot, make: CaseAt): readonly BodyCase[] {
  const types = nonNullTypes(schema);
  const [type] = types;
  if (type === undefined || (schema.anyOf ?? schema.oneOf) !== undefined || spot.at === '') return [];
  const nullable = [schema.type ?? []].flat().includes('null');
  const wrong = types.length > 1 || schema.enum !== undefined ? [] : (withoutList(right) ?? wrongOf(type, right));
  // At an optional place, null may count as a missing value.
  const further =
    wrong.length === 0
      ? []
      : (ALSO_WRONG[type] ?? []).filter(([value]) => value !== null || (spot.required && !nullable));
  return [
    ...(nullable ? [make('accepted', 'type', 'is null', null)] : []),
    ...wrong.map(([value, what]) => make('refused', 'type', `is ${what}`, value)),
    ...further.map(([value, what]) => ({
      ...make('refused', 'type', `is ${what}`, value),
      // Null for a required text or number is as common a mistake as a numeric string.
      further: value !== null || type === 'object' || type === 'array',
    })),
  ];
}

/** Wrong values close to the right one, so that only the type can be the reason for a refusal. */
function wrongOf(type: string, right: unknown): (typeof WRONG)[string] {
  const usual = WRONG[type] ?? [];
  // A number that is as long as the text: a reader that turns it into a text finds nothing else wrong with it.
  if (typeof right === 'string' && right !== '')
    return usual.map(([, what]) => [Number('4242424242'.slice(0, right.length)), what]);
  if (typeof right !== 'number') return usual;
  return usual.map(([value, what]) => {
    if (typeof value === 'string') return [String(right), what];
    return [typeof value === 'number' ? Math.floor(right) + 0.5 : value, what];
  });
}

/**
 * An element without its list, which a lenient reader takes for a list of one. A list of objects also as an object with
 * their numbers as names: some languages have one type for both.
 */
function withoutList(value: unknown): (typeof WRONG)[string] | undefined {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const [element] = list;
  if (element === undefined || element === null) return undefined;
  const numbered = [{ ...list }, 'an object with the elements instead of an array'] as const;
  return [
    [element, 'one element instead of an array'],
    ...(isObject(element) ? [numbered, ...(WRONG['array'] ?? [])] : []),
  ];
}

/** Each value of the enumeration, and values outside it. */
function enumCases(schema: Schema, base: unknown, { at }: Spot, make: CaseAt): readonly BodyCase[] {
  const listed = listedValues(schema);
  if (listed === undefined) return [];
  const siblings = atPointer(base, at.slice(0, at.lastIndexOf('/')));
  const isInList = (member: unknown) => Array.isArray(siblings) && siblings.includes(member);
  const accepted = someOf(listed).map((member) =>
    make('accepted', 'enum', `is ${String(member)}`, isInList(member) ? atPointer(base, at) : member),
  );
  return [...accepted, ...outsideCases(schema, make)];
}

/** A value that no enumeration has. */
const INVENTED = 'no-such-value';

/** Values outside the enumeration of a schema, the likeliest to be accepted first. */
export function outsideOf(schema: Schema): readonly [string, ...string[]] {
  const [first = INVENTED, ...others] = schema['x-outside'] ?? [];
  return first === INVENTED ? [INVENTED] : [first, ...others, INVENTED];
}

/** This many of the likeliest values outside of an enumeration are tried at every depth, the others only at depth `deep`. */
const USUAL_COUNT = 2;

/** The values outside of an enumeration that are tried at every depth. */
export function usualOutside(schema: Schema): readonly (string | number)[] {
  const known = schema['x-outside'] ?? [];
  const number = numberOutside(schema.enum?.filter((one) => one !== null));
  if (number !== undefined) return [number];
  return known.length === 0 ? [INVENTED] : known.slice(0, USUAL_COUNT);
}

/** Values outside the enumeration. Further cases: less likely ones, and a known value with a capital letter. */
function outsideCases(schema: Schema, make: CaseAt): readonly BodyCase[] {
  const known = schema.enum ?? [];
  const otherCase = known
    .filter((value) => typeof value === 'string')
    .map((value) => value.charAt(0).toUpperCase() + value.slice(1))
    .find((value) => !known.includes(value));
  const usual = usualOutside(schema);
  return [...new Set([...usual, ...outsideOf(schema), ...present(otherCase)])].map((value) => ({
    ...make('refused', 'enum', `is ${value}`, value),
    further: !usual.includes(value),
  }));
}

/** Values outside the enumerations of all members of a union, as of an open conflict. */
function unionCases(members: readonly Schema[], make: CaseAt): readonly BodyCase[] {
  if (members.length < 2 || members.some((member) => member.enum === undefined)) return [];
  return outsideCases({ enum: members.flatMap((member) => member.enum ?? []) }, make);
}

/** A value at or beside a bound, with its description. */
type Sized = readonly [is: string, value: unknown];

/** No address has more characters (RFC 5321 section 4.5.3.1.3, without the angle brackets). */
const MAX_EMAIL = 254;

/** Texts, lists and numbers at their bounds, and one step outside. */
function sizeCases(schema: Schema, given: unknown, make: CaseAt): readonly BodyCase[] {
  const items = Array.isArray(given) ? given : [];
  const text = (length: number): Sized => [`has ${length} characters`, textAsLong(schema, given, length)];
  const fewer = (count: number): Sized => [`has ${plural(count, 'element')}`, items.slice(0, count)];
  const more = (count: number): Sized => [`has ${plural(count, 'element')}`, listOfLength(schema, items, count)];
  const number = (value: number): Sized => [`is ${value}`, value];
  const bounds = [
    ['minLength', -1, text, BOUNDS.writtenCharacters],
    ['maxLength', 1, text, BOUNDS.writtenCharacters],
    ['minItems', -1, fewer, BOUNDS.writtenItems],
    ['maxItems', 1, more, BOUNDS.writtenItems],
    ['minimum', -1, number, Infinity],
    ['maximum', 1, number, Infinity],
  ] as const;
  return bounds.flatMap(([keyword, step, sized, most]) => {
    const bound = schema[keyword];
    if (bound === undefined || bound > most) return [];
    const outside = keyword.endsWith('imum') ? numberBeyond(schema, bound, step) : bound + step;
    const refused = make('refused', keyword, ...sized(outside));
    const isNoValue = keyword === 'maxLength' && schema.format === 'email' && bound > MAX_EMAIL;
    return keyword.endsWith('Items') || isNoValue ? [refused] : [make('accepted', keyword, ...sized(bound)), refused];
  });
}

/** An exclusive bound itself, and a number between two multiples. */
function strictCases(schema: Schema, value: unknown, make: CaseAt): readonly BodyCase[] {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf = 1, maximum = Infinity } = schema;
  const step = multipleOf > 1 ? 1 : multipleOf / 2;
  const between =
    multipleOf !== 1 && typeof value === 'number' ? value + (value + step > maximum ? -step : step) : undefined;
  const outside = {
    exclusiveMinimum: exclusiveMinimum === undefined ? [] : beyondExclusive(schema, exclusiveMinimum, -1),
    exclusiveMaximum: exclusiveMaximum === undefined ? [] : beyondExclusive(schema, exclusiveMaximum, 1),
    multipleOf: present(between),
  };
  return Object.entries(outside).flatMap(([keyword, numbers]) =>
    numbers.map((number) => make('refused', keyword, `is ${number}`, number)),
  );
}

/** Texts that do not match the pattern, one of them as long as the right text, and texts that are not in the format. */
function formatCases(schema: Schema, right: unknown, make: CaseAt): readonly BodyCase[] {
  const { format, pattern } = schema;
  const wrong = textOutside(format, `not a ${format}`);
  return present(
    typeof right === 'string' &&
      pattern !== undefined &&
      make('refused', 'pattern', `does not match ${pattern}`, `~${right.slice(1)}`),
    ...beyondPattern(schema, right).map((value) => make('refused', 'pattern', `is ${value}`, value)),
    wrong !== undefined && make('refused', 'format', `is no ${format}`, wrong),
    ...(NEAR_MISSES[format ?? ''] ?? []).map((value) => make('refused', 'format', `is ${value}`, value)),
  );
}

/** Texts that look like the format: no day of the calendar (RFC 3339, section 5.7), or no scheme (RFC 3986, section 3). */
const NEAR_MISSES: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-30'],
  'date-time': ['2026-02-30T12:00:00Z'],
  uri: ['https//conform.example', '/conform'],
};

/** The right text with one more character, if the pattern forbids it. A check of only the beginning accepts it. */
function beyondPattern({ pattern, maxLength = Number.POSITIVE_INFINITY }: Schema, right: unknown): readonly string[] {
  const known = typeof pattern === 'string' ? readPattern(pattern) : undefined;
  if (known === undefined || typeof right !== 'string') return [];
  const longer = [right.slice(-1), '~'].map((more) => `${right}${more}`);
  return longer.filter((text) => !known.test(text) && [...text].length <= maxLength).slice(0, 1);
}

/** A name that no schema has. */
const UNKNOWN_MEMBER = 'notInTheDocument';

/** A closed object with an unknown member, and an object with too few members. */
function memberCases(
  { additionalProperties, minProperties = 0, maxProperties = Infinity, propertyNames }: Schema,
  value: unknown,
  make: CaseAt,
): readonly BodyCase[] {
  if (!isObject(value)) return [];
  const [right] = Object.values(value);
  const isMap = isObject(additionalProperties) && propertyNames === undefined && right !== undefined;
  const more = Array.from(
    { length: isMap && maxProperties < BOUNDS.writtenItems ? maxProperties + 1 : 0 },
    (_, index) => [`sample${index}`, right],
  );
  const few = Object.fromEntries(Object.entries(value).slice(0, minProperties - 1));
  return present(
    additionalProperties === false &&
      make('refused', 'additionalProperties', `has the member ${UNKNOWN_MEMBER}`, { ...value, [UNKNOWN_MEMBER]: true }),
    more.length > 0 &&
      make('refused', 'maxProperties', `has ${plural(more.length, 'member')}`, Object.fromEntries(more)),
    minProperties > 0 && make('refused', 'minProperties', `has ${plural(minProperties - 1, 'member')}`, few),
  );
}

/** A list with the same element twice. */
function duplicateCases(
  { uniqueItems, minItems = 2, maxItems = 2 }: Schema,
  value: unknown,
  make: CaseAt,
): readonly BodyCase[] {
  const [first] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return uniqueItems === true && first !== undefined && maxItems > 1
    ? [
        make('refused', 'uniqueItems', 'has an element twice', [
          ...(value as readonly unknown[]).slice(0, Math.max(1, minItems - 1)),
          first,
        ]),
      ]
    : [];
}
