import type { Fault, Field } from '../../fixtures/field/field.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Finding } from '../../src/report/model.ts';
import { type RunResult, runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import type { Bench } from '../matrix/trial.ts';

/** What came of running the suite against a field. */
export interface FieldTrial {
  readonly missed: readonly Fault[];
  /** Findings that name none of its faults: misnamed, or false. */
  readonly surplus: readonly Finding[];
  readonly findings: readonly Finding[];
  readonly requests: number;
  /** How many clauses are broken. */
  readonly broken: number;
}

export async function tryField(bench: Bench, field: Field): Promise<FieldTrial> {
  return fieldTrialOf(field, await runField(bench, field));
}

export function runField({ loaded, suiteUnder }: Bench, field: Field): Promise<RunResult> {
  const { fetch, target } = field.serve();
  return runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    target,
    profile: { name: 'field', branches: field.declared ?? {} },
    transport: fetchTransport(fetch),
    // Nothing here passes by waiting.
    maxWaitMs: 0,
  });
}

export function fieldTrialOf(
  field: Field,
  { record, conclusion }: Pick<RunResult, 'record' | 'conclusion'>,
): FieldTrial {
  const { findings, run, clauses } = buildReport(record, conclusion);
  return {
    missed: field.faults.filter(({ named }) => !findings.some(({ id }) => named.some((one) => matches(id, one)))),
    surplus: findings.filter(({ id }) => !field.faults.some(({ named }) => named.some((one) => matches(id, one)))),
    findings,
    requests: run.requests,
    broken: clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').length,
  };
}

/** A `*` stands for anything. */
function matches(id: string, pattern: string): boolean {
  const [head = '', ...tail] = pattern.split('*');
  const end = tail.at(-1) ?? '';
  return tail.length === 0
    ? id === pattern
    : id.startsWith(head) && id.endsWith(end) && id.length >= head.length + end.length;
}
