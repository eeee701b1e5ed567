import { plural } from './console-text.ts';
import type { Finding } from './model.ts';

/**
 * The finding that explains more than any other, where one does; with it most is done. What only warns waits for what fails.
 * Of a single one nothing need be said.
 */
export function greatestOf(findings: readonly Finding[]): Finding | undefined {
  const counting = findings.filter(({ excused }) => excused === undefined);
  if (counting.length < 2) return undefined;
  const failing = counting.filter(({ verdict }) => verdict === 'fail');
  const open = failing.length > 0 ? failing : counting;
  if (open.length === 1) return open[0];
  const [first, second] = open.toSorted((a, b) => weightOf(b) - weightOf(a));
  return first === undefined || second === undefined || weightOf(first) === weightOf(second) ? undefined : first;
}

function weightOf({ clauses, hides }: Finding): number {
  return clauses.length + hides.length;
}

/** How much it explains, in words. */
export function reachOf({ clauses, hides }: Finding): string {
  const hidden = hides.length === 0 ? '' : `; ${hides.length} more could not be judged because of it`;
  return `It explains ${plural(clauses.length, 'clause')}${hidden}`;
}
