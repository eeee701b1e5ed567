import * as fc from 'fast-check';
import type { Parameter } from '../contract/operations.ts';
import type { Schema } from '../contract/document.ts';
import { boundaryCases } from './boundary.ts';
import { typesOf } from './values.ts';

/** A query parameter with its schema, references followed. */
export interface FuzzedParameter {
  readonly parameter: Parameter;
  readonly schema: Schema;
}

export type Query = Readonly<Record<string, string>>;

/** A query with one value that has to be refused, and which. */
export interface BrokenQuery {
  readonly query: Query;
  readonly name: string;
  readonly what: string;
}

/** Words that any search understands, where the document gives no examples. Odd texts have a clause of their own. */
const WORDS = ['cell', 'anode', 'microbial fuel', 'power density', 'biofilm', 'acetate', 'carbon'];

/** Any combination of valid values of any of the parameters. Shrinks towards few parameters and small values. */
export function validQueries(parameters: readonly FuzzedParameter[]): fc.Arbitrary<Query> {
  const fields = Object.fromEntries(
    parameters.map(({ parameter, schema }) => [
      parameter.name,
      fc.option(exampleOf(parameter) ?? validText(schema), { nil: undefined }),
    ]),
  );
  return fc.record(fields).map(compact);
}

/** One of the document's own examples, which stand for a set of values that no schema can name. */
function exampleOf({ examples }: Parameter): fc.Arbitrary<string> | undefined {
  const values = Object.values(examples ?? {}).map(({ value }) => String(value));
  return values.length === 0 ? undefined : fc.constantFrom(...values);
}

/** A valid combination in which exactly one parameter has a value that has to be refused. */
export function brokenQueries(parameters: readonly FuzzedParameter[]): fc.Arbitrary<BrokenQuery> | undefined {
  const breaks = parameters.flatMap(({ parameter, schema }) =>
    boundaryCases(schema)
      .filter(({ side }) => side === 'refused')
      .map(({ value, what }) => ({ name: parameter.name, value, what })),
  );
  if (breaks.length === 0) return undefined;
  return fc.tuple(validQueries(parameters), fc.constantFrom(...breaks)).map(([query, { name, value, what }]) => ({
    query: { ...query, [name]: value },
    name,
    what: `${name}=${value} (${what})`,
  }));
}

/** What a property came to: the shrunk counterexample and the path that leads to it again. */
export interface FuzzResult<T> {
  readonly counterexample?: T;
  readonly path?: string;
  readonly runs: number;
}

/** At most so many requests go into making a counterexample small. */
const SHRINKS = 80;

/** Looks for a value for which `holds` answers false, and shrinks it. `path` repeats one that was found before. */
export async function search<T>(
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => Promise<boolean>,
  options: { readonly seed: number; readonly runs: number; readonly path?: string | undefined },
): Promise<FuzzResult<T>> {
  const state = { failed: false, shrinks: 0 };
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (state.failed && (state.shrinks += 1) > SHRINKS) return true;
    const held = await holds(value);
    state.failed ||= !held;
    return held;
  });
  const details = await fc.check(property, {
    seed: options.seed,
    numRuns: options.runs,
    ...(options.path === undefined ? {} : { path: options.path, endOnFailure: true }),
  });
  const [counterexample] = details.counterexample ?? [];
  return {
    runs: details.numRuns,
    ...(counterexample === undefined ? {} : { counterexample }),
    ...(details.counterexamplePath === null ? {} : { path: details.counterexamplePath }),
  };
}

function validText(schema: Schema): fc.Arbitrary<string> {
  const [type] = typesOf(schema);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String));
  if (type === 'integer')
    return fc
      .oneof(
        { weight: 1, arbitrary: bounds(schema) },
        {
          weight: 3,
          arbitrary: fc.integer({
            min: schema.minimum ?? (schema.maximum ?? 100) - 100,
            max: schema.maximum ?? (schema.minimum ?? 0) + 100,
          }),
        },
      )
      .map(String);
  if (type === 'number')
    return fc
      .integer({ min: (schema.minimum ?? 0) * 10, max: (schema.maximum ?? 100) * 10 })
      .map((tenths) => String(tenths / 10));
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  return fc.constantFrom(...(schema.examples ?? WORDS).map(String));
}

function bounds({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  return fc.constantFrom(...[minimum, maximum].filter((bound) => bound !== undefined), minimum ?? maximum ?? 1);
}

function compact(query: Readonly<Record<string, string | undefined>>): Query {
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
