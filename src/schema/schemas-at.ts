import { isObject, splitPointer } from './pointer.ts';
import { follow } from './reference.ts';
import type { Schema, SchemaDocument } from './schema.ts';

/**
 * The schemas that a value at a JSON Pointer may have to fit, under any members of unions. A part of an `allOf` is not one by
 * itself. `*` in the pointer stands for any element of an array. Empty if the schema declares nothing there.
 */
export function schemasAt(document: SchemaDocument, schema: Schema | boolean, pointer: string): readonly Schema[] {
  return splitPointer(pointer).reduce<readonly Schema[]>(
    (schemas, segment) =>
      schemas.flatMap((one) => partsOf(document, one).flatMap((part) => children(document, part, segment))),
    membersOf(document, schema),
  );
}

/** The names of the properties that the schema, the members of its unions and the parts of its `allOf` declare. */
export function namesIn(document: SchemaDocument, schema: Schema | boolean): readonly string[] {
  return [...new Set(everyPart(document, schema).flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

/** The names of what such a schema has in answers alone (`x-read-only`). */
export function readOnlyNames(document: SchemaDocument, schema: Schema | boolean): readonly string[] {
  return [...new Set(everyPart(document, schema).flatMap((part) => part['x-read-only'] ?? []))];
}

/** The schema, the members of its unions, and the parts of their `allOf`. */
function everyPart(document: SchemaDocument, schema: Schema | boolean): readonly Schema[] {
  return membersOf(document, schema).flatMap((one) => partsOf(document, one));
}

/** The schema and the members of its unions, with references followed. */
function membersOf(document: SchemaDocument, node: Schema | boolean | undefined): readonly Schema[] {
  if (!isObject(node)) return [];
  const { target } = follow<Schema>(document, node, '');
  const members = [...(target.anyOf ?? []), ...(target.oneOf ?? [])];
  return [target, ...members.flatMap((member) => membersOf(document, member))];
}

/** The schema and the parts of its `allOf`, which every value also has to fit. */
function partsOf(document: SchemaDocument, schema: Schema): readonly Schema[] {
  const parts = (schema.allOf ?? []).flatMap((part) => membersOf(document, part));
  return [schema, ...parts.flatMap((part) => partsOf(document, part))];
}

function children(document: SchemaDocument, schema: Schema, segment: string): readonly Schema[] {
  const child = segment === '*' ? schema.items : schema.properties?.[segment];
  return membersOf(document, child);
}
