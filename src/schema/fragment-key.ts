import { atPointer, isObject } from './pointer.ts';

/**
 * A node of a document as a text, with everything that it refers to. If two readings give the same text, everything derived
 * from the node is the same under both.
 */
export function fragmentKey(document: unknown, node: unknown): string {
  const reached = new Map<string, string>();
  const textOf = (one: unknown): string => {
    const text = JSON.stringify(one) ?? '';
    if (text.includes('"$ref"')) for (const reference of referencesIn(one)) follow(reference);
    return text;
  };
  const follow = (reference: string): void => {
    if (reached.has(reference)) return;
    // Marked as reached first, because a schema may refer to itself.
    reached.set(reference, '');
    reached.set(reference, textOf(atPointer(document, reference.slice(1))));
  };
  return [textOf(node), ...[...reached].flat()].join('\n');
}

function referencesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  if (!isObject(node)) return [];
  const below = Object.values(node).flatMap(referencesIn);
  return typeof node['$ref'] === 'string' ? [node['$ref'], ...below] : below;
}
