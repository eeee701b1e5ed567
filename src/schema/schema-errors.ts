import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Schema } from './schema.ts';

/** What a value breaks of a schema, in JSON Schema's own terms. */
export interface SchemaError {
  readonly keyword: string;
  /** Where in the value, as a JSON Pointer; for a wrong name of a property the object that has it. */
  readonly pointer: string;
  /** The property that is missing, unknown or wrongly named. */
  readonly property?: string;
  /** The subschema that holds the keyword, and the value that it was held against. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** Annotations that the schemas of our own files may have. `patternErrorMessage` is known to editors too. */
const ANNOTATIONS = ['patternErrorMessage'];

/** A validator that tells everything that is wrong. `x-placeholders` lists values that stand for one that is still to come. */
export function errorsUnder(schema: Schema): (value: unknown) => readonly SchemaError[] {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictRequired: false });
  ajv.addVocabulary(ANNOTATIONS);
  ajv.addKeyword({
    keyword: 'x-placeholders',
    schemaType: 'array',
    validate: (placeholders: readonly unknown[], value: unknown) =>
      !placeholders.some((one) => isDeepStrictEqual(one, value)),
  });
  const validate = ajv.compile(schema);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(errorOf);
  };
}

/** What is wrong first, with its place, in words; formats are not looked at. */
export function firstFaultUnder(schema: Schema): (value: unknown) => string | undefined {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  return (value) => {
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath || 'the document'} ${error?.message ?? 'is wrong'}`;
  };
}

function errorOf({ keyword, instancePath, params, parentSchema, data, propertyName }: ErrorObject): SchemaError {
  const property = (params['additionalProperty'] ?? params['missingProperty'] ?? propertyName) as string | undefined;
  return {
    keyword,
    pointer: instancePath,
    schema: (parentSchema ?? {}) as SchemaError['schema'],
    value: data,
    ...(property === undefined ? {} : { property }),
  };
}
