import { plural } from '../nouns.ts';
import { isCounted } from './facts.ts';
import type { Finding } from './model.ts';

/**
 * The finding that explains more than any other: fix it first. If any finding fails, those that only warn are ignored, and if
 * any of these is about security, so is the first. Undefined for fewer than two findings, or for a tie.
 */
export function greatestOf(findings: readonly Finding[]): Finding | undefined {
  const counted = findings.filter(isCounted).toSorted((a, b) => weightOf(b) - weightOf(a));
  if (counted.length < 2) return undefined;
  const failing = counted.filter(({ verdict }) => verdict === 'fail');
  const security = failing.find(({ gravity }) => gravity === 'security');
  if (security !== undefined) return security;
  const [first, second] = failing.length > 0 ? failing : counted;
  return first === undefined || (second !== undefined && weightOf(first) === weightOf(second)) ? undefined : first;
}

function weightOf({ clauses, hides }: Finding): number {
  return clauses.length + hides.length;
}

/** How much it explains, in words. */
export function reachOf({ clauses, hides }: Finding): string {
  const hidden = hides.length === 0 ? '' : `; ${hides.length} more could not be judged because of it`;
  return `It explains ${plural(clauses.length, 'clause')}${hidden}`;
}
