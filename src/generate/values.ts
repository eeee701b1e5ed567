import * as fc from 'fast-check';
import type { ContractDocument } from '../contract/document.ts';
import { readPattern } from '../schema/pattern.ts';
import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import { listedValues, type Schema } from '../schema/schema.ts';

/**
 * A small value that fits a schema, for places that an example leaves out. Documented examples and defaults come first, unless
 * `withExamples` is false: one of them may not fit.
 */
export function sampleOf(document: ContractDocument, node: Schema, withExamples = true): unknown {
  const { target: schema } = follow<Schema>(document, node, '');
  const examples = withExamples ? [...(schema.examples ?? []), schema.default] : [];
  const given = [...examples, schema.const, listedValues(schema)?.[0]].find((value) => value !== undefined);
  if (given !== undefined) return given;
  const member = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  const own =
    schema.type === undefined && schema.properties === undefined ? [] : [sampleOfType(document, schema, withExamples)];
  const parts = [...(schema.allOf ?? []), ...(member === undefined ? [] : [member])];
  const samples = [...parts.map((part) => sampleOf(document, part, withExamples)), ...own];
  // An object has the members of all its schemas.
  const objects = samples.filter(isObject);
  return objects.length > 0
    ? Object.assign({}, ...objects)
    : (samples[0] ?? sampleOfType(document, schema, withExamples));
}

/** A sample in which a list has at least one element: an empty one has none to break, and as a parameter is not written. */
export function filledSampleOf(document: ContractDocument, schema: Schema): unknown {
  const made = sampleOf(document, schema);
  const { items } = follow<Schema>(document, schema, '').target;
  return Array.isArray(made) && made.length === 0 && isObject(items) ? [sampleOf(document, items)] : made;
}

function sampleOfType(document: ContractDocument, schema: Schema, withExamples: boolean): unknown {
  switch (nonNullTypes(schema)[0] ?? (schema.required === undefined ? undefined : 'object')) {
    case 'object':
      return sampleObject(document, schema, withExamples);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        isObject(schema.items) ? sampleOf(document, schema.items, withExamples) : 0,
      );
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    default:
      return sampleText(schema);
  }
}

/** The types that a schema allows, without null. */
export function nonNullTypes(schema: Schema): readonly string[] {
  return [schema.type ?? []].flat().filter((type) => type !== 'null');
}

function sampleObject(document: ContractDocument, schema: Schema, withExamples: boolean): unknown {
  const { required = [], properties = {}, minProperties = 0 } = schema;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const names = [...required, ...optional.slice(0, Math.max(0, minProperties - required.length))];
  return Object.fromEntries(
    names.map((name) => {
      const property = schema.properties?.[name];
      return [name, isObject(property) ? sampleOf(document, property as Schema, withExamples) : 'sample'];
    }),
  );
}

function sampleNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Schema): number {
  const least = Math.max(minimum ?? 1, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + (multipleOf ?? 1), 1);
  const most = Math.min(
    maximum ?? least,
    exclusiveMaximum === undefined ? least : exclusiveMaximum - (multipleOf ?? 1),
  );
  const value = Math.min(most, least);
  return multipleOf === undefined ? value : Math.ceil(value / multipleOf) * multipleOf;
}

const FORMAT_SAMPLES: Readonly<Record<string, string>> = {
  uri: 'https://example.org/sample',
  iri: 'https://example.org/sample',
  'uri-reference': '/sample',
  'iri-reference': '/sample',
  uuid: '6f1e0f7c-3c0b-4a53-9f55-0d7c2b1f5a10',
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'sample@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'c2FtcGxl',
};

function sampleText({ pattern, format = '', minLength = 0, maxLength, 'x-decimal': isNumber }: Schema): string {
  const free = isNumber === true ? '1' : 'sample'.padEnd(minLength, 'x').slice(0, maxLength ?? undefined);
  const plain = FORMAT_SAMPLES[format] ?? free;
  if (pattern === undefined || readPattern(pattern)?.test(plain) === true) return plain;
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= (maxLength ?? text.length);
  return textsLike(pattern, 1).find(fits) ?? plain;
}

/** Texts that match a pattern, the same for the same seed. Empty if none can be generated. */
export function textsLike(pattern: string, seed: number): readonly string[] {
  try {
    const anchored = readPattern(`^(?:${pattern})$`);
    if (anchored === undefined) return [];
    return fc.sample(fc.stringMatching(anchored), { seed, numRuns: 50 }).filter((text) => anchored.test(text));
  } catch {
    return [];
  }
}
