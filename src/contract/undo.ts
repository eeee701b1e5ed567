import { atPointer } from '../schema/pointer.ts';
import { idText } from '../schema/traps.ts';
import type { OperationNode } from './document.ts';

/** How what an operation creates is taken back. */
export type Undo = NonNullable<OperationNode['x-undo']>;

/** The path values of what was created, from its answer or from an entry of a list; empty where one is not told. */
export function pathFrom(undo: Undo, body: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(undo.path).map(([name, pointer]) => [name, idText(atPointer(body, pointer))]),
  );
}
