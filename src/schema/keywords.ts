import { readPattern } from './pattern.ts';
import { isObject } from './pointer.ts';
import type { Schema } from './schema.ts';
import { EXTENSIONS, isNumberFormat, type Validators } from './validators.ts';

/** A keyword that asserts something: the instances that it applies to, and the values that JSON Schema allows for it. */
interface Keyword {
  readonly of: (instance: unknown, expected: unknown) => boolean;
  readonly takes: (value: unknown) => boolean;
}

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  type: { of: () => true, takes: isType },
  enum: { of: () => true, takes: Array.isArray },
  const: { of: () => true, takes: () => true },
  not: { of: () => true, takes: isSchema },
  format: { of: (instance, format) => (isNumberFormat(format) ? isNumber : isString)(instance), takes: isString },
  minLength: { of: isString, takes: isCount },
  maxLength: { of: isString, takes: isCount },
  pattern: { of: isString, takes: isString },
  minimum: { of: isNumber, takes: isNumber },
  maximum: { of: isNumber, takes: isNumber },
  exclusiveMinimum: { of: isNumber, takes: isNumber },
  exclusiveMaximum: { of: isNumber, takes: isNumber },
  multipleOf: { of: isNumber, takes: (value) => isNumber(value) && value > 0 },
  minItems: { of: Array.isArray, takes: isCount },
  maxItems: { of: Array.isArray, takes: isCount },
  uniqueItems: { of: Array.isArray, takes: (value) => typeof value === 'boolean' },
  contains: { of: Array.isArray, takes: isSchema },
  minProperties: { of: isObject, takes: isCount },
  maxProperties: { of: isObject, takes: isCount },
  propertyNames: { of: isObject, takes: isSchema },
  patternProperties: { of: isObject, takes: isObject },
  dependentRequired: { of: isObject, takes: isObject },
  dependentSchemas: { of: isObject, takes: isObject },
};

/** Keywords that change what another keyword of the same node asserts. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = { contains: ['minContains', 'maxContains'] };

/** Keywords that hold schemas or a reference, and what their value has to be so that it can be read. */
const HOLDERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  $ref: isString,
  allOf: Array.isArray,
  anyOf: Array.isArray,
  oneOf: Array.isArray,
  prefixItems: Array.isArray,
  properties: isObject,
  $defs: isObject,
  items: isSchema,
  additionalProperties: isSchema,
  minContains: isCount,
  maxContains: isCount,
};

/** Does JSON Schema allow this value for the keyword (draft 2020-12, validation sections 6 and 7)? */
export function isKeywordValue(keyword: string, value: unknown): boolean {
  const takes = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword]?.takes : undefined;
  return (takes ?? (Object.hasOwn(HOLDERS, keyword) ? HOLDERS[keyword] : undefined))?.(value) ?? true;
}

/** Does a keyword assert something about the value itself? */
export function isAsserting(keyword: string): boolean {
  return Object.hasOwn(KEYWORDS, keyword);
}

/** Keywords that structure a schema, or only describe it. */
export const STRUCTURE: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'discriminator',
  'if',
  'then',
  'else',
  'items',
  'prefixItems',
  'properties',
  'required',
  'additionalProperties',
  'default',
  'description',
  'title',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$defs',
  'minContains',
  'maxContains',
  ...EXTENSIONS,
]);

/** One keyword of one schema node, ready to be checked. */
export interface KeywordAssertion {
  readonly keyword: string;
  readonly expected: unknown;
  readonly appliesTo: (value: unknown) => boolean;
  readonly holds: (value: unknown) => boolean;
}

/** The asserting keywords of a node, `type` first: if the type is wrong, the others are not judged. */
export function assertionsOf(schema: Schema, validators: Validators): readonly KeywordAssertion[] {
  const node = schema as Readonly<Record<string, unknown>>;
  return Object.keys(KEYWORDS)
    .filter((keyword) => Object.hasOwn(schema, keyword) && !(keyword === 'pattern' && isUnreadable(schema.pattern)))
    .map((keyword) => {
      const companions = COMPANIONS[keyword]?.filter((name) => Object.hasOwn(schema, name)) ?? [];
      return {
        keyword,
        expected: node[keyword],
        appliesTo: (instance) => KEYWORDS[keyword]?.of(instance, node[keyword]) ?? true,
        holds: validators.compile(Object.fromEntries([keyword, ...companions].map((name) => [name, node[name]]))),
      };
    });
}

/** A pattern that is no regular expression of ECMA-262 asserts nothing. */
function isUnreadable(pattern: unknown): boolean {
  return typeof pattern === 'string' && readPattern(pattern) === undefined;
}

/** Keywords in a node that the engine would silently ignore. */
export function unknownKeywords(schema: Schema): readonly string[] {
  return Object.keys(schema).filter((keyword) => !STRUCTURE.has(keyword) && !Object.hasOwn(KEYWORDS, keyword));
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value);
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function isType(value: unknown): boolean {
  const types = [value].flat();
  return types.length > 0 && types.every((one) => typeof one === 'string' && TYPES.includes(one));
}
