import { beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { requireComplete, wanting } from '../../src/report/require-complete.ts';
import { runSuite } from '../../src/run/run.ts';
import { faultsOfReport as faults } from '../support/report-schema.ts';
import { nastyReport } from './sample.ts';

let report: Report;
beforeAll(async () => {
  const service = createReference();
  const { record, conclusion } = await runSuite({
    loaded: await loadDocument(),
    checks: [],
    target: { ...embeddedTarget(service, 'http://reference.local'), credentials: {} },
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(service.fetch),
    only: ['papers', 'getUsage'],
  });
  report = buildReport(record, conclusion);
});

describe('report.schema.json', () => {
  test('describes the report of a run', () => expect(faults(report)).toEqual([]));
  test('describes a report with everything in it', () => expect(faults(nastyReport)).toEqual([]));
  test('refuses what is no report', () => {
    expect(faults({ ...nastyReport, version: 1 })).not.toEqual([]);
    expect(faults({ ...nastyReport, more: 1 })).not.toEqual([]);
    expect(faults({ ...nastyReport, findings: [{}] })).not.toEqual([]);
  });
});

describe('requireComplete', () => {
  test('makes a run that wants a credential incomplete, and tells how many clauses', () => {
    expect(report.outcome.exitStatus).toBe(0);
    const count = wanting(report.clauses).filter(({ level }) => level === 'MUST').length;
    expect(count).toBeGreaterThan(0);
    expect(requireComplete(report).outcome).toEqual({
      verdict: 'incomplete',
      exitStatus: 3,
      sentence: expect.stringContaining(`${count} MUST clauses want`) as string,
    });
  });

  test('leaves a worse outcome alone', () => {
    expect(requireComplete(nastyReport)).toBe(nastyReport);
  });
});
