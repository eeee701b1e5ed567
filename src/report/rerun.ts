import { isBroken } from './facts.ts';
import type { Report } from './model.ts';

/**
 * The clauses of a run that a fix may change: those that are broken, show a fault or could not be judged, and the skipped ones
 * of an operation with a broken clause. Undefined if nothing is broken.
 */
export function clausesToRerun({ clauses, findings }: Report): readonly string[] | undefined {
  if (findings.length === 0) return undefined;
  const cited = findings.flatMap((one) => [...one.clauses, ...one.hides, ...(one.shownBy ?? [])]);
  const broken = clauses.filter(isBroken);
  const affected = new Set(broken.map(({ operation }) => operation));
  const untested = clauses.filter(
    ({ verdict, operation }) => verdict === 'inconclusive' || (verdict === 'skip' && affected.has(operation)),
  );
  return [...new Set([...cited, ...[...broken, ...untested].map(({ id }) => id)])];
}
