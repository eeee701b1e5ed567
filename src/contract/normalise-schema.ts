import { mapMembers, pickMembers } from '../defined.ts';
import { SpecError } from '../errors.ts';
import { valuesOf } from '../schema/discriminator.ts';
import { isAsserting, isKeywordValue, STRUCTURE } from '../schema/keywords.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import { isEmptyFormat, isKnownFormat } from '../schema/validators.ts';

/** The context of a conversion of schemas to OpenAPI 3.1 with only the keywords that the engine judges. */
export interface Normalising {
  /** The document is OpenAPI 3.0, whose schemas follow an older draft. */
  readonly isOld: boolean;
  /** Inside `if`, `not` and the like, every keyword is kept: without one, another set of values would match. */
  readonly isWhole?: boolean;
  /** Notes what is not judged. */
  readonly leaveOut: (what: string) => void;
}

type Node = Readonly<Record<string, unknown>>;

/** Keywords that hold one schema (TESTING ones only test a value), a list of schemas, or schemas by name. */
const SINGLE_SCHEMA = ['additionalProperties', 'items', 'not', 'if', 'then', 'else', 'propertyNames', 'contains'];
const SCHEMA_LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SCHEMAS_BY_NAME = ['properties', '$defs', 'patternProperties', 'dependentSchemas'];
const TESTING = ['not', 'if', 'propertyNames', 'contains', 'patternProperties', 'dependentSchemas'];

/** Converts a schema to the form that the engine judges. Throws a SpecError if the node is not a schema. */
export function normaliseSchema(node: unknown, pointer: string, context: Normalising): unknown {
  if (typeof node === 'boolean') return node;
  if (!isObject(node)) throw new SpecError(`${pointer}: a schema has to stand here, an object or a boolean.`);
  if (typeof node['$ref'] === 'string') return normaliseReference(node, node['$ref'], pointer, context);
  const steps = [upgrade, withSelectedVariants, withoutUnknown, withoutInvalid, withUnspecified];
  const own = steps.reduce<Node>((schema, step) => step(schema, context), node);
  return mapMembers(own, (value, keyword) => normaliseBelow(keyword, value, joinPointer(pointer, keyword), context));
}

function normaliseBelow(keyword: string, value: unknown, pointer: string, context: Normalising): unknown {
  const within = TESTING.includes(keyword) ? { ...context, isWhole: true } : context;
  const inner = (one: unknown, step: string | number) => normaliseSchema(one, joinPointer(pointer, step), within);
  if (SINGLE_SCHEMA.includes(keyword)) return normaliseSchema(value, pointer, within);
  if (SCHEMA_LIST.includes(keyword) && Array.isArray(value)) return value.map(inner);
  if (SCHEMAS_BY_NAME.includes(keyword) && isObject(value)) return mapMembers(value, inner);
  return value;
}

/** OpenAPI 3.0 ignores keywords beside a reference. In 3.1 they apply too, so both are joined in `allOf`. */
function normaliseReference(node: Node, $ref: string, pointer: string, context: Normalising): unknown {
  if (context.isOld) return { $ref };
  const { $ref: _reference, ...rest } = node;
  const asserts = Object.keys(rest).some(
    (keyword) => isAsserting(keyword) || [...SINGLE_SCHEMA, ...SCHEMA_LIST, 'properties', 'required'].includes(keyword),
  );
  if (!asserts) return node;
  const { allOf = [], ...beside } = normaliseSchema(rest, pointer, context) as { readonly allOf?: readonly unknown[] };
  return { ...beside, allOf: [{ $ref }, ...allOf] };
}

/** Replaces `nullable`, boolean exclusive bounds, `example`, and `items` with a list, which are of older drafts. */
function upgrade(schema: Node): Node {
  const { nullable, example, ...rest } = schema;
  const one = example === undefined || Array.isArray(rest['examples']) ? rest : { ...rest, examples: [example] };
  const bounded = upgradeBound(upgradeBound(one, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');
  const { items, ...beside } = bounded;
  const withTuple = Array.isArray(items) ? { ...beside, prefixItems: items } : bounded;
  return nullable === true ? allowNull(withTuple) : withTuple;
}

function upgradeBound(schema: Node, bound: string, keyword: string): Node {
  if (typeof schema[keyword] !== 'boolean') return schema;
  const { [keyword]: isExclusive, [bound]: value, ...rest } = schema;
  if (value === undefined) return rest;
  return { ...rest, [isExclusive === true ? keyword : bound]: value };
}

function allowNull(schema: Node): Node {
  const { type, enum: members } = schema;
  const values = Array.isArray(members) && !members.includes(null) ? { enum: [...(members as unknown[]), null] } : {};
  if (type !== undefined) return { ...schema, type: [type, 'null'].flat(), ...values };
  return SCHEMA_LIST.some((keyword) => schema[keyword] !== undefined)
    ? { anyOf: [schema, { type: 'null' }] }
    : { ...schema, ...values };
}

/**
 * A union whose variants are selected by a property that only the variants describe: each variant gets the values of its mapping
 * (OpenAPI 3.1, Discriminator Object). Without a mapping it stays as it is, for services do not keep to the names of schemas.
 */
function withSelectedVariants(schema: Node): Node {
  const { discriminator, oneOf } = schema;
  if (!isObject(discriminator) || !Array.isArray(oneOf) || isUsableDiscriminator(schema)) return schema;
  const { propertyName, mapping } = discriminator;
  const variants = (oneOf as readonly Node[]).map((variant) => ({
    variant,
    values: isObject(mapping) ? valuesOf(mapping, variant['$ref']) : [],
  }));
  if (variants.some(({ values }) => values.length === 0)) return schema;
  const selected = variants.map(({ variant, values }) => ({
    allOf: [variant, { properties: { [String(propertyName)]: { enum: values } } }],
  }));
  return { ...schema, oneOf: selected };
}

/** The value of an enumeration for none (AIP-126): a filter by it may find all, and a member with it may get a default. */
function withUnspecified(schema: Node): Node {
  const { enum: values, default: usual, ...rest } = schema;
  const all: readonly unknown[] = Array.isArray(values) ? values : [];
  const unspecified = all.filter((one) => UNSPECIFIED.test(String(one)));
  if (unspecified.length === 0 || unspecified.length === all.length) return schema;
  // A default for none is no default.
  const stated = usual === undefined || unspecified.includes(usual) ? {} : { default: usual };
  return { ...rest, enum: values, ...stated, 'x-open-values': unspecified };
}

const UNSPECIFIED = /(?:^|_)UNSPECIFIED$/u;

/** Assertions that the engine cannot judge. Leaving one out may hide a fault, so it is noted. */
const UNJUDGED: ReadonlySet<string> = new Set(['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef']);

function withoutUnknown(schema: Node, { leaveOut, isWhole = false }: Normalising): Node {
  const isLeftOut = (keyword: string) =>
    !isWhole &&
    (UNJUDGED.has(keyword) ||
      // The engine cannot judge which members are additional if their names may match a pattern.
      (keyword === 'additionalProperties' && schema['patternProperties'] !== undefined));
  for (const keyword of Object.keys(schema).filter(isLeftOut)) leaveOut(`the keyword ${keyword}`);
  const isKnown = (keyword: string) => STRUCTURE.has(keyword) || isAsserting(keyword) || UNJUDGED.has(keyword);
  return pickMembers(schema, (keyword) => isKnown(keyword) && !isLeftOut(keyword));
}

/** Drops keywords whose value is invalid, and notes these, as well as keywords that mean nothing by themselves. */
function withoutInvalid(schema: Node, { leaveOut }: Normalising): Node {
  const { required, examples, discriminator, then, else: otherwise, contains, minContains, maxContains } = schema;
  const faults = new Map(Object.entries(schema).flatMap(([keyword, value]) => faultOf(keyword, value)));
  for (const fault of faults.values()) leaveOut(fault);
  const dropped = new Set([
    ...faults.keys(),
    ...(required === undefined || Array.isArray(required) ? [] : ['required']),
    ...(examples === undefined || Array.isArray(examples) ? [] : ['examples']),
    ...(discriminator === undefined || isUsableDiscriminator(schema) ? [] : ['discriminator']),
    ...(then === undefined && otherwise === undefined ? ['if'] : []),
    ...(isEmptyFormat(schema['format'], [schema['type'] ?? []].flat()) ? ['format'] : []),
    ...(contains === undefined ? ['minContains', 'maxContains'] : []),
    ...(minContains === 0 && maxContains === undefined ? ['contains', 'minContains'] : []),
    ...(Number(minContains) > Number(maxContains) ? ['contains', 'minContains', 'maxContains'] : []),
  ]);
  // The format is not judged, but its texts are compared as numbers.
  const isNumber = [schema['type']].flat().includes('string') && NUMBERS_AS_TEXTS.has(schema['format']);
  const marks = isNumber ? { 'x-decimal': true } : {};
  return { ...pickMembers(schema, (keyword) => !dropped.has(keyword)), ...marks };
}

/** Formats of numbers that a text may have: a 64-bit integer is a text in the JSON of Protocol Buffers. */
const NUMBERS_AS_TEXTS: ReadonlySet<unknown> = new Set(['decimal', 'int32', 'int64', 'uint32', 'uint64']);

/** The name of a keyword and, in words, what is wrong with it. Empty if it is valid. */
function faultOf(keyword: string, value: unknown): readonly (readonly [string, string])[] {
  const isInvalidInside = TESTING.includes(keyword) && isObject(value) && Object.entries(value).some(isInvalid);
  if (isInvalidInside || !isKeywordValue(keyword, value))
    return [[keyword, `${keyword}: ${JSON.stringify(value).slice(0, MAX_NOTED_CHARACTERS)}`]];
  if (keyword === 'format' && !isKnownFormat(String(value))) return [[keyword, `the format ${String(value)}`]];
  return keyword === 'enum' && [value].flat().length === 0 ? [[keyword, 'an empty enum']] : [];
}

function isInvalid([keyword, value]: readonly [string, unknown]): boolean {
  return faultOf(keyword, value).length > 0;
}

/** A note shows at most this many characters of a value. */
const MAX_NOTED_CHARACTERS = 40;

/** Does `properties`, beside `oneOf`, declare the values of the discriminator's property? */
function isUsableDiscriminator({ discriminator, oneOf, properties }: Node): boolean {
  const name = isObject(discriminator) ? String(discriminator['propertyName']) : '';
  const property = isObject(properties) ? properties[name] : undefined;
  return (
    Array.isArray(oneOf) && isObject(property) && (property['enum'] !== undefined || property['$ref'] !== undefined)
  );
}
