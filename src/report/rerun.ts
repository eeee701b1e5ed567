import { isBroken } from './facts.ts';
import type { Report } from './model.ts';

/**
 * The clauses of a run that a fix may change: what is broken, what shows it, what could not be judged, and, of an operation
 * with anything broken in it, what was not exercised. Undefined where nothing is broken.
 */
export function clausesToRerun({ clauses, findings }: Report): readonly string[] | undefined {
  if (findings.length === 0) return undefined;
  const cited = findings.flatMap((one) => [...one.clauses, ...one.hides, ...(one.shownBy ?? [])]);
  const broken = clauses.filter(isBroken);
  const hit = new Set(broken.map(({ operation }) => operation));
  const open = clauses.filter(
    ({ verdict, operation }) => verdict === 'inconclusive' || (verdict === 'skip' && hit.has(operation)),
  );
  return [...new Set([...cited, ...[...broken, ...open].map(({ id }) => id)])];
}
