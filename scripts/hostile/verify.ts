import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Hostile } from '../../fixtures/hostile/index.ts';
import { packageRoot } from '../../src/package.ts';
import type { Ended } from './child.ts';

/**
 * What every run has to keep to, whatever the target is like. The seconds are its own: what it computed and what it waited for
 * beside the targets' work, not what other processes took from it. What has not ended within an hour hangs: even a crowded machine gives it as much by then.
 */
export const LIMITS = { heapMb: 300, peakMb: 400, ownSeconds: 60, hangsAfterSeconds: 3600 } as const;

const isReport = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(join(packageRoot(), 'src/report/report.schema.json'), 'utf8')) as object,
);

/** In which ways a run against a hostile target went wrong; none where all is well. */
export function faultsOf(hostile: Hostile, ended: Ended): readonly string[] {
  const { status, cpuSeconds = 0, idleSeconds = 0, peakMb, report, reportText, err } = ended;
  const ownSeconds = cpuSeconds + idleSeconds;
  return [
    ...(status === undefined ? [`it did not end by itself: ${err.slice(-300)}`] : []),
    ...(status === undefined || hostile.exits.includes(status) ? [] : [`exit status ${status}: ${err.slice(-300)}`]),
    ...(ownSeconds > LIMITS.ownSeconds ? [`it took ${ownSeconds.toFixed(0)} s of its own`] : []),
    ...((peakMb ?? 0) > LIMITS.peakMb ? [`it took ${peakMb?.toFixed(0)} MB`] : []),
    ...faultsOfReport(ended),
    ...faultsOfJournal(ended),
    ...(hostile.says?.test(reportText) === false ? [`the report does not say ${hostile.says.source}`] : []),
    ...(hostile.never?.test(reportText) === true ? [`the report says ${hostile.never.source}`] : []),
    ...(report !== undefined && report.outcome.exitStatus !== status ? ['the report tells of another status'] : []),
  ];
}

function faultsOfReport({ report, status }: Ended): readonly string[] {
  if (status === 2) return [];
  if (report === undefined) return ['there is no report'];
  if (!isReport(report)) return [`the report does not keep to its schema: ${JSON.stringify(isReport.errors?.[0])}`];
  const passed = report.clauses.some(({ verdict }) => verdict === 'pass');
  return report.outcome.verdict === 'conforms' && !passed ? ['it conforms, and nothing was shown'] : [];
}

interface Line {
  readonly type: string;
  readonly exchange?: { readonly attempts?: number };
}

function faultsOfJournal({ journal, report, status }: Ended): readonly string[] {
  if (status === 2) return [];
  try {
    const lines = journal.split('\n').filter((line) => line !== '');
    const events = lines.map((line) => JSON.parse(line) as Line);
    const sent = events.reduce((sum, { exchange }) => sum + (exchange === undefined ? 0 : (exchange.attempts ?? 1)), 0);
    if (events[0]?.type !== 'run' || events.at(-1)?.type !== 'end') return ['the journal is not whole'];
    return sent === report?.run.requests
      ? []
      : [`the journal has ${sent} requests, the report ${report?.run.requests}`];
  } catch {
    return ['the journal cannot be read'];
  }
}
