import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * A parameter with the schema that its schema, or that of its elements, refers to beside annotations alone: one with a description
 * or a default of its own, as many generators write each enumeration.
 */
export function withSchemaInPlace(document: Node, given: unknown): unknown {
  const { target } = follow<Node>(document, given, '');
  const schema = inPlace(document, target['schema']);
  const { items } = isObject(schema) ? schema : {};
  const elements = inPlace(document, items);
  const whole = elements === items ? schema : { ...(schema as Node), items: elements };
  return whole === target['schema'] ? given : { ...target, schema: whole };
}

function inPlace(document: Node, schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { $ref, allOf, ...beside } = schema;
  const isNamed = $ref !== undefined && Object.keys(beside).length > 0;
  const [one, ...others] = isNamed ? [{ $ref }, ...[allOf ?? []].flat()] : [allOf ?? []].flat();
  const isAnnotated = Object.keys(beside).every((keyword) => ANNOTATIONS.has(keyword));
  if (!isObject(one) || others.length > 0 || !isAnnotated) return schema;
  return { ...follow<Node>(document, one, '').target, ...beside };
}

const ANNOTATIONS: ReadonlySet<string> = new Set(
  'title description default examples deprecated readOnly writeOnly'.split(' '),
);
