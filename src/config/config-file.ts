import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapBelow } from '../defined.ts';
import { hint, nearest, UsageError } from '../errors.ts';
import { packageRoot } from '../package.ts';
import { atPointer, isObject, joinPointer, splitPointer } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import { errorsUnder, type SchemaError } from '../schema/schema-errors.ts';
import { parseYaml, type YamlFile } from './yaml.ts';

/** A user's file that fits its schema. */
export interface ConfigFile<T> {
  readonly value: T;
  /** Returns `file:line:column`. Begin a UsageError with it for rules that a schema cannot express. */
  readonly place: YamlFile['place'];
}

/** How texts in a file are read before the schema is checked. */
export interface Reading {
  /** Called for every text in the file. Returns the text to use, or throws a UsageError. */
  readonly expand?: (text: string) => string;
  /** Returns a text as the user wrote it, for error messages. */
  readonly asWritten?: (text: string) => string;
}

/** A schema of this package, by the name of its file in spec/schemas. */
export function configSchema(name: string): Schema {
  return schemaIn(schemaPath(name));
}

/** The schema in a file. References to schemas of this package (`$ref: <name>.schema.json#/…`) are inlined. */
export function schemaIn(path: string): Schema {
  return JSON.parse(readFileSync(path, 'utf8'), (_, node: unknown) => inlineReference(node)) as Schema;
}

function inlineReference(node: unknown): unknown {
  if (!isObject(node) || typeof node['$ref'] !== 'string') return node;
  const [, schemaName, place = ''] = /^([\w-]+)\.schema\.json#(\/.+)$/u.exec(node['$ref']) ?? [];
  if (schemaName === undefined) return node;
  const { $ref: _, ...annotations } = node;
  return { ...(atPointer(configSchema(schemaName), place) as Schema), ...annotations };
}

/** The path of a schema of this package. */
export function schemaPath(name: string): string {
  return join(packageRoot(), 'spec', 'schemas', `${name}.schema.json`);
}

/**
 * Parses a text as YAML and validates it against a schema. Throws one UsageError that lists all faults, each with its line
 * and the remedy. A value that the schema marks `writeOnly` is never quoted.
 */
export function readConfig<T>(text: string, file: string, schema: Schema, reading: Reading = {}): ConfigFile<T> {
  const yaml = parseYaml(text, file);
  const faults: { readonly place: string; readonly words: string }[] = [];
  const value = expandTexts(yaml.value, reading, (pointer, message) =>
    faults.push({ place: yaml.place(pointer), words: message }),
  );
  const errors = faults.length > 0 ? [] : firstErrors(errorsUnder(schema)(value));
  faults.push(...errors.map((error) => ({ place: placeOfError(error, yaml), words: sentence(error, reading) })));
  if (faults.length > 0)
    throw new UsageError(
      faults
        .toSorted((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }))
        .map(({ place, words }) => `${place}: ${words}`)
        .join('\n'),
    );
  return { value: value as T, place: yaml.place };
}

/** The value with every text expanded. Calls `fault` for each text that cannot be. */
function expandTexts(
  value: unknown,
  { expand = (text) => text }: Reading,
  fault: (pointer: string, message: string) => void,
): unknown {
  const read = (node: unknown, at: string): unknown => {
    if (typeof node !== 'string') return mapBelow(node, (child, name) => read(child, joinPointer(at, name)));
    try {
      return expand(node);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      fault(at, error.message);
      return node;
    }
  };
  return read(value, '');
}

/** The first error at each place: a value of the wrong type breaks several keywords. */
function firstErrors(errors: readonly SchemaError[]): readonly SchemaError[] {
  const keys = errors.map(({ pointer, property = '' }) => `${pointer} ${property}`);
  return errors.filter(
    ({ keyword }, index) =>
      keyword !== 'propertyNames' && keyword !== 'if' && keys.indexOf(keys[index] ?? '') === index,
  );
}

function placeOfError({ keyword, pointer, property }: SchemaError, yaml: YamlFile): string {
  return property === undefined || keyword === 'required'
    ? yaml.place(pointer)
    : yaml.place(joinPointer(pointer, property), 'key');
}

/** Says what is wrong and how to correct it, for the keywords that our schemas use. */
function sentence(error: SchemaError, { asWritten = (text) => text }: Reading): string {
  const { keyword, pointer, property = '', schema } = error;
  const name = splitPointer(pointer).join('.');
  const where = name === '' ? 'the file' : name;
  if (keyword === 'required') return `${where} lacks ${property}.`;
  if (keyword === 'not') return `${where} has no place there: ${String(schema['description'])}`;
  if (keyword === 'additionalProperties') return unknownKey(property, name, Object.keys(schema['properties'] ?? {}));
  // The name may contain a secret, if the user wrote `Authorization: Bearer …` as one text.
  if (property !== '') return `what stands here ${String(schema['patternErrorMessage'])}.`;
  // A known failure needs a reason.
  if (error.value === '' && name.endsWith('reason')) return `${where} is empty; give the reason.`;
  if (error.value === '') return `${where} is empty; give a value, or remove the line where it is optional.`;
  const secret = schema['writeOnly'] === true || !expectsPlainValue(schema);
  const actual = describe(error.value, secret, asWritten);
  if (keyword === 'x-placeholders')
    return `${where} is still the placeholder of the example, ${actual}; put in a value that the service knows, or remove the line: what needs it is then skipped.`;
  if (keyword === 'pattern')
    return `${where} ${String(schema['patternErrorMessage'])}${secret ? '' : `, but it is ${actual}`}.`;
  return `${where} has to be ${expectation(schema, error.value)}, but it is ${actual}${quotesHint(schema, error.value)}.`;
}

/** Does the schema expect a plain value? Only then is the actual value quoted: elsewhere it may be a misplaced secret. */
function expectsPlainValue({
  enum: choices,
  type,
  pattern,
  'x-placeholders': placeholders,
}: SchemaError['schema']): boolean {
  return (
    Array.isArray(choices) ||
    pattern !== undefined ||
    placeholders !== undefined ||
    ['boolean', 'integer', 'number', 'string'].includes(String(type))
  );
}

/** Quotes a key only if it looks like a name: a user who forgot the name may have written a secret there. */
function quotableKey(word: string, known: readonly string[]): string {
  return nearest(word, known) !== undefined || /^[A-Za-z_-]{1,16}$/u.test(word)
    ? word
    : `of ${[...word].length} characters (not shown, for it may be a secret)`;
}

function unknownKey(key: string, name: string, known: readonly string[]): string {
  return `unknown key ${quotableKey(key, known)}${name === '' ? '' : ` in ${name}`}${hint(key, known)}. Known: ${known.join(', ')}.`;
}

/** The keywords that messages are made of. An example is shown as JSON, which is valid YAML. */
interface Described {
  readonly enum?: unknown;
  readonly type?: unknown;
  readonly properties?: object;
  readonly minimum?: unknown;
  readonly examples?: readonly unknown[];
}

function expectation(schema: SchemaError['schema'], value: unknown): string {
  const { enum: choices, type, properties, minimum, examples: [example] = [] } = schema as Described;
  if (Array.isArray(choices)) return `one of ${choices.join(', ')}${hint(String(value), choices.map(String))}`;
  if (type === 'object')
    return properties === undefined
      ? 'names with values'
      : `a mapping with ${Object.keys(properties).join(', ')}${example === undefined ? '' : `, such as ${JSON.stringify(example)}`}`;
  if (type === 'integer')
    return typeof minimum === 'number' ? `a whole number of at least ${minimum}` : 'a whole number';
  return TYPES[String(type)] ?? String(type);
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  number: 'a number',
};

function describe(value: unknown, secret: boolean, asWritten: (text: string) => string): string {
  if (value === null || value === undefined) return 'empty';
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'a mapping';
  if (secret || (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string'))
    return `a ${typeof value}`;
  if (typeof value !== 'string') return `the ${typeof value} ${value}`;
  const written = asWritten(value);
  return isQuotable(written) ? `the text ${JSON.stringify(written)}` : `a text of ${[...written].length} characters`;
}

/** Is the text safe to quote? Long texts, digits, unusual characters or long random words may be a misplaced secret. */
function isQuotable(text: string): boolean {
  const words = text.match(/[A-Za-z0-9]+/gu) ?? [];
  return (
    text.length <= 32 &&
    text.replaceAll(/\D/gu, '').length <= 2 &&
    /^[\w\s.,:/'"$-]*$/u.test(text) &&
    words.every((word) => word.length < 8 || /^[A-Z]?[a-z]{7,11}$/u.test(word))
  );
}

function quotesHint({ type }: SchemaError['schema'], value: unknown): string {
  return type === 'string' && (typeof value === 'number' || typeof value === 'boolean') ? '; put it in quotes' : '';
}
