import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Schema } from './schema.ts';

/** A violation of a schema, in the terms of JSON Schema. */
export interface SchemaError {
  readonly keyword: string;
  /** The place in the value, as a JSON Pointer. For a wrong property name it is the object with the property. */
  readonly pointer: string;
  /** The property that is missing, unknown or wrongly named. */
  readonly property?: string;
  /** The subschema with the keyword, and the value that it was applied to. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** Annotations that the schemas of our own files may have. Editors know `patternErrorMessage` too. */
const ANNOTATIONS = ['patternErrorMessage'];

/** A validator that returns every error. `x-placeholders` lists values that a user still has to replace: they are errors. */
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

/** A validator that returns the first error in words, with its place. It ignores formats. */
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
