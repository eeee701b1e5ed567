import { SpecError } from '../errors.ts';
import { isAsserting, isKeywordValue, STRUCTURE } from '../schema/keywords.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import { isKnownFormat } from '../schema/validators.ts';

/** What a document says in a form of its own, on the way into ours: OpenAPI 3.1 with the keywords that the engine judges. */
export interface Normalising {
  /** OpenAPI 3.0, whose schemas are of an older draft. */
  readonly isOld: boolean;
  /** Below `if` and `not` values are only told apart, by whatever keyword. */
  readonly isWhole?: boolean;
  /** Notes what is not judged, and where. */
  readonly leaveOut: (what: string, pointer: string) => void;
}

type Node = Readonly<Record<string, unknown>>;

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const ONE = ['additionalProperties', 'items', 'not', 'if', 'then', 'else', 'propertyNames', 'contains'];
const WHOLE = ['not', 'if', 'propertyNames', 'contains'];
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', '$defs'];

/** A schema in our form. Throws a SpecError where something else stands in its place. */
export function normaliseSchema(node: unknown, pointer: string, context: Normalising): unknown {
  if (typeof node === 'boolean') return node;
  if (!isObject(node)) throw new SpecError(`${pointer}: a schema has to stand here, an object or a boolean.`);
  if (typeof node['$ref'] === 'string') return reference(node, node['$ref'], pointer, context);
  const steps = [upgraded, withoutUnknown, withoutInvalid];
  const own = steps.reduce<Node>((schema, step) => step(schema, pointer, context), node);
  return Object.fromEntries(
    Object.entries(own).map(([keyword, value]) => [
      keyword,
      below(keyword, value, joinPointer(pointer, keyword), context),
    ]),
  );
}

function below(keyword: string, value: unknown, pointer: string, context: Normalising): unknown {
  const inner = (one: unknown, step: string | number) => normaliseSchema(one, joinPointer(pointer, step), context);
  if (ONE.includes(keyword))
    return normaliseSchema(value, pointer, WHOLE.includes(keyword) ? { ...context, isWhole: true } : context);
  if (MANY.includes(keyword) && Array.isArray(value)) return value.map(inner);
  if (NAMED.includes(keyword) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one, name)]));
  return value;
}

/** OpenAPI 3.0 ignores what stands beside a reference; in 3.1 it holds as well. */
function reference(node: Node, $ref: string, pointer: string, context: Normalising): unknown {
  if (context.isOld) return { $ref };
  const { $ref: _reference, ...rest } = node;
  const asserts = Object.keys(rest).some(
    (keyword) => isAsserting(keyword) || [...ONE, ...MANY, 'properties', 'required'].includes(keyword),
  );
  if (!asserts) return node;
  const { allOf = [], ...beside } = normaliseSchema(rest, pointer, context) as { readonly allOf?: readonly unknown[] };
  return { ...beside, allOf: [{ $ref }, ...allOf] };
}

/** `nullable`, bounds that are booleans, one example and tuples of older drafts. */
function upgraded(schema: Node): Node {
  const { nullable, example, ...rest } = schema;
  const one = example === undefined || Array.isArray(rest['examples']) ? rest : { ...rest, examples: [example] };
  const bounded = exclusive(exclusive(one, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');
  const { items, ...beside } = bounded;
  const listed = Array.isArray(items) ? { ...beside, prefixItems: items } : bounded;
  return nullable === true ? orNull(listed) : listed;
}

function exclusive(schema: Node, bound: string, keyword: string): Node {
  if (typeof schema[keyword] !== 'boolean') return schema;
  const { [keyword]: isExclusive, [bound]: value, ...rest } = schema;
  if (value === undefined) return rest;
  return { ...rest, [isExclusive === true ? keyword : bound]: value };
}

function orNull(schema: Node): Node {
  const { type, enum: members } = schema;
  const values = Array.isArray(members) && !members.includes(null) ? { enum: [...(members as unknown[]), null] } : {};
  if (type !== undefined) return { ...schema, type: [type, 'null'].flat(), ...values };
  return MANY.some((keyword) => schema[keyword] !== undefined)
    ? { anyOf: [schema, { type: 'null' }] }
    : { ...schema, ...values };
}

/** Assertions that the engine has no judge for: leaving one out hides a fault, and is noted. What only describes is not. */
const UNJUDGED: ReadonlySet<string> = new Set([
  'patternProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentRequired',
  'dependentSchemas',
  'minContains',
  'maxContains',
  '$dynamicRef',
]);

function withoutUnknown(schema: Node, pointer: string, { leaveOut, isWhole = false }: Normalising): Node {
  if (isWhole) return schema;
  for (const keyword of Object.keys(schema)) if (UNJUDGED.has(keyword)) leaveOut(`the keyword ${keyword}`, pointer);
  // What these would widen is not judged either.
  const wider = { additionalProperties: 'patternProperties', contains: 'minContains' } as const;
  const isWider = (keyword: string) =>
    Object.entries(wider).some(([one, by]) => one === keyword && schema[by] !== undefined);
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => (STRUCTURE.has(keyword) || isAsserting(keyword)) && !isWider(keyword)),
  );
}

/** What no JSON Schema can mean, or what means nothing by itself. */
function withoutInvalid(schema: Node, pointer: string, { leaveOut }: Normalising): Node {
  const { required, examples, discriminator, then, else: otherwise } = schema;
  const faults = new Map(Object.entries(schema).flatMap(([keyword, value]) => faultOf(keyword, value)));
  for (const fault of faults.values()) leaveOut(fault, pointer);
  const left = new Set([
    ...faults.keys(),
    ...(required === undefined || Array.isArray(required) ? [] : ['required']),
    ...(examples === undefined || Array.isArray(examples) ? [] : ['examples']),
    ...(discriminator === undefined || tellsVariants(schema) ? [] : ['discriminator']),
    ...(then === undefined && otherwise === undefined ? ['if'] : []),
  ]);
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !left.has(keyword)));
}

/** Why a keyword asserts nothing, in words, beside its name. */
function faultOf(keyword: string, value: unknown): readonly (readonly [string, string])[] {
  const isInvalidInside = WHOLE.includes(keyword) && isObject(value) && Object.entries(value).some(isInvalid);
  if (isInvalidInside || !isKeywordValue(keyword, value))
    return [[keyword, `${keyword}: ${JSON.stringify(value).slice(0, LONGEST)}`]];
  if (keyword === 'format' && !isKnownFormat(String(value))) return [[keyword, `the format ${String(value)}`]];
  return keyword === 'enum' && [value].flat().length === 0 ? [[keyword, 'an empty enum']] : [];
}

function isInvalid([keyword, value]: readonly [string, unknown]): boolean {
  return faultOf(keyword, value).length > 0;
}

/** Characters of a value in a note. */
const LONGEST = 40;

/** Variants can be told apart by a property whose values stand beside them. */
function tellsVariants({ discriminator, oneOf, properties }: Node): boolean {
  const name = isObject(discriminator) ? String(discriminator['propertyName']) : '';
  const property = isObject(properties) ? properties[name] : undefined;
  return (
    Array.isArray(oneOf) && isObject(property) && (property['enum'] !== undefined || property['$ref'] !== undefined)
  );
}
