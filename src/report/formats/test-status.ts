import type { ClauseResult, Report } from '../model.ts';

/** How a test runner counts a clause, in the words of JUnit, CTRF and TAP. */
export type TestStatus = 'passed' | 'failed' | 'error' | 'skipped';

/**
 * One rule for every format, so that their numbers are equal. A SHOULD that is not met fails only if the run is strict or its
 * gate fails on SHOULD. An inconclusive MUST is an error, as the run is not green then. Everything else that was not tested
 * is skipped, and so is what is excused.
 */
export function testStatusOf(
  { verdict, level, excused }: Pick<ClauseResult, 'verdict' | 'level' | 'excused'>,
  report: Report,
): TestStatus {
  if (excused !== undefined && verdict !== 'pass') return 'skipped';
  if (verdict === 'warn') return report.run.strict || report.gate?.failOn === 'should' ? 'failed' : 'passed';
  if (verdict === 'inconclusive') return level === 'MUST' ? 'error' : 'skipped';
  return STATUSES[verdict];
}

const STATUSES = { pass: 'passed', fail: 'failed', skip: 'skipped', error: 'error' } as const;

/** The number of clauses by status, and the number of findings. */
export type Counts = Readonly<Record<TestStatus | 'tests' | 'findings', number>>;

export function countsOf(report: Report): Counts {
  const counts = { tests: 0, passed: 0, failed: 0, error: 0, skipped: 0, findings: report.findings.length };
  for (const clause of report.clauses) {
    counts.tests += 1;
    counts[testStatusOf(clause, report)] += 1;
  }
  return counts;
}
