import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { FORMATS } from './formats.ts';
import type { Schema } from './document.ts';

/** The only door to ajv: a compiled schema answers yes or no. Which place breaks which keyword is the business of inspect.ts. */
export interface Validators {
  /** Compiles a schema to a yes-or-no test. References are resolved within the document that the validators were made for. */
  compile(schema: Schema | boolean): (value: unknown) => boolean;
}

const ANNOTATIONS = ['x-branch', 'x-level', 'x-open-values', 'example', 'externalDocs', 'xml', 'discriminator'];

/** Validators over the schemas of one document; compiled when first needed and then kept. */
export function createValidators(document: unknown): Validators {
  const ajv = newAjv();
  ajv.addSchema(document as object, DOCUMENT, undefined, false);
  const compiled = new Map<string, ValidateFunction>();
  const byNode = new WeakMap<object, (value: unknown) => boolean>();
  const compile = (schema: Schema | boolean): ((value: unknown) => boolean) => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? ajv.compile(typeof schema === 'boolean' ? schema : rebase(schema));
    compiled.set(key, known);
    return (value) => known(value) === true;
  };
  return {
    compile(schema) {
      if (typeof schema === 'boolean') return () => schema;
      const test = byNode.get(schema) ?? compile(schema);
      byNode.set(schema, test);
      return test;
    },
  };
}

const DOCUMENT = 'contract:document';

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    validateSchema: false,
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

/** Local references (`#/components/…`) are meant within the document, not within the fragment that is being compiled. */
function rebase(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#') ? `${DOCUMENT}${value}` : value,
    ),
  ) as Schema;
}
