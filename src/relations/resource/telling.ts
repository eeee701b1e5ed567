import { isDeepStrictEqual } from 'node:util';
import type { CheckContext } from '../../check/check.ts';
import { thingBodyOf } from '../../check/thing-body.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { isVersion } from '../../contract/precondition.ts';
import { isFreeText } from '../../contract/recognise/shape.ts';
import { listOfLength } from '../../generate/beyond.ts';
import { sampleOf } from '../../generate/values.ts';
import { isObject, joinPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import { type Schema } from '../../schema/schema.ts';
import { namesIn, schemasAt } from '../../schema/schemas-at.ts';
import { isEqual } from '../invariants/operators.ts';
import { type Body, type Resource } from './declaration.ts';

/** The valid body with each other member that the schema has, as small samples. */
export function fullBody({ contract }: CheckContext, { create, plain }: Resource): Body {
  const { schema = {} } = thingBodyOf(contract, create) ?? {};
  const fits = contract.validators.compile(schema);
  return namesIn(contract.document, schema).reduce<Body>((whole, name) => {
    const [own] = name in whole ? [] : schemasAt(contract.document, schema, joinPointer('', name));
    const longer =
      own === undefined || isVersion(name, own) ? whole : { ...whole, [name]: sampleOf(contract.document, own) };
    return fits(longer) ? longer : whole;
  }, plain);
}

/**
 * The full body with values that show what is lost, cut or replaced: no empty text or list, long texts where there is room, and
 * no default. A flag or listed value keeps its default, and roles and states stay: other values may not be for this caller.
 * `isBold`: also values that a service may not take.
 */
export function tellingBody(tools: CheckContext, resource: Resource, isBold = false): Body {
  const { contract } = tools;
  const fits = contract.validators.compile(thingBodyOf(contract, resource.create)?.schema ?? {});
  const full = fullBody(tools, resource);
  return Object.entries(full).reduce<Body>((whole, [name, value]) => {
    const found = tellingValues(tools, resource, [name, value], isBold).find((one) => fits({ ...whole, [name]: one }));
    return found === undefined ? whole : { ...whole, [name]: found };
  }, full);
}

/** Values for a member, the most telling first. */
function tellingValues(
  tools: CheckContext,
  resource: Resource,
  [name, value]: readonly [string, unknown],
  isBold: boolean,
): readonly unknown[] {
  const { document } = tools.contract;
  const { create, bodies, plain, marked } = resource;
  const { schema = {}, references, distinct } = thingBodyOf(tools.contract, create) ?? {};
  const place = joinPointer('', name);
  const [node] = schemasAt(document, schema, place);
  if (node === undefined || references?.has(name) === true || PRIVILEGED.test(name)) return [];
  const own = follow<Schema>(document, node, '').target;
  if (place === marked) return [markedAsLong(tools, own, value)];
  const isGiven = name in plain && value !== '' && value !== null;
  const made = isGiven
    ? [isChoice(own) ? undefined : bodies.at(-1)?.[name], value]
    : [withoutDefault(document, own), value];
  const filled = made.filter((one) => one !== undefined).map((one) => filledOf(document, own, one));
  const long = distinct?.has(place) === true ? [] : filled.map((one) => asLong(own, one, isGiven));
  const bold = isBold ? filled.flatMap((one) => boldValues(document, own, name, one)) : [];
  return [...bold, ...long.filter((one) => one !== undefined), ...filled];
}

/** Members that a service may ignore, as it sets them itself or lets only some callers set them. */
export const PRIVILEGED = /^(?:is)?_?(?:roles?|permissions?|scopes?|groups|owners?|status|state)$/iu;

/** Is it a flag or a listed value with a default? */
function isChoice({ default: usual, enum: values }: Schema): boolean {
  return typeof usual === 'boolean' || (usual !== undefined && values !== undefined);
}

/** A sample that is not the default. */
function withoutDefault(document: ContractDocument, own: Schema): unknown {
  const { default: usual, ...schema } = own;
  if (isChoice(own)) return undefined;
  const made = sampleOf(document, schema);
  if (usual === undefined || isEqual([made, usual], {}) !== true) return made;
  return typeof usual === 'number' ? usual + (schema.multipleOf ?? 1) : undefined;
}

/** A list with one element. Any other value as it is. */
function filledOf(document: ContractDocument, { items }: Schema, value: unknown): unknown {
  const isEmpty = Array.isArray(value) && value.length === 0 && isObject(items);
  return isEmpty ? [sampleOf(document, follow<Schema>(document, items as Schema, '').target)] : value;
}

/** A list that is cut after three elements shows it if it has this many. */
const MANY = 4;

/** What a service may not take: a list with more elements, and a number with a fraction, which is lost if it is rounded. */
function boldValues(
  document: ContractDocument,
  { items, ...own }: Schema,
  name: string,
  value: unknown,
): readonly unknown[] {
  if (Number.isInteger(value) && [own.type].flat().includes('number') && own.multipleOf === undefined)
    return [Number(value) + 0.5, Number(value) - 0.5];
  if (!Array.isArray(value) || !isObject(items) || NAMING.test(name)) return [];
  const element = follow<Schema>(document, items as Schema, '').target;
  const length = Math.max(value.length, Math.min(MANY, own.maxItems ?? MANY));
  const list = listOfLength({ ...own, items: element }, value, length).map((one, index) =>
    index < value.length ? one : withNumber(document, element, one, index),
  );
  return [list.filter((one, index) => list.findIndex((other) => isDeepStrictEqual(other, one)) === index)];
}

/** Names of members that name something which the service may have to know. */
const NAMING = /(?:ids?|codes?|skus?|refs?|references?|keys?|urls?|emails?|users?|members?)$/iu;

/** An object with a number after its first free text, unless it names something. Any other value as it is. */
function withNumber(document: ContractDocument, schema: Schema, value: unknown, index: number): unknown {
  if (!isObject(value) || Object.keys(value).some((one) => NAMING.test(one))) return value;
  const isFree = (one: string) => schemasAt(document, schema, joinPointer('', one)).some(isFreeText);
  const [name, text] = Object.entries(value).find(([one, own]) => typeof own === 'string' && isFree(one)) ?? [];
  return name === undefined ? value : { ...value, [name]: `${String(text)} ${index}` };
}

/** A text that is cut at a small limit, such as 32 or 50 characters, shows it if it has this many. */
const LONG = 60;

/** The same, as 64 or 100 characters, where the document gives room for more. */
const LONGER = 128;

/**
 * The text repeated, so that it remains as it is if a service trims it, or changes it to lower or upper case. Only words, and if
 * the document gives the text only within its `maxLength`: it may say more than the schema, as `EUR` does.
 */
function asLong({ pattern, format, maxLength, enum: values }: Schema, text: unknown, isGiven: boolean): unknown {
  const isFree = [pattern, format, values].every((one) => one === undefined);
  const most = Math.min(LONGER, maxLength ?? (isGiven ? 0 : LONG));
  if (typeof text !== 'string' || !isFree || !WORDS.test(text)) return undefined;
  const between = text.includes(' ') ? ' ' : '-';
  const times = Math.floor((most + 1) / (text.length + 1));
  return times < 2 ? undefined : Array.from({ length: times }, () => text).join(between);
}

const WORDS = /^(?=.*\p{Lowercase_Letter})\p{Letter}[\p{Letter} '-]{2,}\p{Letter}$/u;

/** More digits than `$number` becomes. */
const DIGITS = 14;

function markedAsLong({ mark }: CheckContext, { maxLength = 0 }: Schema, value: unknown): unknown {
  const room = Math.min(LONGER, maxLength) - mark.length - DIGITS;
  const more = '-and-so-on'.repeat(Math.max(0, Math.floor(room / '-and-so-on'.length)));
  return typeof value === 'string' && value.endsWith('$number') ? value + more : value;
}
