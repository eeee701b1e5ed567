import type { ContractDocument } from '../contract/document.ts';
import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';

/** A small value that fits a schema, for places that an example leaves out. Examples and defaults of the document come first. */
export function sampleOf(document: ContractDocument, node: Schema): unknown {
  const { target: schema } = follow<Schema>(document, node, '');
  const given = [...(schema.examples ?? []), schema.default, schema.const, schema.enum?.[0]].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  // Beside a type of its own, `allOf` only says more of the same.
  const parts = schema.type === undefined ? schema.allOf : undefined;
  const member = (schema.anyOf ?? schema.oneOf ?? parts)?.find(({ type }) => type !== 'null');
  if (member !== undefined) return sampleOf(document, member);
  switch (typesOf(schema)[0]) {
    case 'object':
      return sampleObject(document, schema);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        isObject(schema.items) ? sampleOf(document, schema.items) : 0,
      );
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? Number.POSITIVE_INFINITY, Math.max(schema.minimum ?? 1, 1));
    case 'boolean':
      return true;
    default:
      return sampleText(schema);
  }
}

/** The types that a schema allows, null left out. */
export function typesOf(schema: Schema): readonly string[] {
  return [schema.type ?? []].flat().filter((type) => type !== 'null');
}

function sampleObject(document: ContractDocument, schema: Schema): unknown {
  const required = schema.required ?? [];
  return Object.fromEntries(required.map((name) => [name, sampleProperty(document, schema.properties?.[name])]));
}

function sampleProperty(document: ContractDocument, property: Schema | boolean | undefined): unknown {
  return isObject(property) ? sampleOf(document, property) : 'sample';
}

function sampleText(schema: Schema): string {
  switch (schema.format) {
    case 'uri':
      return 'https://example.org/sample';
    case 'uuid':
      return '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10';
    case 'date-time':
      return '2026-01-01T00:00:00Z';
    default:
      return 'sample'.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? undefined);
  }
}
