import { SpecError } from '../errors.ts';
import { atPointer } from './pointer.ts';
import type { SchemaDocument } from './schema.ts';

/** Follows a local `$ref`. Returns its target, and the pointer to it. */
export function follow<T>(
  document: SchemaDocument,
  node: unknown,
  pointer: string,
): { readonly target: T; readonly pointer: string } {
  const reference = (node as { $ref?: string }).$ref;
  if (reference === undefined) return { target: node as T, pointer };
  const target = atPointer(document, decodeURIComponent(reference.slice(1)));
  if (target === undefined) throw new SpecError(`${pointer}: $ref ${reference} leads nowhere.`);
  return follow<T>(document, target, decodeURIComponent(reference.slice(1)));
}
