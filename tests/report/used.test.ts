import { beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import { harOf } from '../../src/report/formats/har.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import type { RunRecord } from '../../src/send/journal.ts';
import { allChecks } from '../../suites/index.ts';

let record: RunRecord;
let report: Report;
beforeAll(async () => {
  const service = createReference();
  const run = await runSuite({
    loaded: await loadDocument(),
    checks: allChecks,
    target: embeddedTarget(service, 'http://reference.local'),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(service.fetch),
    only: ['getUsage', 'getPaperDetail'],
  });
  record = run.record;
  report = buildReport(record, run.conclusion);
});

const clauseOf = (id: string) => report.clauses.find((clause) => clause.id === id);

describe('what the exchanges of a run were used for', () => {
  test('every exchange is in the report, with the clauses whose checks used it', () => {
    expect(report.exchanges.map(({ seq }) => seq)).toEqual(record.exchanges.map(({ seq }) => seq));
    const users = report.exchanges.filter(({ clauses }) => clauses?.includes('getUsage/period-defaults-to-day'));
    expect(users.length).toBeGreaterThan(0);
    expect(new Set(users.map(({ operation }) => operation))).toEqual(new Set(['getUsage']));
  });

  test('a clause of all answers counts those that it was judged on, one that was not tested none', () => {
    const successes = record.exchanges.filter(
      ({ operation, outcome }) => operation === 'getUsage' && outcome.kind === 'response' && outcome.status === 200,
    );
    expect(clauseOf('getUsage/200/type')?.answers).toBe(successes.length);
    const untested = report.clauses.filter(({ reason }) => reason?.startsWith('cannot be tested from outside'));
    expect(untested.map(({ answers }) => answers).filter((answers) => answers !== undefined)).toEqual([]);
  });

  test('the answers for a branch are counted by operation', () => {
    for (const { branches } of report.readings)
      for (const { answers, byOperation = {} } of branches)
        expect(Object.values(byOperation).reduce((sum, count) => sum + count, 0)).toBe(answers);
    expect(report.readings.flatMap(({ branches }) => branches).some(({ answers }) => answers > 0)).toBe(true);
  });

  test('each has the time at which it was sent, and the HAR has it too', () => {
    expect(report.exchanges.filter(({ sentAt }) => !Number.isInteger(sentAt))).toEqual([]);
    const { entries } = harOf(report, report.exchanges).log;
    expect(entries.map(({ startedDateTime }) => Date.parse(startedDateTime))).toEqual(
      report.exchanges.map(({ sentAt }) => sentAt),
    );
  });
});
