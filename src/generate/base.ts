import type { Contract } from '../contract/contract.ts';
import { operationOf } from '../contract/contract.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { atPointer, isObject, valuesAt } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { sampleOf } from './values.ts';

/** The names of example bodies that begin with `valid`, the base first. A plain operation without such names has all. */
export function validExamples(operation: Operation): readonly string[] {
  const names = Object.keys(operation.requestBody?.media.examples ?? {});
  const valid = names.filter((name) => name.startsWith('valid'));
  return valid.length > 0 || operation.plain !== true ? valid : names;
}

/** A valid JSON body: the named example, the first valid one, or a sample of the schema; undefined if none fits the schema. */
export function exampleBody(contract: Contract, operationId: string, name?: string): unknown {
  const { requestBody } = operationOf(contract, operationId);
  if (requestBody === undefined) return undefined;
  const fits = contract.validators.compile(requestBody.schema);
  return structuredClone(bodiesOf(contract, operationId, name).find((body) => fits(body)));
}

/** The same, or the first body if none fits: it still has places that can be broken. */
export function anyBody(contract: Contract, operationId: string): unknown {
  return exampleBody(contract, operationId) ?? structuredClone(bodiesOf(contract, operationId)[0]);
}

function bodiesOf(contract: Contract, operationId: string, name?: string): readonly unknown[] {
  const operation = operationOf(contract, operationId);
  const body = operation.requestBody;
  if (body === undefined) return [];
  const given = (name === undefined ? validExamples(operation) : [name]).map(
    (one) => body.media.examples?.[one]?.value,
  );
  const samples = [true, false].map((withExamples) => sampleOf(contract.document, body.schema, withExamples));
  return [...given, ...samples].filter((value) => value !== undefined);
}

/**
 * The body without its optional members, but with at least `minProperties` members (`usual` if the schema gives no number).
 * Members that the `properties` of its schema do not name stay.
 */
export function shortestBody(document: ContractDocument, given: Schema, body: unknown, usual = 0): unknown {
  const schema = follow<Schema>(document, given, '').target;
  const { properties = {}, required = [], minProperties = usual } = schema;
  if (!isObject(body)) return body;
  const isNeeded = ([name]: [string, unknown]) => required.includes(name) || properties[name] === undefined;
  const members = Object.entries(body);
  const needed = members.filter(isNeeded);
  const others = members.filter((member) => !isNeeded(member));
  return Object.fromEntries([...needed, ...others.slice(0, Math.max(0, minProperties - needed.length))]);
}

/** Replaces each `$samples.path` in a template with the user's sample; undefined if one is missing. */
export function fillTemplate(template: unknown, sample: (path: string) => unknown): unknown {
  const missing: string[] = [];
  const filled = fill(template, (path) => {
    const value = sample(path);
    if (value === undefined) missing.push(path);
    return value;
  });
  return missing.length === 0 ? filled : undefined;
}

export function templateSamples(template: unknown): readonly string[] {
  const paths = new Set<string>();
  fill(template, (path) => paths.add(path) && path);
  return [...paths];
}

/**
 * The values at a pointer into an answer that fit the parameter as they are sent, without empty ones. `*` in the pointer stands
 * for every element.
 */
export function candidatesFrom(
  contract: Contract,
  body: unknown,
  pointer: string,
  parameter: Pick<Parameter, 'schema'>,
  asSent: (id: string) => string = (id) => id,
): readonly string[] {
  const fits = contract.validators.compile(parameter.schema);
  return (
    valuesAt(body, pointer)
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .map((value) => (typeof value === 'string' ? asSent(value) : value))
      // A number is a text where it is sent, and a text of digits, such as the end of Location, may be a number.
      .filter((value) => fits(value) || fits(String(value)) || (/^\d+$/u.test(String(value)) && fits(Number(value))))
      .map(String)
      .filter((text) => text !== '')
  );
}

/** Is the list of the pointer empty, or left out of an object? */
export function isEmptyAt(body: unknown, pointer: string): boolean {
  const list = atPointer(body, pointer.slice(0, pointer.indexOf('/*')));
  return pointer.includes('/*') && (Array.isArray(list) ? list.length === 0 : list === undefined && isObject(body));
}

function fill(node: unknown, sample: (path: string) => unknown): unknown {
  if (typeof node === 'string') return node.startsWith('$samples.') ? sample(node.slice('$samples.'.length)) : node;
  if (Array.isArray(node)) return node.map((item) => fill(item, sample));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [String(fill(key, sample)), fill(value, sample)]),
  );
}
