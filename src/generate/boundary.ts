import { present } from '../defined.ts';
import { readPattern } from '../schema/pattern.ts';
import type { Schema } from '../schema/schema.ts';
import { beyondExclusive, someOf } from './beyond.ts';
import type { InputCase } from './input-case.ts';
import { outsideOf, usualOutside } from './keyword-cases.ts';
import { allows, numbersOf } from './numbers.ts';
import { nonNullTypes } from './values.ts';
import { textOutside } from './wrong-values.ts';

/** One value at or beside a bound of a parameter, as text for the wire. */
export interface BoundaryCase extends Pick<InputCase, 'keyword' | 'side' | 'what'> {
  readonly value: string;
}

/**
 * The cases of a parameter in a query or path: for each keyword the value at the bound (accepted), and one step
 * outside (refused). Spellings that the contract leaves open, such as `1.0`, `+1` or `1e1`, are on neither side.
 */
export function boundaryCases(schema: Schema): readonly BoundaryCase[] {
  const { enum: members } = schema;
  if (members !== undefined)
    return [
      // Null cannot be written: the text `null` is another value.
      ...someOf(members.filter((member) => member !== null)).map((member) => accepted('enum', member)),
      ...usualOutside(schema).map((value) => refused('enum', value, `the value ${value}, outside the enumeration`)),
    ];
  const type = numberTypeOf(schema);
  if (type === undefined) return textCases(schema);
  // If the bounds are close together, a step inward may already be outside.
  return withoutOpen(schema, [...numberTypeCases(schema, type), ...boundCases(schema, type)]).filter(
    ({ side, value }) => side === 'refused' || allows(schema, Number(value)),
  );
}

/** Without what may be changed instead of refused. */
function withoutOpen({ 'x-open-bounds': open = [] }: Schema, cases: readonly BoundaryCase[]): readonly BoundaryCase[] {
  const isOpen = (keyword: string) => open.some((bound) => keyword.toLowerCase().endsWith(bound));
  return cases.filter(({ side, keyword }) => side === 'accepted' || !isOpen(keyword));
}

function accepted(keyword: string, value: unknown, what = `the value ${String(value)}`): BoundaryCase {
  return { keyword, value: String(value), side: 'accepted', what };
}

function refused(keyword: string, value: unknown, what: string): BoundaryCase {
  return { keyword, value: String(value), side: 'refused', what };
}

/** Texts at and beyond the bounds of length, and texts that break the pattern or format. No empty one: it may mean no value. */
function textCases(schema: Schema): readonly BoundaryCase[] {
  const { type, format, pattern, minLength = 0, maxLength = Infinity } = schema;
  if (type === 'boolean') return [refused('type', 'maybe', 'a word instead of true or false')];
  const isAnyText = format === undefined && pattern === undefined;
  const isShort = maxLength <= MAX_TEXT_LENGTH;
  const ofLength = (length: number) => ['a'.repeat(length), `a text of ${length} characters`] as const;
  const known = pattern === undefined ? undefined : readPattern(pattern);
  const unmatched = ['~', '~~~~~~~~'].find((text) => known?.test(text) === false);
  const wrong = textOutside(format, `no-${format}`, `not a ${format}`);
  return present(
    isAnyText && minLength > 1 && refused('minLength', ...ofLength(minLength - 1)),
    isAnyText && isShort && accepted('maxLength', ...ofLength(maxLength)),
    isShort && refused('maxLength', ...ofLength(maxLength + 1)),
    unmatched !== undefined && refused('pattern', unmatched, `a text that does not match ${pattern}`),
    wrong !== undefined && refused('format', wrong, `text that is no ${format}`),
  );
}

/** A longer text may be too long for a URL, whatever the parameter. */
const MAX_TEXT_LENGTH = 2000;

function numberTypeOf(schema: Schema): 'integer' | 'number' | undefined {
  const [type] = nonNullTypes(schema);
  return type === 'integer' || type === 'number' ? type : undefined;
}

function numberTypeCases(schema: Schema, type: 'integer' | 'number'): readonly BoundaryCase[] {
  const inside = insideOf(schema);
  const word = refused('type', 'abc', 'a word instead of a number');
  return type === 'integer'
    ? [accepted('type', inside), word, refused('type', `${inside}.5`, 'a fraction instead of an integer')]
    : [
        accepted('type', inside),
        accepted('type', `${inside}.5`, 'a fraction'),
        word,
        // Java takes the d for a sign of the type; what reads only the beginning of a text takes any letter.
        refused('type', `${inside}d`, 'a number with a letter behind it'),
      ];
}

/**
 * Each bound, and the value one step outside. A minimum of one step above 0 gets two such values, 0 and -1: a service may take
 * 0 for a missing value and refuse it, and yet let -1 through. With a maximum there are enough cases without the second.
 */
function boundCases(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema,
  type: 'integer' | 'number',
): readonly BoundaryCase[] {
  const step = type === 'integer' ? 1 : 0.1;
  const bound = (keyword: string, at: number | undefined, outside: (at: number) => readonly number[]) =>
    at === undefined
      ? []
      : [
          accepted(keyword, at),
          ...outside(at).map((value) => refused(keyword, value, `the value ${value}, outside the ${keyword} ${at}`)),
        ];
  const exclusive = (keyword: string, at: number | undefined, side: -1 | 1) =>
    (at === undefined ? [] : beyondExclusive({}, at, side)).map((value) =>
      refused(keyword, value, `the value ${value}, outside the ${keyword} ${at}`),
    );
  return [
    ...exclusive('exclusiveMinimum', exclusiveMinimum, -1),
    ...exclusive('exclusiveMaximum', exclusiveMaximum, 1),
    ...bound('minimum', minimum, (at) => (at === step && maximum === undefined ? [0, -1] : [at - step])),
    ...bound('maximum', maximum, (at) => [at + step]),
  ];
}

/** An integer in the middle of a range, or next to its only bound; a fraction if no integer fits. */
function insideOf(schema: Schema): number {
  const { minimum, maximum, exclusiveMinimum = minimum, exclusiveMaximum = maximum } = schema;
  const numbers = numbersOf(schema);
  const integers = numbers.filter((one) => Number.isInteger(one));
  const middle = exclusiveMinimum === undefined ? integers.length - 2 : Math.floor((integers.length - 1) / 2);
  return integers[exclusiveMaximum === undefined ? 1 : middle] ?? integers[0] ?? numbers[0] ?? 0;
}

/** Numbers that some readers get wrong: below zero, and beyond the integers that 32 bits or a double hold. */
const FAR_NUMBERS = [-2147483649, -1, 2147483648, 9007199254740992];

/** Values that a reader may accept although it refuses those of `boundaryCases`: far outside, NaN, another letter case. */
export function farOutsideCases(schema: Schema): readonly BoundaryCase[] {
  const { enum: members, minimum, maximum } = schema;
  if (members !== undefined) {
    const known = new Set(members.map(String));
    return [...outsideOf(schema), ...someOf([...known]).map(inOtherCase)]
      .filter((value) => !known.has(value) && !usualOutside(schema).includes(value))
      .map((value) => refused('enum', value, 'a value outside the enumeration'));
  }
  if (numberTypeOf(schema) === undefined) return [];
  const below = minimum === undefined ? [] : FAR_NUMBERS.filter((value) => value < minimum);
  const above = maximum === undefined ? [] : [maximum * 10 + 1, ...FAR_NUMBERS].filter((value) => value > maximum);
  const far = (keyword: string) => (value: number) =>
    refused(keyword, value, `the value ${value}, far outside the ${keyword}`);
  const notANumber = numberTypeOf(schema) === 'number' ? [refused('type', 'NaN', 'not a number')] : [];
  return withoutOpen(schema, [...below.map(far('minimum')), ...above.map(far('maximum')), ...notANumber]);
}

function inOtherCase(member: string): string {
  return member === member.toLowerCase() ? member.toUpperCase() : member.toLowerCase();
}
