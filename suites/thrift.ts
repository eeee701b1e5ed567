import { NotShown, type Tools } from '../src/check/index.ts';

/** What a run says of a clause for which its depth has no request left. */
export const SPENT = 'the request budget of this depth is used up';

/** Where requests are few, and those that were spent do not show the clause though more of them would: it is left to a greater depth. */
export function leaveToGreaterDepth({ thrifty }: Pick<Tools, 'thrifty'>, isShown: boolean): void {
  if (thrifty && !isShown) throw new NotShown('skip', SPENT, 'run with a greater --depth');
}
