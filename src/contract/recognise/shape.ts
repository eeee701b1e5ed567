import { defined } from '../../defined.ts';
import { nullable } from '../../schema/locations.ts';
import { isObject, joinPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import type { ContractDocument, OperationNode, ParameterNode, ResponseNode } from '../document.ts';
import { jsonTypeOf } from '../statuses.ts';
import { detailOf } from './proposal.ts';
import { type Success, successIn, successSchema } from './success.ts';

/** The members of an object by name, including those of its `allOf`, with references followed. */
export type Members = ReadonlyMap<string, Schema>;

export function membersOf(document: ContractDocument, schema: Schema | undefined): Members {
  if (schema === undefined) return new Map();
  const { allOf = [], properties = {} } = schema;
  const inherited = allOf.flatMap((part) => [...membersOf(document, follow<Schema>(document, part, '').target)]);
  // Of several forms, only the members that each of them has.
  const [first = new Map(), ...forms] = formsOf(document, schema);
  const common = [...first].filter(([name]) => forms.every((one) => one.has(name)));
  const own = Object.entries(properties).flatMap(([name, member]): readonly (readonly [string, Schema])[] =>
    isObject(member) ? [[name, withParts(document, follow<Schema>(document, member, '').target)]] : [],
  );
  return new Map([...common, ...inherited, ...own]);
}

/** The members of each form of a union, in `oneOf` or `anyOf`. */
export function formsOf(document: ContractDocument, { oneOf = [], anyOf = [] }: Schema): readonly Members[] {
  return [...oneOf, ...anyOf].map((part) => membersOf(document, follow<Schema>(document, part, '').target));
}

/**
 * Merges a single `allOf` part into the schema, as normalising makes one of a reference with keywords beside it, and the one part
 * of a union with null; and follows the reference of elements.
 */
function withParts(document: ContractDocument, schema: Schema): Schema {
  const followed = (part: Schema) => follow<Schema>(document, part, '').target;
  const orNull = nullable(schema.anyOf ?? schema.oneOf ?? []);
  const parts = [...(schema.allOf ?? []), ...(orNull === undefined ? [] : [orNull])].map((part) =>
    withParts(document, followed(part)),
  );
  const whole = parts.length === 1 ? { ...parts[0], ...schema } : schema;
  return isObject(whole.items) ? { ...whole, items: followed(whole.items) } : whole;
}

/** The types that a schema allows, without `null` and `object`. */
export function typesOf({ type, enum: values }: Schema): readonly string[] {
  const named = type === undefined ? (values ?? []).map((value) => typeof value) : [type].flat();
  return [...new Set(named)].filter((one) => one !== 'null' && one !== 'object');
}

export function haveSameTypes(sent: Schema = {}, shown: Schema = {}): boolean {
  return typesOf(sent).length > 0 && typesOf(sent).join() === typesOf(shown).join();
}

export function isText(schema: Schema): boolean {
  return typesOf(schema).join() === 'string';
}

export function isNumber(schema: Schema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && types.every((type) => type === 'integer' || type === 'number');
}

export function isDate({ format }: Schema): boolean {
  return format === 'date' || format === 'date-time';
}

export function isFlag(schema: Schema): boolean {
  return typesOf(schema).join() === 'boolean';
}

/** Is it a number, or a text that holds a number? */
export function isNumeric(schema: Schema): boolean {
  return isNumber(schema) || schema['x-decimal'] === true;
}

/** Is it a text without a format, a pattern or listed values? */
export function isFreeText(schema: Schema): boolean {
  const { format, enum: values, const: only, pattern, 'x-decimal': decimal } = schema;
  return isText(schema) && [format, values, only, pattern, decimal].every((one) => one === undefined);
}

/** Is it a text or a number, as ids are? */
export function isId(schema: Schema = {}): boolean {
  return ['string', 'integer', 'number'].includes(typesOf(schema).join());
}

/** Is it the name of an id: `id`, `tripId`, `trip_id`, `trip-id`, `uuid`? */
export function isIdName(name: string): boolean {
  return /(?:^|\W|_)id$|Id$|ID$|^uuid$/u.test(name);
}

/** A name in lower case, with only letters and digits: `per_page`, `perPage` and `per-page` are the same. */
export function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z\d]/gu, '').toLowerCase();
}

/** The schema of the first 2xx response, if it is JSON. */
export function answerOf(document: ContractDocument, node: OperationNode): Schema | undefined {
  const schema = successSchema(document, node);
  return schema === undefined ? undefined : follow<Schema>(document, schema, '').target;
}

/** The names of the headers that the first 2xx response declares. */
export function headersOf(document: ContractDocument, node: OperationNode): readonly string[] {
  return Object.keys(successIn(document, node).headers ?? {});
}

/** Does the 201 declare the header Location? */
export function hasLocation(document: ContractDocument, { responses }: OperationNode): boolean {
  const { headers = {} } = follow<Success>(document, responses['201'] ?? {}, '').target;
  return Object.keys(headers).some((name) => name.toLowerCase() === 'location');
}

/** The schema of the request body, if it is JSON. */
export function bodyOf(document: ContractDocument, { requestBody }: OperationNode): Schema | undefined {
  if (requestBody === undefined) return undefined;
  const { content } = follow<typeof requestBody>(document, requestBody, '').target;
  const schema = content[jsonTypeOf(content) ?? '']?.schema;
  return schema === undefined ? undefined : follow<Schema>(document, schema, '').target;
}

export function parametersOf(document: ContractDocument, { parameters = [] }: OperationNode): readonly ParameterNode[] {
  return parameters.map((given) => follow<ParameterNode>(document, given, '').target);
}

export function descriptionOf(document: ContractDocument, { responses }: OperationNode, key: string): string {
  return follow<Partial<ResponseNode>>(document, responses[key] ?? {}, '').target.description ?? '';
}

export function sentencesIn(text: string): readonly string[] {
  return text.split(/(?<=[.;])\s/u);
}

export function queryOf(document: ContractDocument, node: OperationNode): readonly ParameterNode[] {
  return parametersOf(document, node)
    .filter((one) => one.in === 'query')
    .map((one) => ({ ...one, schema: withParts(document, follow<Schema>(document, one.schema, '').target) }));
}

/** A list of objects with an id. */
export interface List {
  /** The place of the list in the answer. */
  readonly at: string;
  readonly members: Members;
  readonly id: string;
  /** The numbers, flags and texts beside it, by place, two levels deep. */
  readonly numbers: ReadonlyMap<string, Schema>;
  readonly flags: ReadonlyMap<string, Schema>;
  readonly texts: ReadonlyMap<string, Schema>;
  /** The header with the total, and the one with the link to the next page. */
  readonly totalHeader?: { readonly header: string };
  readonly linkHeader?: { readonly header: string };
}

/**
 * The only list of objects with an id in the answer, two levels deep. Undefined if there are none or several; what JSON:API
 * includes beside a list does not count.
 */
export function listOf(document: ContractDocument, path: string, node: OperationNode): List | undefined {
  const answer = answerOf(document, node);
  if (answer === undefined) return undefined;
  const places = placesIn(document, answer);
  const lists = objectListsIn(document, answer).flatMap(({ at, members }) => {
    const id = idIn(members, idBelow(document, path, at));
    return id === undefined ? [] : [{ at, members, id }];
  });
  const [list, ...others] = lists;
  if (list === undefined || others.some(({ at }) => at !== '/included')) return undefined;
  const headers = headersOf(document, node);
  const named = (name: RegExp) => headers.filter((one) => name.test(plainName(one))).map((header) => ({ header }))[0];
  return {
    ...list,
    numbers: new Map([...places].filter(([, schema]) => isNumber(schema))),
    flags: new Map([...places].filter(([, schema]) => isFlag(schema))),
    texts: new Map([...places].filter(([, schema]) => isText(schema))),
    ...defined({ totalHeader: named(/^x?(?:total|totalcount|itemscount)$/u), linkHeader: named(/^link$/u) }),
  };
}

/** The id in the path of one item. Undefined if GET of that path lists too: `/fields/{collection}` lists some of `/fields`. */
function idBelow(document: ContractDocument, path: string, at: string): string | undefined {
  const detail = detailOf(document, path);
  const get = detail && document.paths[detail.path]?.['get'];
  const answer = get && answerOf(document, get);
  const listsAgain = answer !== undefined && objectListsIn(document, answer).some((one) => one.at === at);
  return listsAgain ? undefined : detail?.id;
}

/** All lists in an answer, two levels deep, each with its place and the members of its items. */
export function objectListsIn(document: ContractDocument, answer: Schema): readonly Pick<List, 'at' | 'members'>[] {
  return [...placesIn(document, answer)].flatMap(([at, { items }]) =>
    isObject(items) ? [{ at, members: membersOfItem(document, follow<Schema>(document, items, '').target) }] : [],
  );
}

/** The members of an item, and those of its `attributes`, where JSON:API has what an item shows. */
function membersOfItem(document: ContractDocument, item: Schema): Members {
  const own = membersOf(document, item);
  const shown = [...membersOf(document, own.get('attributes'))];
  return new Map([...own, ...shown.map(([name, schema]) => [`attributes/${name}`, schema] as const)]);
}

/** The name of a member, without the object that it is in. */
export function nameOf(member: string): string {
  return member.slice(member.lastIndexOf('/') + 1);
}

/** The only member with this name, or else with a suffix for a time: `created` finds `createdAt`. */
export function memberCalled(name: string, members: Members): string | undefined {
  const called = (wanted: RegExp) => [...members.keys()].filter((one) => wanted.test(plainName(nameOf(one))));
  if (name === '') return undefined;
  const exact = called(new RegExp(`^${name}$`, 'u'));
  const [only, ...more] = exact.length > 0 ? exact : called(new RegExp(`^${name}(?:at|on|date|time|year)$`, 'u'));
  return more.length > 0 ? undefined : only;
}

function placesIn(document: ContractDocument, answer: Schema): ReadonlyMap<string, Schema> {
  const below = (at: string, schema: Schema) =>
    [...membersOf(document, schema)].map(([name, member]) => [joinPointer(at, name), member] as const);
  const first = below('', answer);
  return new Map([['', answer] as const, ...first, ...first.flatMap(([at, schema]) => below(at, schema))]);
}

/**
 * The member that identifies an item: named as the id in its path, else `id`, `uuid`, or the `name` or address that a service
 * gives it.
 */
export function idIn(members: Members, parameter = 'id'): string | undefined {
  const found = [...new Set([parameter, 'id', 'uuid'])].find((name) => {
    const schema = members.get(name);
    return schema !== undefined && ['', 'string', 'integer', 'number'].includes(typesOf(schema).join());
  });
  const { name } = Object.fromEntries(members);
  return found ?? (name?.readOnly === true && isText(name) ? 'name' : addressIn(members));
}

/** The member in which an item shows its own address, which only the service sets: `@id` of JSON-LD, `url` of hyperlinked APIs. */
export function addressIn(members: Members): string | undefined {
  return ['@id', 'url', 'uri', 'href', 'self'].find((name) => {
    const schema = members.get(name);
    return schema?.readOnly === true && isText(schema);
  });
}
