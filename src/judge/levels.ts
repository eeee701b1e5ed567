import type { Verdict } from '../check/verdict.ts';
import { isBroken } from '../check/verdict.ts';
import { matches } from '../contract/clause-id.ts';
import type { Clause } from '../contract/contract.ts';
import type { Level } from '../schema/schema.ts';
import type { Concluded } from './concluded.ts';

/** Levels by clause, as a user gives them: ids, or beginnings of ids that end in `*`. The last that fits counts. */
export type Levels = Readonly<Record<string, Level>>;

/** The result with its clause at the level that the user gave it, and the verdict that goes with that. */
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
