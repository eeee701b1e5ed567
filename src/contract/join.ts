import { mapMembers } from '../defined.ts';
import { hint, SpecError } from '../errors.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import { SERVICE } from './clause-id.ts';

/** A part of the contract in a separate file beside the OpenAPI document. */
export interface Companion {
  readonly file: string;
  readonly content: unknown;
}

/**
 * Joins companions into the OpenAPI document. A companion is a partial document, with two short forms:
 * `operations` (operationId → what joins the operation) and `clauses` (operationId or `service` → slug → clause).
 * Joining adds and never replaces. If a value exists already, a SpecError names the file and the place.
 */
export function joinCompanions(document: object, companions: readonly Companion[]): object {
  return companions.reduce((joined, companion) => joinOne(joined, companion), document);
}

function joinOne(document: object, { file, content }: Companion): object {
  if (!isObject(content)) throw new SpecError(`${file}: expected a mapping, a part of the contract document.`);
  const { operations = {}, clauses = {}, ...rest } = content;
  const places = placesOf(document);
  const parts = [
    rest,
    ...membersOf(file, 'operations', operations).map(([id, part]) => nestedAt(placeOf(places, id, file), part)),
    ...membersOf(file, 'clauses', clauses).map(([owner, slugs]) =>
      nestedAt(owner === SERVICE ? [] : placeOf(places, owner, file), { 'x-clauses': slugs }),
    ),
  ];
  return parts.reduce<object>((joined, part) => merge(joined, part, { file, pointer: '' }) as object, document);
}

function membersOf(file: string, key: string, node: unknown): readonly (readonly [string, unknown])[] {
  if (!isObject(node)) throw new SpecError(`${file}: ${key} has to be a mapping from operation ids.`);
  return Object.entries(node);
}

type Place = readonly [path: string, method: string];

function placesOf(document: object): ReadonlyMap<string, Place> {
  const paths = (document as { readonly paths?: unknown }).paths;
  const found = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([method, node]): [string, Place][] => {
      const id = isObject(node) ? node['operationId'] : undefined;
      return typeof id === 'string' ? [[id, [path, method]]] : [];
    }),
  );
  return new Map(found);
}

function placeOf(places: ReadonlyMap<string, Place>, id: string, file: string): readonly string[] {
  const place = places.get(id);
  if (place === undefined)
    throw new SpecError(`${file}: the document has no operation ${id}${hint(id, [...places.keys()])}.`);
  return ['paths', ...place];
}

function nestedAt(place: readonly string[], part: unknown): unknown {
  return place.reduceRight<unknown>((inner, key) => ({ [key]: inner }), part);
}

interface Spot {
  readonly file: string;
  readonly pointer: string;
}

/** Merges mappings member by member, and a mapping into a list by the names of its items. */
function merge(into: unknown, part: unknown, spot: Spot): unknown {
  if (into === undefined) return part;
  if (Array.isArray(into) && isObject(part)) return mergeByName(into, part, spot);
  if (!isObject(into) || !isObject(part))
    throw new SpecError(`${spot.file}: ${spot.pointer} stands in the document already; state it in one place.`);
  return { ...into, ...mapMembers(part, (value, key) => merge(into[key], value, below(spot, key))) };
}

function mergeByName(list: readonly unknown[], part: Readonly<Record<string, unknown>>, spot: Spot): unknown {
  const names = list.map((item) => (isObject(item) ? item['name'] : undefined));
  const unknown = Object.keys(part).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new SpecError(
      `${spot.file}: ${spot.pointer} has no ${unknown}${hint(
        unknown,
        names.filter((name) => typeof name === 'string'),
      )}.`,
    );
  return list.map((item, index) => merge(item, part[String(names[index])] ?? {}, below(spot, String(names[index]))));
}

function below({ file, pointer }: Spot, key: string): Spot {
  return { file, pointer: joinPointer(pointer, key) };
}
