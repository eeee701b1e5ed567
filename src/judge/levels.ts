import type { Verdict } from '../check/verdict.ts';
import { isBroken } from '../check/verdict.ts';
import { matches } from '../contract/clause-id.ts';
import type { Clause } from '../contract/contract.ts';
import type { Level } from '../schema/schema.ts';
import type { Concluded } from './concluded.ts';

/** Levels that a user sets by clause id, or by the beginning of an id and `*`. The last match counts. */
export type Levels = Readonly<Record<string, Level>>;

/** The result with the clause's level as the user sets it, and its verdict adapted: `fail` for MUST, else `warn`. */
export function atLevel(result: Concluded, levels: Levels): Concluded {
  const level = levelOf(result.clause, levels);
  return level === result.clause.level
    ? result
    : { ...result, clause: { ...result.clause, level }, verdict: verdictAt(level, result.verdict) };
}

function levelOf({ id, level }: Clause, levels: Levels): Level {
  return Object.entries(levels).findLast(([pattern]) => matches(pattern, id))?.[1] ?? level;
}

function verdictAt(level: Level, verdict: Verdict): Verdict {
  return isBroken(verdict) ? { ...verdict, kind: level === 'MUST' ? 'fail' : 'warn' } : verdict;
}
