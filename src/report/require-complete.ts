import type { ClauseResult, Outcome, Report } from './model.ts';

/** The remedies of clauses that were skipped because the user did not give something. */
const TO_GIVE = /^(?:give (?:credentials|samples)\.|set allow\.)/u;

/** The clauses that want a permission, a credential or a sample. */
export function wanting(clauses: readonly ClauseResult[]): readonly ClauseResult[] {
  return clauses.filter(
    ({ verdict, remedy, excused }) =>
      verdict === 'skip' && excused === undefined && remedy !== undefined && TO_GIVE.test(remedy),
  );
}

/** Counts MUST clauses that want something from the user as not shown: a run that conforms so far is incomplete then. */
export function requireComplete(report: Report): Report {
  const missing = wanting(report.clauses).filter(({ level }) => level === 'MUST').length;
  if (![0, 5].includes(report.outcome.exitStatus) || missing === 0) return report;
  const outcome: Outcome = {
    verdict: 'incomplete',
    exitStatus: 3,
    sentence: `No violation was found, but ${missing} MUST ${missing === 1 ? 'clause wants' : 'clauses want'} a permission, a credential or a sample that was not given.`,
  };
  return { ...report, outcome };
}
