import { expect } from 'vitest';
import { type Benign, serve } from '../../fixtures/benign/index.ts';
import type { ReferenceOptions } from '../../fixtures/reference/index.ts';
import type { Depth, Target } from '../../src/check/target.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import type { RunRecord } from '../../src/send/journal.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

// One moment for all runs, so that two of them differ by the variant alone.
const NOON = Date.UTC(2026, 7, 1, 12);
const clock = () => NOON;

export interface Trial {
  readonly report: Report;
  readonly record: RunRecord;
}

/** Runs the suite against the reference service with these variants on. */
export async function tryOut(
  variants: readonly Benign[],
  run: {
    readonly declared?: Choices;
    readonly only?: readonly string[];
    readonly options?: ReferenceOptions;
    readonly depth?: Depth;
    readonly budget?: number;
  } = {},
): Promise<Trial> {
  const { fetch, reference, samples } = serve(variants, { now: clock, ...run.options });
  const { apiKey, bearer, session } = reference.credentials;
  const target: Target = {
    baseUrl: 'http://reference.local',
    credentials: {
      apiKey: { headers: { 'X-API-Key': apiKey } },
      bearer: { headers: { Authorization: `Bearer ${bearer}` } },
      session: { headers: { Cookie: session } },
    },
    samples,
    allow: { writes: true, chat: true, exhaustRateLimit: false },
    headers: {},
  };
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    target,
    profile: { name: 'benign', branches: run.declared ?? {} },
    transport: fetchTransport(fetch),
    suiteUnder,
    now: clock,
    only: run.only ?? [],
    depth: run.depth ?? 'standard',
    budget: run.budget ?? 10_000,
    maxWaitMs: 0,
  });
  return { record, report: buildReport(record, conclusion) };
}

/** Every false alarm of a run, in one line each. */
export function falseAlarms({ clauses }: Report): readonly string[] {
  return clauses
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'error')
    .map(
      ({ id, verdict, reason, violations: [first] }) =>
        `${verdict} ${id}: ${first === undefined ? (reason ?? '') : `expected ${first.expected}, got ${first.actual} ${first.at ?? ''}`}`,
    );
}

/** Nothing complained of, and something shown. */
export function expectQuiet({ report }: Trial): void {
  expect(falseAlarms(report)).toEqual([]);
  expect(report.findings).toEqual([]);
  expect(report.clauses.some(({ verdict }) => verdict === 'pass')).toBe(true);
  expect(report.outcome.exitStatus).toSatisfy((status: number) => status === 0 || status === 3);
}

/** What came back, to tell whether a variant shows at all. */
export function answersOf({ record }: Trial): string {
  return record.exchanges
    .map(({ request, outcome }) =>
      JSON.stringify([
        request.method,
        request.target,
        outcome.kind === 'response' ? [outcome.status, outcome.headers, outcome.body.text] : outcome.reason,
      ]),
    )
    .join('\n');
}
