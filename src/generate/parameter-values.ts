import type { Contract } from '../contract/contract.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { isCursor } from '../contract/recognise/paging.ts';
import { isFreeText, plainName } from '../contract/recognise/shape.ts';
import { mapMembers } from '../defined.ts';
import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import { listedValues, type Schema } from '../schema/schema.ts';
import { filledSampleOf, nonNullTypes, textsLike } from './values.ts';

/** A serialized parameter: one or more names, each with its values. */
export type SerializedParameter = Readonly<Record<string, readonly string[]>>;

/** A value that fits the parameter: a documented one, else a sample of its schema; undefined if none fits. */
export function valueOf(contract: Contract, parameter: Parameter): unknown {
  const { document, validators } = contract;
  const given = documentedValue(contract, parameter);
  if (given !== undefined) return given;
  const made = filledSampleOf(document, parameter.schema);
  return isWritten(made) && validators.compile(parameter.schema)(made) ? made : undefined;
}

/** Does anything of the value stand in a request? Nothing does of null, and of an empty list or object. */
function isWritten(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : !isObject(value) || Object.keys(value).length > 0;
}

/** A value from the document that fits: an example, the default, a value of the enumeration. */
export function documentedValue({ document, validators }: Contract, { schema, example, examples }: Parameter): unknown {
  const { target } = follow<Schema>(document, schema, '');
  const named = Object.values(examples ?? {}).map(({ value }) => value);
  const given = [
    example,
    ...named,
    ...(target.examples ?? []),
    target.default,
    target.const,
    ...(listedValues(target) ?? []),
  ];
  const fits = validators.compile(schema);
  return given.find((value) => isWritten(value) && fits(value));
}

/**
 * In a plain document, can no valid value be made up? So it is for ids and cursors, which the service gives out, and for texts in
 * a language of their own.
 */
export function isNotMadeUp({ plain }: Operation, parameter: Parameter, schema: Schema): boolean {
  const { in: place, name, isReference } = parameter;
  const isNamed = place === 'path' || isCursor(name) || isReference === true;
  return plain === true && schema.enum === undefined && (isNamed || isNotAnyText(parameter, schema));
}

/** Names of parameters that hold an expression, a list of names, or a cursor that leads back. */
const NOT_ANY_TEXT =
  /^(?:filters?|where|order|orderby|sort|sortby|select|fields?|expand|include|embed|populate|endingbefore|before(?:id)?|prev(?:ious)?(?:cursor|token|pagetoken))$/u;

const SAYS_SO =
  /\b(?:expressions?|syntax|grammar|query language|comma[- ](?:separated|delimited)|regex|json ?path|cursors?)\b/iu;

/** Is it a text without a form and an example, whose name or description says that not any text will do? */
function isNotAnyText({ name, description = '', example, examples }: Parameter, schema: Schema): boolean {
  const isGiven = [example, examples, schema.examples].some((one) => one !== undefined);
  const isSaid = NOT_ANY_TEXT.test(plainName(name)) || SAYS_SO.test(`${description} ${schema.description ?? ''}`);
  return isFreeText(schema) && !isGiven && isSaid;
}

/** The required parameters of an operation, except those of its path. */
export function requiredParameters({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter(({ in: place, required }) => place !== 'path' && required === true);
}

/** A value in the style of its parameter (OpenAPI 3.1, Parameter Object). Default in a query: `form` with `explode`. */
export function serializeParameter(
  { name, in: place, style = styleIn(place), explode = style === 'form' }: Parameter,
  value: unknown,
): SerializedParameter {
  if (isObject(value) && style === 'deepObject')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [`${name}[${key}]`, [textOf(one)]]));
  if (isObject(value) && explode && place === 'query') return mapMembers(value, (one) => [textOf(one)]);
  if (Array.isArray(value) && explode && place === 'query') return { [name]: value.map(textOf) };
  const parts = isObject(value)
    ? Object.entries(value).flatMap(([key, one]) => (explode ? [`${key}=${textOf(one)}`] : [key, textOf(one)]))
    : [value].flat().map(textOf);
  return { [name]: [parts.join(SEPARATORS[style] ?? ',')] };
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

function styleIn(place: Parameter['in']): string {
  return place === 'query' || place === 'cookie' ? 'form' : 'simple';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** No resource has a generated text of this length by chance. */
const SURE_LENGTH = 8;

/** Greater than ids that services count up to, but within 32 bits. */
const UNKNOWN_NUMBER = 2_000_000_000;

/**
 * A path value that surely identifies nothing: a great number for a numeric parameter, else `id` or a long text that matches
 * the pattern. Undefined if none fits.
 */
export function unknownValue(
  { document, validators }: Contract,
  schema: Schema,
  id: string,
  seed: number,
): string | undefined {
  const { target } = follow<Schema>(document, schema, '');
  const fits = validators.compile(schema);
  if (nonNullTypes(target).some((type) => type === 'integer' || type === 'number')) {
    const number = UNKNOWN_NUMBER + (Math.abs(seed) % 100_000_000);
    return fits(number) ? String(number) : undefined;
  }
  const texts =
    target.pattern === undefined ? [] : textsLike(target.pattern, seed).filter(({ length }) => length >= SURE_LENGTH);
  return [id, ...texts].find((text) => fits(text));
}
