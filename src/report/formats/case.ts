import { ownerOf } from '../../contract/clause-id.ts';
import { findingText } from '../console-findings.ts';
import { clipped } from '../escape.ts';
import type { ClauseResult, Finding, Report } from '../model.ts';
import { type Standing, standingOf } from './standing.ts';

/** One clause as a test runner shows it. */
export interface TestCase {
  readonly clause: ClauseResult;
  /** The operation, or the first part of the id where a clause is about the whole service. */
  readonly suite: string;
  readonly standing: Standing;
  /** One line: why it failed, or why it was not shown. */
  readonly message: string;
  /** All that is known, in plain lines. */
  readonly details: string;
}

const LONG = 300;

/** Every clause of a report, each once, those of one operation together. */
export function testCases(report: Report): readonly TestCase[] {
  const byId = new Map(report.findings.map((finding) => [finding.id, finding]));
  return report.clauses.map((clause) => {
    const cause = byId.get(clause.finding ?? '');
    return {
      clause,
      suite: clause.operation ?? ownerOf(clause.id),
      standing: standingOf(clause, report),
      message: clipped(messageOf(clause), LONG),
      details: detailsOf(clause, cause),
    };
  });
}

/** Test cases by suite, in the order in which they first appear. */
export function bySuite(cases: readonly TestCase[]): ReadonlyMap<string, readonly TestCase[]> {
  const suites = new Map<string, TestCase[]>();
  for (const one of cases) {
    const suite = suites.get(one.suite);
    if (suite === undefined) suites.set(one.suite, [one]);
    else suite.push(one);
  }
  return suites;
}

function messageOf({ verdict, violations: [first], reason, remedy, finding, id, excused }: ClauseResult): string {
  if (verdict === 'pass') return '';
  if (excused !== undefined) return excused;
  if (verdict === 'fail' || verdict === 'warn')
    return `expected ${first?.expected ?? ''}; actual ${first?.actual ?? ''}${finding === undefined || finding === id ? '' : ` (cause: ${finding})`}`;
  return `${reason ?? 'not shown'}${remedy === undefined ? '' : ` -> ${remedy}`}`;
}

function detailsOf(clause: ClauseResult, cause: Finding | undefined): string {
  if (clause.verdict !== 'fail' && clause.verdict !== 'warn') return messageOf(clause);
  if (cause === undefined) return `${clause.text}\n${messageOf(clause)}`;
  if (cause.clause === clause.id) return findingText(cause);
  return `${clause.text}\n${messageOf(clause)}\nIts cause is reported under ${cause.clause}: ${cause.title}`;
}
