import { mapBelow } from '../defined.ts';
import { atPointer, isObject, joinPointer } from '../schema/pointer.ts';

type Node = Readonly<Record<string, unknown>>;

/** Ends recursion: a `$ref` to a schema that contains it becomes the empty schema. `cut` counts these places. */
export function withoutRecursion(document: Node): { readonly document: Node; readonly cut: number } {
  const done = new Set<string>();
  const cut = new Set<string>();
  const visit = (node: unknown, pointer: string, ancestors: readonly string[]): void => {
    if (Array.isArray(node)) node.forEach((one, index) => visit(one, joinPointer(pointer, index), ancestors));
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node))
      if (!VALUE_KEYWORDS.has(key)) visit(value, joinPointer(pointer, key), ancestors);
    if (typeof node['$ref'] !== 'string') return;
    const target = decodeURIComponent(node['$ref'].slice(1));
    if ([...ancestors, pointer].some((one) => `${one}/`.startsWith(`${target}/`))) cut.add(pointer);
    else if (!done.has(target)) {
      visit(atPointer(document, target), target, [...ancestors, pointer]);
      done.add(target);
    }
  };
  visit(document['paths'], '/paths', []);
  visit(document['components'], '/components', []);
  return { document: cut.size === 0 ? document : (withEmptyAt(document, '', cut) as Node), cut: cut.size };
}

/** Keywords that hold values, not schemas. */
export const VALUE_KEYWORDS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

function withEmptyAt(node: unknown, pointer: string, cut: ReadonlySet<string>): unknown {
  if (cut.has(pointer)) return {};
  return mapBelow(node, (value, key) => withEmptyAt(value, joinPointer(pointer, key), cut));
}
