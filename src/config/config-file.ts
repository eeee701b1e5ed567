import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hint, nearest, UsageError } from '../errors.ts';
import { packageRoot } from '../package.ts';
import { atPointer, isObject, joinPointer, splitPointer } from '../schema/pointer.ts';
import type { Schema } from '../schema/schema.ts';
import { errorsUnder, type SchemaError } from '../schema/schema-errors.ts';
import { parseYaml, type YamlFile } from './yaml.ts';

/** A file of the user's that fits its schema. */
export interface ConfigFile<T> {
  readonly value: T;
  /** `file:line:column`, for what a schema cannot say: throw a UsageError that begins with it. */
  readonly place: YamlFile['place'];
}

/** How the text of a file is read before it is held against its schema. */
export interface Reading {
  /** Called for every text in the file; gives the text to use, or throws a UsageError. */
  readonly expand?: (text: string) => string;
  /** A text as the user wrote it, for error messages. */
  readonly asWritten?: (text: string) => string;
}

/** A schema of the package, by the name of its file in spec/schemas. */
export function configSchema(name: string): Schema {
  return schemaIn(schemaPath(name));
}

/** The schema in a file, with what it takes from the schemas of the package in it: `$ref: <name>.schema.json#/…`. */
export function schemaIn(path: string): Schema {
  return JSON.parse(readFileSync(path, 'utf8'), (_, node: unknown) => withNeighbour(node)) as Schema;
}

function withNeighbour(node: unknown): unknown {
  if (!isObject(node) || typeof node['$ref'] !== 'string') return node;
  const [, neighbour, place = ''] = /^([\w-]+)\.schema\.json#(\/.+)$/u.exec(node['$ref']) ?? [];
  if (neighbour === undefined) return node;
  const { $ref: _, ...annotations } = node;
  return { ...(atPointer(configSchema(neighbour), place) as Schema), ...annotations };
}

/** Where a schema stands, for the line that tells editors of it. */
export function schemaPath(name: string): string {
  return join(packageRoot(), 'spec', 'schemas', `${name}.schema.json`);
}

/**
 * Reads a text as YAML and holds it against a schema. Throws one UsageError that lists everything that is wrong, each
 * with its line and the remedy. The value of a node that the schema calls `writeOnly` is never quoted.
 */
export function readConfig<T>(text: string, file: string, schema: Schema, reading: Reading = {}): ConfigFile<T> {
  const yaml = parseYaml(text, file);
  const faults: { readonly place: string; readonly words: string }[] = [];
  const value = expanded(yaml.value, reading, (pointer, message) =>
    faults.push({ place: yaml.place(pointer), words: message }),
  );
  const errors = faults.length > 0 ? [] : foremost(errorsUnder(schema)(value));
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

/** The value with its texts as they are meant; `fault` hears of those that cannot be. */
function expanded(
  value: unknown,
  { expand = (text) => text }: Reading,
  fault: (pointer: string, message: string) => void,
): unknown {
  const read = (node: unknown, at: string): unknown => {
    if (Array.isArray(node)) return node.map((item, index) => read(item, joinPointer(at, index)));
    if (isObject(node))
      return Object.fromEntries(
        Object.entries(node).map(([name, child]) => [name, read(child, joinPointer(at, name))]),
      );
    if (typeof node !== 'string') return node;
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

/** The first complaint about each place: a value of a wrong type breaks more than one keyword. */
function foremost(errors: readonly SchemaError[]): readonly SchemaError[] {
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

/** What is wrong and what would be right, for the keywords that the schemas of our files use. */
function sentence(error: SchemaError, { asWritten = (text) => text }: Reading): string {
  const { keyword, pointer, property = '', schema } = error;
  const name = splitPointer(pointer).join('.');
  const where = name === '' ? 'the file' : name;
  if (keyword === 'required') return `${where} lacks ${property}.`;
  if (keyword === 'not') return `${where} has no place there: ${String(schema['description'])}`;
  if (keyword === 'additionalProperties') return unknownKey(property, name, Object.keys(schema['properties'] ?? {}));
  // Whoever writes `Authorization: Bearer …` as one text has a secret in the name.
  if (property !== '') return `what stands here ${String(schema['patternErrorMessage'])}.`;
  // Who lets a failure through has to say why.
  if (error.value === '' && name.endsWith('reason')) return `${where} is empty; give the reason.`;
  if (error.value === '') return `${where} is empty; give a value, or remove the line where it is optional.`;
  const secret = schema['writeOnly'] === true || !expectsWords(schema);
  const actual = describe(error.value, secret, asWritten);
  if (keyword === 'x-placeholders')
    return `${where} is still the placeholder of the example, ${actual}; put in a value that the service knows, or remove the line: what needs it is then skipped.`;
  if (keyword === 'pattern')
    return `${where} ${String(schema['patternErrorMessage'])}${secret ? '' : `, but it is ${actual}`}.`;
  return `${where} has to be ${expectation(schema, error.value)}, but it is ${actual}${quoting(schema, error.value)}.`;
}

/** Only what stands where a word, a number or a form of text belongs is quoted back: anything else may be a secret that is given in the wrong form. */
function expectsWords({
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

/** Whoever leaves out a name writes a secret in its place: what does not look like a name is not quoted. */
function speakable(word: string, known: readonly string[]): string {
  return nearest(word, known) !== undefined || /^[A-Za-z_-]{1,16}$/u.test(word)
    ? word
    : `of ${[...word].length} characters (not shown, for it may be a secret)`;
}

function unknownKey(key: string, name: string, known: readonly string[]): string {
  return `unknown key ${speakable(key, known)}${name === '' ? '' : ` in ${name}`}${hint(key, known)}. Known: ${known.join(', ')}.`;
}

/** What messages are made of; an example is JSON, which is YAML as well. */
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
  return isWordy(written) ? `the text ${JSON.stringify(written)}` : `a text of ${[...written].length} characters`;
}

/** Many digits, many characters, odd signs or long words that are none may be a secret that slipped into the wrong line. */
function isWordy(text: string): boolean {
  const words = text.match(/[A-Za-z0-9]+/gu) ?? [];
  return (
    text.length <= 32 &&
    text.replaceAll(/\D/gu, '').length <= 2 &&
    /^[\w\s.,:/'"$-]*$/u.test(text) &&
    words.every((word) => word.length < 8 || /^[A-Z]?[a-z]{7,11}$/u.test(word))
  );
}

function quoting({ type }: SchemaError['schema'], value: unknown): string {
  return type === 'string' && (typeof value === 'number' || typeof value === 'boolean') ? '; put it in quotes' : '';
}
