import { ownerOf } from '../../contract/clause-id.ts';
import { findingText } from '../console-findings.ts';
import { clipped } from '../escape.ts';
import { isBroken, withRemedy } from '../facts.ts';
import type { ClauseResult, Finding, Report } from '../model.ts';
import { type TestStatus, testStatusOf } from './test-status.ts';

/** One clause as a test runner shows it. */
export interface TestCase {
  readonly clause: ClauseResult;
  /** The operation, or the first part of the id if the clause is about the whole service. */
  readonly suite: string;
  readonly status: TestStatus;
  /** One line: why it failed, or why it was not tested. */
  readonly message: string;
  /** Everything that is known, as plain text. */
  readonly details: string;
}

const MAX_MESSAGE = 300;

/** Every clause of a report as a test case, in the order of the report. */
export function testCases(report: Report): readonly TestCase[] {
  const byId = new Map(report.findings.map((finding) => [finding.id, finding]));
  return report.clauses.map((clause) => {
    const cause = byId.get(clause.finding ?? '');
    return {
      clause,
      suite: clause.operation ?? ownerOf(clause.id),
      status: testStatusOf(clause, report),
      message: clipped(messageOf(clause), MAX_MESSAGE),
      details: detailsOf(clause, cause),
    };
  });
}

function messageOf(clause: ClauseResult): string {
  const { verdict, violations, reason, remedy, finding, id, excused } = clause;
  const [first] = violations;
  if (verdict === 'pass') return '';
  if (excused !== undefined) return excused;
  if (isBroken(clause))
    return `expected ${first?.expected ?? ''}; actual ${first?.actual ?? ''}${finding === undefined || finding === id ? '' : ` (cause: ${finding})`}`;
  return withRemedy(reason ?? 'not tested', remedy);
}

function detailsOf(clause: ClauseResult, cause: Finding | undefined): string {
  if (!isBroken(clause)) return messageOf(clause);
  if (cause === undefined) return `${clause.text}\n${messageOf(clause)}`;
  if (cause.clause === clause.id) return findingText(cause);
  return `${clause.text}\n${messageOf(clause)}\nIts cause is reported under ${cause.clause}: ${cause.title}`;
}
