import type { Contract } from '../contract/contract.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Operation } from '../contract/operations.ts';
import { keyAt } from '../contract/references.ts';
import { discriminated } from '../schema/discriminator.ts';
import { levelBelow } from '../schema/level.ts';
import { ELEMENTS, into, isPlainUnion, nullable, type Step, VALUES } from '../schema/locations.ts';
import { atPointer, isObject, joinPointer, splitPointer, withPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { listOfLength } from './beyond.ts';
import { type BodyCase, casesAtSpot, type Spot } from './input-case.ts';
import { keywordCases } from './keyword-cases.ts';
import { filledSampleOf, nonNullTypes, sampleOf } from './values.ts';

/** The cases of a body that the compiled schema confirms: it fits those to accept, and not those to refuse. */
export function casesOf(operation: Operation, contract: Contract, base: unknown): readonly BodyCase[] {
  const body = operation.requestBody;
  if (body === undefined) return [];
  const fits = contract.validators.compile(body.schema);
  // A value that was made up most likely names nothing.
  const isReference = ({ path }: BodyCase) =>
    path.some((_, at) => body.references?.has(keyAt(path.slice(0, at + 1))) === true);
  return bodyCases(contract.document, body.schema, base, body.pointer).filter((one) =>
    one.side === 'accepted' ? fits(one.body) && !isReference(one) : !fits(one.body),
  );
}

/** Has the body to be refused, and is it no `further` case? */
export function isBreak({ side, further }: BodyCase): boolean {
  return side === 'refused' && further !== true;
}

/** For each keyword of the schema: bodies at the bound (accepted), and bodies broken in that keyword only (refused). */
export function bodyCases(
  document: ContractDocument,
  schema: Schema,
  base: unknown,
  pointer: string,
): readonly BodyCase[] {
  return casesAt(document, schema, base, { place: [], written: '', at: '', pointer, level: 'MUST', required: true });
}

function casesAt(document: ContractDocument, node: Schema, base: unknown, outer: Spot): readonly BodyCase[] {
  const { target: schema, pointer } = follow<Schema>(document, node, outer.pointer);
  const spot: Spot = { ...outer, pointer, level: levelBelow(schema, outer.level) };
  const { keyword, members } = unionIn(schema);
  const member = nullable(members);
  return [
    ...keywordCases(withItems(document, schema), base, spot),
    ...childCases(document, schema, base, spot),
    ...(schema.allOf ?? []).flatMap((part, index) =>
      casesAt(document, part, base, { ...spot, pointer: joinPointer(pointer, 'allOf', index) }),
    ),
    ...(member === undefined
      ? []
      : casesAt(document, member, base, { ...spot, pointer: joinPointer(pointer, keyword, members.indexOf(member)) })),
    ...variantCases(document, schema, base, spot),
  ];
}

/** The schema with what its `items` refers to. */
function withItems(document: ContractDocument, schema: Schema): Schema {
  const { items } = schema;
  return isObject(items) ? { ...schema, items: follow<Schema>(document, items as Schema, '').target } : schema;
}

/** The union of a schema, without members if it has none. */
function unionIn({ anyOf, oneOf }: Schema): { readonly keyword: string; readonly members: readonly Schema[] } {
  return anyOf === undefined ? { keyword: 'oneOf', members: oneOf ?? [] } : { keyword: 'anyOf', members: anyOf };
}

/**
 * The cases of each object variant of a union. The value of such a case is the whole object, so that it shares a request with
 * breaks of other places, but not with breaks of another variant.
 */
function variantCases(document: ContractDocument, schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  const { anyOf: _anyOf, oneOf: _oneOf, examples: _examples, default: _default, ...beside } = schema;
  const { keyword, members } = unionIn(schema);
  if (!isPlainUnion(document, members)) return [];
  const { property = '', variants = [] } = discriminated(schema) ?? {};
  return members.flatMap((variant, index) => {
    const pointer = joinPointer(spot.pointer, keyword, index);
    const { target } = follow<Schema>(document, variant, pointer);
    if (nonNullTypes(target)[0] !== 'object') return [];
    const [name] = variants[index]?.values ?? [];
    const own = name === undefined ? {} : { [property]: name };
    const samples = [beside, target].map((part) => sampleOf(document, part)).filter(isObject);
    const whole = withPointer(base, spot.at, Object.assign({}, ...samples, own));
    return casesAt(document, variant, whole, { ...spot, pointer }).map((one) => ({
      ...one,
      at: spot.at,
      path: splitPointer(spot.at),
      value: atPointer(one.body, spot.at),
      right: atPointer(whole, spot.at),
    }));
  });
}

function childCases(document: ContractDocument, schema: Schema, base: unknown, spot: Spot): readonly BodyCase[] {
  const value = atPointer(base, spot.at);
  const missing = (schema.required ?? []).map((name) => missingCase(name, base, spot));
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => {
    if (!isObject(child)) return [];
    const below = { ...step(spot, name, name, 'properties', name), required: schema.required?.includes(name) === true };
    return casesAt(document, child as Schema, withValueAt(document, child as Schema, base, below.at), below);
  });
  const items =
    Array.isArray(value) && isObject(schema.items)
      ? itemCases(document, schema, schema.items as Schema, value, base, spot)
      : [];
  const key = isObject(value) ? Object.keys(value)[0] : undefined;
  const values =
    key === undefined || !isObject(schema.additionalProperties)
      ? []
      : casesAt(document, schema.additionalProperties as Schema, base, step(spot, VALUES, key, 'additionalProperties'));
  return [...missing, ...properties, ...items, ...values];
}

/**
 * Breaks the last element of a list, because some services check only the first. Breaking the first one is a further case.
 * The element of a list of one plain value is doubled, so that the last one is not the first. If elements have to differ, another
 * one is added, if one is known.
 */
function itemCases(
  document: ContractDocument,
  { maxItems = Number.POSITIVE_INFINITY, uniqueItems }: Schema,
  items: Schema,
  list: readonly unknown[],
  base: unknown,
  spot: Spot,
): readonly BodyCase[] {
  const casesIn = (index: number, body: unknown) =>
    casesAt(document, items, body, step(spot, ELEMENTS, String(index), 'items'));
  const first = casesIn(0, withValueAt(document, items, base, `${spot.at}/0`));
  const element = follow<Schema>(document, items, '').target;
  const second = uniqueItems === true ? listOfLength({ items: element, uniqueItems }, list, 2)[1] : list[0];
  const mayDouble = uniqueItems !== true || second !== list[0];
  const isDoubled = list.length === 1 && !isObject(list[0]) && maxItems > 1 && mayDouble;
  const body = isDoubled ? withPointer(base, spot.at, [...list, second]) : base;
  const last = isDoubled ? 1 : list.length - 1;
  if (last < 1) return first;
  return [
    ...casesIn(last, body).filter(isRefusal),
    ...first.map((one) => (isRefusal(one) ? { ...one, further: true, what: `${one.what}, in the first place` } : one)),
  ];
}

const isRefusal = ({ side }: BodyCase): boolean => side === 'refused';

function missingCase(name: string, base: unknown, spot: Spot): BodyCase {
  const at = joinPointer(spot.at, name);
  const missing = casesAtSpot({ ...spot, ...into(spot, name), at }, base)(
    'refused',
    'required',
    'is missing',
    undefined,
  );
  return { ...missing, pointer: joinPointer(spot.pointer, 'required', name) };
}

/** The base with a value at the place, so that places below it can be broken. */
function withValueAt(document: ContractDocument, schema: Schema, base: unknown, at: string): unknown {
  return atPointer(base, at) === undefined ? withPointer(base, at, filledSampleOf(document, schema)) : base;
}

function step(spot: Spot, place: Step, segment: string, ...pointer: readonly string[]): Spot {
  return {
    ...spot,
    ...into(spot, place),
    at: joinPointer(spot.at, segment),
    pointer: joinPointer(spot.pointer, ...pointer),
  };
}
