import * as fc from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { memoize } from '../memoize.ts';
import { follow } from '../schema/reference.ts';
import { listedValues, type Schema } from '../schema/schema.ts';
import { type BoundaryCase, boundaryCases, farOutsideCases } from './boundary.ts';
import { ABSENT, type Choice, choices, countOf, type Slot } from './choices.ts';
import { numbersOf } from './numbers.ts';
import { isNotMadeUp, valueOf } from './parameter-values.ts';
import type { Broken } from './search.ts';
import { nonNullTypes } from './values.ts';

/** A query parameter with its schema, references followed. */
export interface FuzzedParameter {
  readonly parameter: Parameter;
  readonly schema: Schema;
  /** What a text may be, without examples. Its schema is compiled only if a combination is drawn. */
  readonly texts?: () => readonly string[];
}

export type Query = Readonly<Record<string, string>>;

/** A query with exactly one value that has to be refused, and which. */
export interface BrokenQuery extends Broken {
  readonly query: Query;
  readonly what: string;
}

/** Plain texts for a parameter without examples, as far as they fit its schema. Odd texts have a separate clause. */
const WORDS = ['a', 'one', 'the first', '2020'];

/** The query parameters of an operation that are texts, numbers or flags, and that may have values of our own. */
export function queryParametersOf(operation: Operation, contract: Contract): readonly FuzzedParameter[] {
  return operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => {
      const schema = follow<Schema>(contract.document, parameter.schema, '').target;
      return { parameter, schema, texts: memoize(() => textsOf(contract, parameter, schema)) };
    })
    .filter(({ parameter, schema }) => !isStructured(schema) && !isNotMadeUp(operation, parameter, schema));
}

function textsOf(contract: Contract, parameter: Parameter, schema: Schema): readonly string[] {
  const fits = contract.validators.compile(schema);
  const texts = [...(schema.examples ?? WORDS), valueOf(contract, parameter)];
  return [...new Set(texts.filter((one) => one !== undefined && fits(one)).map(String))];
}

function isStructured(schema: Schema): boolean {
  return ['array', 'object'].includes(nonNullTypes(schema)[0] ?? '');
}

/** Any combination of parameters with valid values. Shrinks towards few parameters and small values. */
export function validQueries(parameters: readonly FuzzedParameter[]): fc.Arbitrary<Query> {
  const slots = parameters.map(slotOf);
  return choices(slots).map((choice) => queryOf(parameters, slots, choice));
}

export function countQueries(parameters: readonly FuzzedParameter[]): number {
  return countOf(parameters.map(slotOf));
}

/** Valid queries in which exactly one parameter has a value that has to be refused. It stays while the rest shrinks. */
export function brokenQueries(parameters: readonly FuzzedParameter[]): fc.Arbitrary<BrokenQuery> {
  return fc
    .tuple(validQueries(parameters.map(withoutIntegerExamples)), fc.noShrink(drawBreak(parameters)))
    .map(([query, { name, keyword, value, what }]) => ({
      query: { ...query, [name]: value },
      place: `${name}/${keyword}`,
      what: `${name}=${value} (${what})`,
    }));
}

/** An example number may be special. Then the service could refuse a query for it, and not for the broken value. */
function withoutIntegerExamples({ parameter, schema }: FuzzedParameter): FuzzedParameter {
  const { examples: _examples, ...rest } = parameter;
  return nonNullTypes(schema)[0] === 'integer' ? { parameter: rest, schema } : { parameter, schema };
}

/** Draws values next to a bound more often than values far outside, of which there are more. */
function drawBreak(parameters: readonly FuzzedParameter[]): fc.Arbitrary<Named> {
  const [near, far] = [parameters.flatMap(breaksOf), parameters.flatMap(farBreaksOf)];
  if (far.length === 0) return fc.constantFrom(...near);
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...near) },
    { weight: 1, arbitrary: fc.constantFrom(...far) },
  );
}

export function placesOfQueries(parameters: readonly FuzzedParameter[]): readonly string[] {
  return [...new Set(parameters.flatMap(breaksOf).map(({ name, keyword }) => `${name}/${keyword}`))];
}

type Named = BoundaryCase & { readonly name: string };

function breaksOf({ parameter: { name }, schema }: FuzzedParameter): readonly Named[] {
  return boundaryCases(schema)
    .filter(({ side }) => side === 'refused')
    .map((one) => ({ ...one, name }));
}

function farBreaksOf({ parameter: { name }, schema }: FuzzedParameter): readonly Named[] {
  return farOutsideCases(schema).map((one) => ({ ...one, name }));
}

function queryOf(parameters: readonly FuzzedParameter[], slots: readonly Slot<string>[], choice: Choice): Query {
  return Object.fromEntries(
    parameters.flatMap(({ parameter }, index) => {
      const value = slots[index]?.values[choice[index] ?? ABSENT];
      return value === undefined ? [] : [[parameter.name, value]];
    }),
  );
}

/** Examples take precedence over the schema: they stand for a set of values that no schema can name. */
function slotOf({ parameter, schema, texts = () => WORDS }: FuzzedParameter): Slot<string> {
  const examples = Object.values(parameter.examples ?? {}).map(({ value }) => String(value));
  return {
    optional: parameter.required !== true,
    values: examples.length === 0 ? validTexts(schema, texts) : examples,
  };
}

function validTexts(schema: Schema, texts: () => readonly string[]): readonly string[] {
  const listed = listedValues(schema);
  if (listed !== undefined) return listed.filter((one) => one !== null).map(String);
  switch (nonNullTypes(schema)[0]) {
    case 'integer':
    case 'number':
      return numbersOf(schema).map(String);
    case 'boolean':
      return ['true', 'false'];
    default:
      return texts();
  }
}
