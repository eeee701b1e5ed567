import { isBroken } from '../check/verdict.ts';
import { matches } from '../contract/clause-id.ts';
import type { Level } from '../schema/schema.ts';
import type { Concluded } from './concluded.ts';

/** Levels that a user sets by clause id, or by the beginning of an id and `*`. The last match counts. */
export type Levels = Readonly<Record<string, Level>>;

/** The result with the clause's level as the user sets it, and its verdict adapted: `fail` for MUST, else `warn`. */
export function atLevel(result: Concluded, levels: Levels): Concluded {
  const { clause, verdict } = result;
  const [, level] = Object.entries(levels).findLast(([pattern]) => matches(pattern, clause.id)) ?? [];
  if (level === undefined || level === clause.level) return result;
  const kind = level === 'MUST' ? 'fail' : 'warn';
  return { ...result, clause: { ...clause, level }, verdict: isBroken(verdict) ? { ...verdict, kind } : verdict };
}
