import { createHash } from 'node:crypto';
import { uuidFrom } from '../../check/fresh-values.ts';
import { renderJson } from '../json.ts';
import type { Report } from '../model.ts';
import { type TestCase, testCases } from './case.ts';
import { countsOf } from './test-status.ts';

/** CTRF (Common Test Report Format): a test per clause. */
export function renderCtrf(report: Report): string {
  const { run } = report;
  const { findings, error, ...counts } = countsOf(report);
  const [start, stop] = [Date.parse(run.startedAt), Date.parse(run.finishedAt)];
  return renderJson({
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    reportId: reportId(report),
    timestamp: run.finishedAt,
    generatedBy: `${report.suite.name} ${report.suite.version}`,
    results: {
      tool: { name: report.suite.name, version: report.suite.version },
      summary: { ...counts, pending: 0, other: error, start, stop },
      tests: testCases(report).map(ctrfTest),
      extra: { findings, baseUrl: run.baseUrl, profile: run.profile.name, outcome: report.outcome },
    },
  });
}

function ctrfTest({ clause, suite, status, message, details }: TestCase): object {
  return {
    name: clause.id,
    status: status === 'error' ? 'other' : status,
    duration: 0,
    suite: [suite],
    tags: [clause.level],
    ...(message === '' ? {} : { message, trace: details }),
  };
}

/** A UUID that is always the same for the same run. */
function reportId({ run, document }: Report): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([run, document.sha256]))
    .digest('hex');
  return uuidFrom(hex);
}
