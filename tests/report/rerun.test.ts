import { describe, expect, test } from 'vitest';
import type { ClauseResult, Finding, Report } from '../../src/report/model.ts';
import { clausesToRerun } from '../../src/report/rerun.ts';
import { nastyReport } from './sample.ts';

const clause = (id: string, verdict: ClauseResult['verdict']): ClauseResult => ({
  id,
  verdict,
  operation: id.split('/')[0] ?? '',
  level: 'MUST',
  origin: 'stated',
  text: '',
  section: '',
  violations: [],
});

const [first] = nastyReport.findings;
const finding = (clauses: readonly string[], more: Partial<Finding> = {}): Finding => ({
  ...(first as Finding),
  clauses,
  hides: [],
  shownBy: [],
  ...more,
});

const report = (clauses: readonly ClauseResult[], findings: readonly Finding[]): Report => ({
  ...nastyReport,
  clauses,
  findings,
});

describe('what a fix may change', () => {
  test('is what is broken, what shows it, what could not be judged, and what is open in the same operations', () => {
    const clauses = [
      clause('a/broken', 'fail'),
      clause('a/shown', 'pass'),
      clause('a/unseen', 'skip'),
      clause('b/open', 'inconclusive'),
      clause('b/unseen', 'skip'),
      clause('c/brings', 'pass'),
      clause('d/unseen', 'skip'),
    ];
    const ids = clausesToRerun(report(clauses, [finding(['a/broken'], { shownBy: ['c/brings'] })]));
    expect([...(ids ?? [])].sort()).toEqual(['a/broken', 'a/unseen', 'b/open', 'c/brings']);
  });

  test('is nothing where nothing is broken', () => {
    expect(clausesToRerun(report([clause('a/open', 'inconclusive')], []))).toBeUndefined();
  });
});
