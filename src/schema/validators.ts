import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { getOrMake, memoize } from '../memoize.ts';
import { FORMATS } from './formats.ts';
import { fragmentKey } from './fragment-key.ts';
import { readPattern } from './pattern.ts';
import type { Schema } from './schema.ts';

/** The only door to ajv: a compiled schema answers yes or no. Which place breaks which keyword is the business of inspect.ts. */
export interface Validators {
  /** Compiles a schema to a yes-or-no test. References are resolved within the document that the validators were made for. */
  compile(schema: Schema | boolean): (value: unknown) => boolean;
}

/** What a schema of a contract says besides, to a suite alone. */
export const EXTENSIONS: readonly string[] = [
  'x-branch',
  'x-level',
  'x-open-values',
  'x-outside',
  'x-open-absence',
  'x-open-permission',
];

const ANNOTATIONS = [...EXTENSIONS, 'example', 'externalDocs', 'xml', 'discriminator'];

export type Test = (value: unknown) => boolean;

/** Tests by the closure of their schema: readings of one document that share them compile what they have in common once. */
export type CompiledSchemas = Map<string, Test>;

/** Validators over the schemas of one document; compiled when first needed and then kept. */
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

/** Is it a format that can be judged? Of others nothing is known. */
export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(FORMATS, format) || Object.hasOwn(fullFormats, format);
}

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    validateSchema: false,
    // 19.99 is a multiple of 0.01, whatever a double makes of the quotient.
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

/** What cannot be read asserts nothing: its clause says so. */
function testerOf(pattern: string): { test(text: string): boolean } {
  return readPattern(pattern) ?? { test: () => true };
}

/** Local references (`#/components/…`) are meant within the document, not within the fragment that is being compiled. */
function rebase(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${DOCUMENT}${value}` : value,
    ),
  ) as Schema;
}
