import { isObject, splitPointer } from './pointer.ts';
import { follow } from './reference.ts';
import type { Schema, SchemaDocument } from './schema.ts';

/**
 * The schemas that a value at a JSON Pointer may keep to, whichever members of unions they stand in: a part of an `allOf`
 * by itself is none. `*` in the pointer stands for any element of an array. Empty where the schema declares nothing there.
 */
export function schemasAt(document: SchemaDocument, schema: Schema | boolean, pointer: string): readonly Schema[] {
  return splitPointer(pointer).reduce<readonly Schema[]>(
    (schemas, segment) =>
      schemas.flatMap((one) => partsOf(document, one).flatMap((part) => children(document, part, segment))),
    membersOf(document, schema),
  );
}

/** The names of the members that an object may have, as the schema and the members of its unions name them. */
export function namesIn(document: SchemaDocument, schema: Schema | boolean): readonly string[] {
  const parts = membersOf(document, schema).flatMap((one) => partsOf(document, one));
  return [...new Set(parts.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

/** The schema and the members of its unions, with references followed. */
function membersOf(document: SchemaDocument, node: Schema | boolean | undefined): readonly Schema[] {
  if (!isObject(node)) return [];
  const { target } = follow<Schema>(document, node, '');
  const members = [...(target.anyOf ?? []), ...(target.oneOf ?? [])];
  return [target, ...members.flatMap((member) => membersOf(document, member))];
}

/** The schema, and what every value of it has to keep to besides. */
function partsOf(document: SchemaDocument, schema: Schema): readonly Schema[] {
  const parts = (schema.allOf ?? []).flatMap((part) => membersOf(document, part));
  return [schema, ...parts.flatMap((part) => partsOf(document, part))];
}

function children(document: SchemaDocument, schema: Schema, segment: string): readonly Schema[] {
  const child = segment === '*' ? schema.items : schema.properties?.[segment];
  return membersOf(document, child);
}
