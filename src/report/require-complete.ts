import { isCounted } from './facts.ts';
import type { ClauseResult, Outcome, Report } from './model.ts';
import { outcome } from './outcome.ts';

/** Remedies that ask the user to give something. */
const ASKS_USER = /^(?:give (?:credentials|samples)\.|set allow\.)/u;

/** The clauses that were skipped because a permission, a credential or a sample was not given. */
export function wanting(clauses: readonly ClauseResult[]): readonly ClauseResult[] {
  return clauses.filter(
    (clause) => clause.verdict === 'skip' && isCounted(clause) && ASKS_USER.test(clause.remedy ?? ''),
  );
}

/** The verdicts without a fault of the target. */
const FAULTLESS: readonly Outcome['verdict'][] = ['conforms', 'unexpected-pass'];

/** Makes a run without a fault incomplete if MUST clauses were skipped because the user did not give something. */
export function requireComplete(report: Report): Report {
  const missing = wanting(report.clauses).filter(({ level }) => level === 'MUST').length;
  if (!FAULTLESS.includes(report.outcome.verdict) || missing === 0) return report;
  const sentence = `No violation was found, but ${missing} MUST ${missing === 1 ? 'clause wants' : 'clauses want'} a permission, a credential or a sample that was not given.`;
  return { ...report, outcome: outcome('incomplete', sentence) };
}
