import { embeddedTarget } from '../../../fixtures/reference/as-target.ts';
import { createReference } from '../../../fixtures/reference/index.ts';
import { exchangesIn } from '../../check/check.ts';
import type { Depth, Samples, Target } from '../../check/target.ts';
import type { Verdict } from '../../check/verdict.ts';
import type { LoadedDocument } from '../../contract/load.ts';
import { defined } from '../../defined.ts';
import { groupBy } from '../../groups.ts';
import { fetchTransport } from '../../http/in-process.ts';
import type { Conclusion } from '../../judge/conclude.ts';
import { plural, table } from '../../report/console-text.ts';
import { visible } from '../../report/escape.ts';
import type { RunOptions } from '../../run/options.ts';
import { runSuite } from '../../run/run.ts';
import { isObject } from '../../schema/pointer.ts';
import type { RunRecord } from '../../send/journal.ts';

/** The run that is tried dry. */
export type DryRunOptions = Omit<RunOptions, 'depth' | 'transport'> & { readonly depth: Depth };

/** What a run would send. */
export interface DryRun {
  readonly depth: Depth;
  readonly requests: number;
  readonly requestsByOperation: Readonly<Record<string, number>>;
  /** How many clauses of each operation come to a verdict. */
  readonly shownByOperation: Readonly<Record<string, number>>;
  /** The requests in order, the clauses that each of them helps to show, and those of them for whose checks it was sent. */
  readonly plan: readonly {
    readonly request: string;
    readonly clauses: readonly string[];
    readonly sentFor: readonly string[];
  }[];
  /** At the pace that the user set. */
  readonly seconds?: number;
  /** What each rate tier of the contract means for a run of this size, where the target enforces it. */
  readonly tiers: readonly {
    readonly tier: string;
    readonly limit: number;
    readonly windows: number;
    readonly waitSeconds: number;
  }[];
}

/**
 * Rehearses a run against the embedded reference service: with credentials, samples and permissions where the target has
 * them, under the same profile. The target hears nothing of it. A target with other data may need a few requests more.
 */
export async function dryRun(options: DryRunOptions): Promise<DryRun> {
  const { loaded, target, profile, depth, ratePerSecond } = options;
  const service = createReference({ branches: profile.branches });
  const { record, conclusion } = await runSuite({
    ...options,
    target: likeness(target, embeddedTarget(service, 'http://dry-run.invalid')),
    transport: fetchTransport(service.fetch),
    ratePerSecond: undefined,
    maxWaitMs: 0,
  });
  const requests = record.exchanges.length;
  return {
    depth,
    requests,
    requestsByOperation: countBy(record.exchanges.map(({ operation }) => operation ?? 'outside the contract')),
    shownByOperation: countBy(
      conclusion.results
        .filter(({ verdict }) => isShown(verdict))
        .map(({ clause }) => clause.operation ?? 'outside the contract'),
    ),
    plan: planOf(record, conclusion),
    ...defined({ seconds: ratePerSecond && requests / ratePerSecond }),
    tiers: tiersOf(loaded, requests),
  };
}

/** It came to a verdict about the target. */
function isShown({ kind }: Verdict): boolean {
  return kind !== 'skip' && kind !== 'inconclusive';
}

function planOf({ exchanges, acts }: RunRecord, { suite }: Conclusion): DryRun['plan'] {
  const shown = acts.flatMap(({ clause, outcome }) =>
    outcome.kind === 'evidence' ? exchangesIn(outcome.evidence).map(({ seq }) => ({ seq, clause })) : [],
  );
  const evidence = groupBy(shown, ({ seq }) => seq);
  return exchanges.map((exchange) => {
    const sentFor = [...new Set((evidence.get(exchange.seq) ?? []).map(({ clause }) => clause))];
    const told = suite.judgeAnswer(exchange).map(({ clause }) => clause);
    return {
      request: `${exchange.request.method} ${exchange.request.target}`,
      clauses: [...new Set([...sentFor, ...told])],
      sentFor,
    };
  });
}

/** The reference service as a target that was given no more than the user's own. */
function likeness({ credentials, samples: given, allow }: Target, embedded: Target): Target {
  const samples = Object.entries(onlyAsIn(embedded.samples, given)).map(([name, sample]) => {
    const wanted = given[name];
    return [name, isObject(sample) && isObject(wanted) ? onlyAsIn(sample, wanted) : sample];
  });
  return {
    ...embedded,
    credentials: onlyAsIn(embedded.credentials, credentials),
    samples: Object.fromEntries(samples) as Samples,
    allow,
  };
}

function onlyAsIn<T extends object>(known: T, given: object): T {
  return Object.fromEntries(
    Object.entries(known).filter(([name]) => (given as Readonly<Record<string, unknown>>)[name] !== undefined),
  ) as T;
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = [...groupBy(names, (name) => name)].map(([name, { length }]) => [name, length] as const);
  return Object.fromEntries(counts.sort(([, a], [, b]) => b - a));
}

function tiersOf({ document }: LoadedDocument, requests: number): DryRun['tiers'] {
  const limits = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation['x-rate-limits'] ?? []),
  )[0];
  if (limits === undefined) return [];
  return Object.entries(limits.tiers).map(([tier, limit]) => {
    const windows = Math.max(1, Math.ceil(requests / limit));
    return { tier, limit, windows, waitSeconds: ((windows - 1) * limits.windowMs) / 1000 };
  });
}

/** The plan for somebody who reads it. */
export function renderDryRun(
  { depth, requests, requestsByOperation, shownByOperation, seconds, tiers }: Omit<DryRun, 'plan'>,
  baseUrl: string,
): string {
  const lines = [
    `A run at depth ${depth} against ${visible(baseUrl)} would send about ${plural(requests, 'request')}. Nothing was sent: this is what it sends to the reference service.`,
    '',
    ...table([
      ['Operation', 'requests', 'clauses shown'],
      ...Object.entries(requestsByOperation).map(([name, count]) => [name, count, shownByOperation[name] ?? 0]),
      ['in total', requests, Object.values(shownByOperation).reduce((sum, count) => sum + count, 0)],
    ]),
    '',
    'With --json: each request, and the clauses that it helps to show.',
    ...(seconds === undefined ? [] : [`At the pace of --rate: ${duration(seconds)} at least.`]),
    ...tiers.map(
      ({ tier, limit, windows, waitSeconds }) =>
        `Where ${limit} requests are allowed in a window (${tier}): ${windows === 1 ? 'within one window' : `${windows} windows, ${duration(waitSeconds)} of waiting, if --max-wait allows it`}.`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Seconds as a reader wants to see them. */
export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
