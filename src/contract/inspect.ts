import { assertionsOf, type KeywordAssertion } from './assertions.ts';
import type { ContractDocument, Schema } from './document.ts';
import { follow } from './operations.ts';
import { nullable, unionKeyword } from './places.ts';
import { isObject, joinPointer, splitPointer } from './pointer.ts';
import type { Validators } from './validators.ts';

/** What one keyword says of one value: the raw material of derived clauses. */
export interface Observation {
  readonly place: readonly string[];
  readonly keyword: string;
  /** Where in the value. */
  readonly pointer: string;
  readonly holds: boolean;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Judges a value keyword by keyword. Its overall answer is that of ajv (a property test holds this); ours adds the place. */
export interface Inspector {
  inspect(schema: Schema | boolean, value: unknown): readonly Observation[];
  /**
   * The same for a value that ajv accepts whole: nothing can be broken, so of a long array a few elements are enough to
   * tell which places occur. Where ajv does not accept, every element is looked at.
   */
  survey(schema: Schema | boolean, value: unknown): readonly Observation[];
}

/** So many elements of a long array are looked at where nothing is broken. */
const SURVEYED = 12;

export function createInspector(document: ContractDocument, validators: Validators): Inspector {
  const plans = new WeakMap<Schema, readonly KeywordAssertion[]>();
  const planFor = (schema: Schema): readonly KeywordAssertion[] => {
    const plan = plans.get(schema) ?? assertionsOf(schema, validators);
    plans.set(schema, plan);
    return plan;
  };
  const look = (schema: Schema | boolean, value: unknown, most: number): readonly Observation[] => {
    const found: Observation[] = [];
    walk({ document, planFor, most }, schema, { value, place: [], pointer: '' }, found);
    return found;
  };
  return {
    inspect: (schema, value) => look(schema, value, Number.POSITIVE_INFINITY),
    survey: (schema, value) =>
      look(schema, value, validators.compile(schema)(value) ? SURVEYED : Number.POSITIVE_INFINITY),
  };
}

interface Context {
  readonly document: ContractDocument;
  readonly planFor: (schema: Schema) => readonly KeywordAssertion[];
  /** At most so many elements of an array. */
  readonly most: number;
}

interface Spot {
  readonly value: unknown;
  readonly place: readonly string[];
  readonly pointer: string;
}

function walk(context: Context, node: Schema | boolean, spot: Spot, found: Observation[]): void {
  if (typeof node === 'boolean') {
    if (!node) found.push(observe(spot, 'absent', false, 'no such property'));
    return;
  }
  const { target: schema } = follow<Schema>(context.document, node, '');
  for (const assertion of context.planFor(schema)) {
    if (!assertion.appliesTo(spot.value)) continue;
    const holds = assertion.holds(spot.value);
    found.push(observe(spot, assertion.keyword, holds, assertion.expected));
    if (!holds && assertion.keyword === 'type') return;
  }
  if (isObject(spot.value)) walkObject(context, schema, spot, spot.value, found);
  if (Array.isArray(spot.value)) walkArray(context, schema, spot, spot.value, found);
  for (const child of schema.allOf ?? []) walk(context, child, spot, found);
  for (const members of [schema.anyOf, schema.oneOf])
    if (members !== undefined) walkUnion(context, members, spot, found);
}

function walkObject(
  context: Context,
  schema: Schema,
  spot: Spot,
  value: Readonly<Record<string, unknown>>,
  found: Observation[],
): void {
  for (const name of schema.required ?? []) {
    found.push(
      observe({ ...spot, place: [...spot.place, name] }, 'required', Object.hasOwn(value, name), `a property ${name}`),
    );
  }
  const properties = schema.properties ?? {};
  for (const [name, child] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) walk(context, child, below(spot, name, name, value[name]), found);
    else if (child === false)
      found.push(observe({ ...below(spot, name, name, undefined) }, 'absent', true, 'no such property'));
  }
  const rest = schema.additionalProperties;
  if (!isObject(rest)) return;
  for (const [name, item] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) walk(context, rest, below(spot, 'values', name, item), found);
  }
}

function walkArray(
  context: Context,
  schema: Schema,
  spot: Spot,
  value: readonly unknown[],
  found: Observation[],
): void {
  const prefix = schema.prefixItems ?? [];
  const step = value.length > context.most ? value.length / context.most : 1;
  value.forEach((item, index) => {
    if (Math.floor(index / step) === Math.floor((index - 1) / step) && index > 0) return;
    const child = prefix[index] ?? schema.items;
    if (child !== undefined) walk(context, child, below(spot, 'items', String(index), item), found);
  });
}

/**
 * A union holds when one member does. When none does, the member that was most nearly met tells what is wrong; when
 * several are equally near, the union itself is what was not met.
 */
function walkUnion(context: Context, members: readonly Schema[], spot: Spot, found: Observation[]): void {
  const only = nullable(members);
  if (only !== undefined) {
    if (spot.value !== null) walk(context, only, spot, found);
    return;
  }
  const keyword = unionKeyword(context.document, members);
  const attempts = members.map((member) => attempt(context, member, spot)).sort((a, b) => compareAttempts(b, a));
  const [best, second] = attempts;
  if (best === undefined) return;
  const met = best.broken.length === 0;
  const plain = keyword === 'anyOf';
  const clear = !plain && (met || second === undefined || compareAttempts(best, second) > 0);
  if (clear) found.push(...best.observations);
  if (met || !clear) found.push(observe(spot, keyword, met, `one of ${members.length} variants`));
}

interface Attempt {
  readonly observations: readonly Observation[];
  readonly broken: readonly Observation[];
  /** How deep the shallowest break lies: a break deep inside says that the variant itself was recognised. */
  readonly depth: number;
}

function attempt(context: Context, member: Schema, spot: Spot): Attempt {
  const observations: Observation[] = [];
  walk(context, member, spot, observations);
  const broken = observations.filter(({ holds }) => !holds);
  const depth = Math.min(Number.POSITIVE_INFINITY, ...broken.map(({ pointer }) => splitPointer(pointer).length));
  return { observations, broken, depth };
}

function compareAttempts(a: Attempt, b: Attempt): number {
  if (a.depth !== b.depth) return a.depth > b.depth ? 1 : -1;
  if (a.broken.length !== b.broken.length) return b.broken.length - a.broken.length;
  return a.broken.length === 0 ? 0 : a.observations.length - b.observations.length;
}

function below(spot: Spot, place: string, segment: string, value: unknown): Spot {
  return { value, place: [...spot.place, place], pointer: joinPointer(spot.pointer, segment) };
}

function observe(spot: Spot, keyword: string, holds: boolean, expected: unknown): Observation {
  return { place: spot.place, keyword, pointer: spot.pointer, holds, expected, actual: spot.value };
}
