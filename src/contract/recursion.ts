import { atPointer, isObject, joinPointer } from '../schema/pointer.ts';

type Node = Readonly<Record<string, unknown>>;

/** The document with schemas that end: where one comes back to itself, anything may stand. And how often that was. */
export function withoutRecursion(document: Node): { readonly document: Node; readonly cut: number } {
  const done = new Set<string>();
  const cut = new Set<string>();
  const visit = (node: unknown, pointer: string, within: readonly string[]): void => {
    if (Array.isArray(node)) node.forEach((one, index) => visit(one, joinPointer(pointer, index), within));
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node))
      if (!VALUES.has(key)) visit(value, joinPointer(pointer, key), within);
    if (typeof node['$ref'] !== 'string') return;
    const target = decodeURIComponent(node['$ref'].slice(1));
    if ([...within, pointer].some((one) => `${one}/`.startsWith(`${target}/`))) cut.add(pointer);
    else if (!done.has(target)) {
      visit(atPointer(document, target), target, [...within, pointer]);
      done.add(target);
    }
  };
  visit(document['paths'], '/paths', []);
  visit(document['components'], '/components', []);
  return { document: cut.size === 0 ? document : (without(document, '', cut) as Node), cut: cut.size };
}

const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

function without(node: unknown, pointer: string, cut: ReadonlySet<string>): unknown {
  if (cut.has(pointer)) return {};
  if (Array.isArray(node)) return node.map((one, index) => without(one, joinPointer(pointer, index), cut));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, without(value, joinPointer(pointer, key), cut)]),
  );
}
