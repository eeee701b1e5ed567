import { budgetSpent, type Tools } from '../src/check/index.ts';

/** Where requests are few, and those that were spent do not show the clause though more of them would: it is left to a greater depth. */
export function leaveToGreaterDepth({ thrifty }: Pick<Tools, 'thrifty'>, isShown: boolean): void {
  if (thrifty && !isShown) throw budgetSpent('skip');
}
