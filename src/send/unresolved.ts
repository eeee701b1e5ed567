import { hasFailed, type Outcome } from '../http/exchange.ts';
import type { Manner } from './manner.ts';
import { type Trouble, whatOf } from './trouble-notes.ts';

/** So many callers whose server errors stayed, although the control was served, show that these are the service's own. */
const MIN_OWN_ERRORS = 2;

/** Trouble that stayed: it is not waited for again. */
export function createUnresolved() {
  const known = new Set<string>();
  let ownErrors = 0;
  const keyOf = (trouble: Trouble, first: Outcome, { caller }: Manner) => `${trouble} ${whatOf(first)} ${caller}`;
  /** The same for all refusals of these credentials with this status. */
  const endOf = (first: Outcome, { credentials }: Manner) => `${whatOf(first)} ${credentials}`;
  return {
    has(trouble: Trouble, first: Outcome, manner: Manner): boolean {
      if (known.has(keyOf(trouble, first, manner))) return true;
      if (trouble !== 'refusal') return false;
      return known.has(endOf(first, manner)) || (hasFailed(first) && ownErrors >= MIN_OWN_ERRORS);
    },
    add(
      trouble: Trouble,
      first: Outcome,
      manner: Manner,
      { isControlServed, waitedMs }: { readonly isControlServed: boolean; readonly waitedMs: number },
    ): void {
      if (trouble === 'refusal' && hasFailed(first) && isControlServed) ownErrors += 1;
      // The control was refused to the end: its credential has ended, and no other operation has to wait for it.
      const hasEnded = trouble === 'refusal' && waitedMs > 0 && !isControlServed;
      known.add(hasEnded ? endOf(first, manner) : keyOf(trouble, first, manner));
    },
  };
}
