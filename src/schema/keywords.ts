import { readPattern } from './pattern.ts';
import { isObject } from './pointer.ts';
import type { Schema } from './schema.ts';
import { EXTENSIONS, type Validators } from './validators.ts';

/** The keywords of JSON Schema that assert something of the value itself, and the values that each speaks of. */
const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: () => true,
  enum: () => true,
  const: () => true,
  not: () => true,
  format: isString,
  minLength: isString,
  maxLength: isString,
  pattern: isString,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minItems: Array.isArray,
  maxItems: Array.isArray,
  uniqueItems: Array.isArray,
  contains: Array.isArray,
  minProperties: isObject,
  maxProperties: isObject,
  propertyNames: isObject,
  multipleOf: isNumber,
};

/** Does a keyword assert something of the value itself? */
export function isAsserting(keyword: string): boolean {
  return Object.hasOwn(KEYWORDS, keyword);
}

/** Keywords that structure a schema, or only describe it. Anything else in the document is an error of ours. */
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
  ...EXTENSIONS,
]);

/** One keyword of one schema node, ready to be asked. */
export interface KeywordAssertion {
  readonly keyword: string;
  readonly expected: unknown;
  readonly appliesTo: (value: unknown) => boolean;
  readonly holds: (value: unknown) => boolean;
}

/** The asserting keywords of a node, `type` first: where the type is wrong, the others have nothing to say. */
export function assertionsOf(schema: Schema, validators: Validators): readonly KeywordAssertion[] {
  return Object.keys(KEYWORDS)
    .filter((keyword) => Object.hasOwn(schema, keyword) && !(keyword === 'pattern' && isUnreadable(schema.pattern)))
    .map((keyword) => {
      const expected = (schema as Readonly<Record<string, unknown>>)[keyword];
      return {
        keyword,
        expected,
        appliesTo: KEYWORDS[keyword] ?? (() => true),
        holds: validators.compile({ [keyword]: expected }),
      };
    });
}

/** A pattern that is no regular expression of ECMA-262 says nothing. */
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

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}
