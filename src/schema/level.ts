import { follow } from './reference.ts';
import type { Level, Schema, SchemaDocument } from './schema.ts';

/** The level of everything at and below a node: its `x-level` if that is a single level, else the outer one. */
export function levelBelow(schema: Schema, outer: Level): Level {
  const own = schema['x-level'];
  return typeof own === 'string' ? own : outer;
}

/** The level of one keyword of a node: `x-level: { minimum: SHOULD }` applies only to that keyword. */
export function levelOf(schema: Schema, keyword: string, outer: Level): Level {
  const own = schema['x-level'];
  return typeof own === 'object' ? (own[keyword] ?? outer) : levelBelow(schema, outer);
}

/** The level at which a property is required. The property itself declares it: `x-level: { required: SHOULD }`. */
export function levelOfPresence(document: SchemaDocument, schema: Schema, name: string, outer: Level): Level {
  const property = schema.properties?.[name];
  if (typeof property !== 'object') return outer;
  const marks = [property, follow<Schema>(document, property, '').target].map((node) => node['x-level']);
  const mark = marks.find((level) => typeof level === 'object' && level['required'] !== undefined);
  return typeof mark === 'object' ? (mark['required'] ?? outer) : outer;
}
