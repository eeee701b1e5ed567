import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * A parameter of the style `deepObject` as the parameters that requests have of it, such as `filter[price][gte]` (OpenAPI 3.1,
 * Style Values). OpenAPI does not define lists in it, so they are left out. It stays whole if one of its members has to be given.
 */
export function membersOfDeepObject(document: Node, given: unknown): readonly unknown[] {
  const { target } = follow<Node>(document, given, '');
  if (target['style'] !== 'deepObject') return [given];
  const schema = follow<Node>(document, target['schema'], '').target;
  const { properties, required = [], type } = schema;
  const hasRequired = target['required'] === true || (required as readonly string[]).length > 0;
  if ([type].flat().includes('array')) return [];
  if (!isObject(properties) || hasRequired) return [given];
  const { example, examples: _, ...shared } = target;
  return Object.entries(properties).flatMap(([key, member]) => {
    const value = isObject(example) ? example[key] : undefined;
    const name = `${String(target['name'])}[${key}]`;
    return membersOfDeepObject(document, {
      ...shared,
      name,
      schema: member,
      ...(value === undefined ? {} : { example: value }),
    });
  });
}
