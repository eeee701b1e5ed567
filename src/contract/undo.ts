import { mapMembers } from '../defined.ts';
import { atPointer } from '../schema/pointer.ts';
import { idText } from '../schema/traps.ts';
import type { OperationNode } from './document.ts';

/** How to remove what an operation creates. */
export type Undo = NonNullable<OperationNode['x-undo']>;

type PathValues = Readonly<Record<string, string>>;

const ASKED = '$path.';

/** How `x-undo` refers to a value in the path of the creating request. */
export function askedIn(name: string): string {
  return `${ASKED}${name}`;
}

/**
 * The path values of a created resource, from its answer or list entry, and from the path of the creating request. An unknown
 * value is ''.
 */
export function pathFrom(undo: Undo, body: unknown, requestPath: PathValues = {}): PathValues {
  const valueAt = (pointer: string) =>
    pointer.startsWith(ASKED) ? (requestPath[pointer.slice(ASKED.length)] ?? '') : idText(atPointer(body, pointer));
  return mapMembers(undo.path, valueAt);
}

/** Does the creating request choose the id, as a PUT does? Then all values for its removal are in its path. */
export function choosesId({ 'x-undo': undo }: Pick<OperationNode, 'x-undo'>): boolean {
  return undo !== undefined && ownId(undo) === undefined;
}

/** The path value that the answer contains, with its place there. */
export function ownId({ path }: Undo): { readonly name: string; readonly pointer: string } | undefined {
  const [own] = Object.entries(path).filter(([, pointer]) => !pointer.startsWith(ASKED));
  return own === undefined ? undefined : { name: own[0], pointer: own[1] };
}
