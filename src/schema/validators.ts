import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { getOrMake, memoize } from '../memoize.ts';
import { FORMATS } from './formats.ts';
import { fragmentKey } from './fragment-key.ts';
import { readPattern } from './pattern.ts';
import { isObject } from './pointer.ts';
import type { Schema } from './schema.ts';

/** Judges values of the contract with ajv, by yes or no. `evaluate.ts` finds which place breaks which keyword. */
export interface Validators {
  /** Compiles a schema to a yes-or-no test. References are resolved in the document of the validators. */
  compile(schema: Schema | boolean): (value: unknown) => boolean;
}

/** Keywords of our own in a contract's schemas, for suites only. */
export const EXTENSIONS: readonly string[] = [
  'x-branch',
  'x-level',
  'x-open-values',
  'x-open-bounds',
  'x-outside',
  'x-open-absence',
  'x-open-permission',
  'x-decimal',
  'x-read-only',
];

const ANNOTATIONS = [...EXTENSIONS, 'example', 'externalDocs', 'xml', 'discriminator'];

export type Test = (value: unknown) => boolean;

/** Tests by the fragment key of their schema. Readings of one document that share them compile common schemas only once. */
export type CompiledSchemas = Map<string, Test>;

/** Validators for the schemas of one document. Each is compiled when first needed and then kept. */
export function createValidators(document: unknown, compiled: CompiledSchemas = new Map()): Validators {
  const ajv = memoize(() => newAjv().addSchema(document as object, DOCUMENT, undefined, false));
  const byNode = new WeakMap<object, Test>();
  const compile = (schema: Schema): Test => {
    const validate = ajv().compile(rebase(schema));
    return (value) => validate(value) === true;
  };
  return {
    compile(schema) {
      if (typeof schema === 'boolean') return () => schema;
      return getOrMake(byNode, schema, () => getOrMake(compiled, fragmentKey(document, schema), () => compile(schema)));
    },
  };
}

const DOCUMENT = 'contract:document';

/** Can this format be judged? */
export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(FORMATS, format) || Object.hasOwn(fullFormats, format);
}

/** Is it a format of numbers, such as `int32`? */
export function isNumberFormat(format: unknown): boolean {
  return NUMBER_FORMATS.has(format);
}

const NUMBER_FORMATS: ReadonlySet<unknown> = new Set(
  Object.entries(fullFormats).flatMap(([name, format]) =>
    isObject(format) && format['type'] === 'number' ? [name] : [],
  ),
);

/** Formats that refuse no value. */
const EMPTY_FORMATS: readonly unknown[] = ['float', 'double', 'password', 'binary'];

/** Does a schema of these types say nothing by this format? */
export function isEmptyFormat(format: unknown, types: readonly unknown[]): boolean {
  const isOfOther =
    isNumberFormat(format) && types.length > 0 && !types.some((one) => one === 'integer' || one === 'number');
  return EMPTY_FORMATS.includes(format) || isOfOther;
}

/** Does the format refuse this text? False if it refuses no text at all, as `password` does, or if it is not known. */
export function isOutsideFormat(format: string, text: string): boolean {
  const known: unknown = FORMATS[format] ?? Object.entries(fullFormats).find(([name]) => name === format)?.[1];
  const check = isObject(known) && 'validate' in known ? known['validate'] : known;
  if (check instanceof RegExp) return !check.test(text);
  return typeof check === 'function' && check(text) === false;
}

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    validateSchema: false,
    // 19.99 is a multiple of 0.01, although the quotient of the doubles is no integer.
    multipleOfPrecision: 6,
    code: { regExp: Object.assign(testerOf, { code: 'testerOf' }) },
  });
  addFormats.default(ajv);
  for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, { type: 'string', validate });
  ajv.addVocabulary([
    ...ANNOTATIONS,
    'openapi',
    'info',
    'paths',
    'components',
    'servers',
    'tags',
    'security',
    'jsonSchemaDialect',
    'x-conflicts',
    'x-clauses',
  ]);
  return ajv;
}

/** An unreadable pattern asserts nothing. Its clause says so. */
function testerOf(pattern: string): { test(text: string): boolean } {
  return readPattern(pattern) ?? { test: () => true };
}

/** Makes local references (`#/components/…`) refer to the document, not to the fragment that is being compiled. */
function rebase(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${DOCUMENT}${value}` : value,
    ),
  ) as Schema;
}
