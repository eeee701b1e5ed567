import { atPointer } from '../schema/pointer.ts';
import { idText } from '../schema/traps.ts';
import type { OperationNode } from './document.ts';

/** How what an operation creates is taken back. */
export type Undo = NonNullable<OperationNode['x-undo']>;

type PathValues = Readonly<Record<string, string>>;

const ASKED = '$path.';

/** A value of the path under which something was created, as `x-undo` refers to it. */
export function askedIn(name: string): string {
  return `${ASKED}${name}`;
}

/**
 * The path values of what was created, from its answer or from an entry of a list, and from the path under which it was
 * created; empty where one is not told.
 */
export function pathFrom(undo: Undo, body: unknown, asked: PathValues = {}): PathValues {
  const valueAt = (pointer: string) =>
    pointer.startsWith(ASKED) ? (asked[pointer.slice(ASKED.length)] ?? '') : idText(atPointer(body, pointer));
  return Object.fromEntries(Object.entries(undo.path).map(([name, pointer]) => [name, valueAt(pointer)]));
}

/** The one path value that the answer tells, with its place there. */
export function ownId({ path }: Undo): { readonly name: string; readonly pointer: string } | undefined {
  const [own] = Object.entries(path).filter(([, pointer]) => !pointer.startsWith(ASKED));
  return own === undefined ? undefined : { name: own[0], pointer: own[1] };
}
