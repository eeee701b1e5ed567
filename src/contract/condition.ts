import { SpecError } from '../errors.ts';
import { isObject } from '../schema/pointer.ts';
import type { ResponseNode } from './document.ts';

/** A condition of the target in words, with a name if checks ask for it. */
export type Condition = { readonly name?: string; readonly means: string };

/** RFC 9110 section 15.5.10: a valid request may conflict with the current state, so a 409 reports a condition. */
export const IN_CONFLICT: Condition = { means: 'it conflicts with what is there' };

/** Reads `x-condition`. Throws a SpecError with its place. */
export function readCondition(node: ResponseNode['x-condition'], pointer: string): Condition | undefined {
  if (node === undefined) return undefined;
  if (typeof node === 'string') return { means: node };
  if (isObject(node) && typeof node.name === 'string' && typeof node.means === 'string') return node;
  throw new SpecError(`${pointer}: x-condition has to be words, or a mapping of name and means.`);
}
