import { isCounted } from './facts.ts';
import type { ClauseResult, Outcome, Report } from './model.ts';
import { outcome } from './outcome.ts';

/** The remedies of clauses that were skipped because the user did not give something. */
const TO_GIVE = /^(?:give (?:credentials|samples)\.|set allow\.)/u;

/** The clauses that want a permission, a credential or a sample. */
export function wanting(clauses: readonly ClauseResult[]): readonly ClauseResult[] {
  return clauses.filter(
    (clause) => clause.verdict === 'skip' && isCounted(clause) && TO_GIVE.test(clause.remedy ?? ''),
  );
}

/** Where nothing of the target is at fault. */
const GREEN: readonly Outcome['verdict'][] = ['conforms', 'unexpected-pass'];

/** Counts MUST clauses that want something from the user as not shown: a run that conforms so far is incomplete then. */
export function requireComplete(report: Report): Report {
  const missing = wanting(report.clauses).filter(({ level }) => level === 'MUST').length;
  if (!GREEN.includes(report.outcome.verdict) || missing === 0) return report;
  const sentence = `No violation was found, but ${missing} MUST ${missing === 1 ? 'clause wants' : 'clauses want'} a permission, a credential or a sample that was not given.`;
  return { ...report, outcome: outcome('incomplete', sentence) };
}
