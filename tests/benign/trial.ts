import { expect } from 'vitest';
import { type Benign, type Served, serve } from '../../fixtures/benign/index.ts';
import type { Branches } from '../../fixtures/reference/index.ts';
import type { Depth, Target } from '../../src/check/target.ts';
import type { Choices } from '../../src/contract/resolve.ts';
import type { WireRequest } from '../../src/http/exchange.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import { runSuite } from '../../src/run/run.ts';
import type { RunRecord } from '../../src/send/journal.ts';
import { allChecks } from '../../suites/index.ts';
import { loaded } from '../support/contract.ts';
import { suiteUnder } from '../support/whole-suite.ts';

// One moment for all runs, so that two of them differ by the variant alone.
const NOON = Date.UTC(2026, 7, 1, 12, 0, 0, 789);
const clock = () => NOON;

export interface Trial {
  readonly report: Report;
  readonly record: RunRecord;
  /** What was sent, with its credentials, in the order of sending. */
  readonly sent: readonly WireRequest[];
}

/** The service that a trial runs against, and what else a run is made with. */
export interface Setting {
  readonly declared?: Choices;
  readonly only?: readonly string[];
  readonly branches?: Partial<Branches>;
  readonly depth?: Depth;
  readonly budget?: number;
}

/** Makes a service anew that has these variants; its state is its own. */
export function serviceOf(variants: readonly Benign[], { branches = {} }: Setting): Served {
  return serve(variants, { now: clock, branches });
}

/** Runs the suite against the reference service with these variants on. */
export async function tryOut(variants: readonly Benign[], setting: Setting = {}): Promise<Trial> {
  const { fetch, reference, samples } = serviceOf(variants, setting);
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
  const sent: WireRequest[] = [];
  const transport = fetchTransport(fetch);
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    target,
    profile: { name: 'benign', branches: setting.declared ?? {} },
    transport: (request, signal) => {
      sent.push(request);
      return transport(request, signal);
    },
    suiteUnder,
    now: clock,
    only: setting.only ?? [],
    depth: setting.depth ?? 'standard',
    budget: setting.budget ?? 10_000,
    maxWaitMs: 0,
  });
  return { record, report: buildReport(record, conclusion), sent };
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
export function expectQuiet({ report }: Trial, by = ''): void {
  expect(falseAlarms(report), by).toEqual([]);
  expect(report.findings, by).toEqual([]);
  expect(report.clauses.some(({ verdict }) => verdict === 'pass')).toBe(true);
  expect(report.outcome.exitStatus).toSatisfy((status: number) => status === 0 || status === 3);
}

export function isQuiet({ report }: Trial): boolean {
  return falseAlarms(report).length === 0 && report.findings.length === 0;
}
