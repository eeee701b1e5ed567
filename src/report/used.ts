import { getOrMake } from '../memoize.ts';
import type { Suite } from '../rules/suite.ts';
import { exchangesOf, type RunRecord } from '../send/journal.ts';
import type { Steps } from '../turns.ts';

/** What the exchanges of a run were used for. */
export interface Used {
  /** The clauses whose checks sent an exchange or used its answer, by its number. */
  readonly clauses: ReadonlyMap<number, ReadonlySet<string>>;
  /** How many answers a clause was judged on. */
  readonly answers: ReadonlyMap<string, number>;
}

/** Finds the clauses that the exchanges of a run were used for. */
export function* usedIn({ exchanges, acts }: RunRecord, { judgeAnswer }: Suite): Steps<Used> {
  const clauses = new Map<number, Set<string>>();
  for (const act of acts)
    for (const { seq } of exchangesOf(act)) getOrMake(clauses, seq, () => new Set()).add(act.clause);
  const answers = new Map<string, number>();
  for (const exchange of exchanges) {
    yield;
    const judged = judgeAnswer(exchange).flatMap(({ clause, behind }) => (behind === undefined ? [clause] : []));
    for (const clause of new Set([...judged, ...(clauses.get(exchange.seq) ?? [])]))
      answers.set(clause, (answers.get(clause) ?? 0) + 1);
  }
  return { clauses, answers };
}
