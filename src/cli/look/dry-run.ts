import { embeddedTarget } from '../../../fixtures/reference/as-target.ts';
import { createReference } from '../../../fixtures/reference/index.ts';
import type { Depth, Samples, Target } from '../../check/target.ts';
import type { Verdict } from '../../check/verdict.ts';
import type { LoadedDocument } from '../../contract/load.ts';
import { defined, pickMembers } from '../../defined.ts';
import { countsOf, groupBy } from '../../groups.ts';
import { fetchTransport } from '../../http/in-process.ts';
import type { Conclusion } from '../../judge/conclude.ts';
import { plural } from '../../nouns.ts';
import { table } from '../../report/console-text.ts';
import { visible } from '../../report/escape.ts';
import type { RunOptions } from '../../run/options.ts';
import { runSuite } from '../../run/run.ts';
import { isObject } from '../../schema/pointer.ts';
import { exchangesOf, type RunRecord } from '../../send/journal.ts';

/** The options of the run to simulate. */
export type DryRunOptions = Omit<RunOptions, 'depth' | 'transport'> & { readonly depth: Depth };

/** What a run would send. */
export interface DryRun {
  readonly depth: Depth;
  readonly requests: number;
  readonly requestsByOperation: Readonly<Record<string, number>>;
  /** How many clauses of each operation get a verdict about the target. */
  readonly shownByOperation: Readonly<Record<string, number>>;
  /** The requests in order. `clauses` are those that a request helps to judge; the checks of `sentFor` sent it. */
  readonly plan: readonly {
    readonly request: string;
    readonly clauses: readonly string[];
    readonly sentFor: readonly string[];
  }[];
  /** The least duration, if the user limits the requests a second. */
  readonly seconds?: number;
  /** The waits of a run of this size under each rate tier of the contract, if the target enforces it. */
  readonly tiers: readonly {
    readonly tier: string;
    readonly limit: number;
    readonly windows: number;
    readonly waitSeconds: number;
  }[];
}

/**
 * Simulates a run against the embedded reference service, under the same profile, with only the credentials, samples and
 * permissions that the target has. Nothing is sent to the target. With other data it may get a few more requests.
 */
export async function dryRun(options: DryRunOptions): Promise<DryRun> {
  const { loaded, target, profile, depth, ratePerSecond } = options;
  const service = createReference({ branches: profile.branches });
  const { record, conclusion } = await runSuite({
    ...options,
    target: limitedReference(target, embeddedTarget(service, 'http://dry-run.invalid')),
    transport: fetchTransport(service.fetch),
    ratePerSecond: undefined,
    maxWaitMs: 0,
  });
  const requests = record.exchanges.length;
  return {
    depth,
    requests,
    requestsByOperation: mostFirst(record.exchanges.map(({ operation }) => operation ?? 'outside the contract')),
    shownByOperation: mostFirst(
      conclusion.results
        .filter(({ verdict }) => isShown(verdict))
        .map(({ clause }) => clause.operation ?? 'outside the contract'),
    ),
    plan: planOf(record, conclusion),
    ...defined({ seconds: ratePerSecond && requests / ratePerSecond }),
    tiers: tiersOf(loaded, requests),
  };
}

/** Does the verdict say whether the target conforms? */
function isShown({ kind }: Verdict): boolean {
  return kind !== 'skip' && kind !== 'inconclusive';
}

function planOf({ exchanges, acts }: RunRecord, { suite }: Conclusion): DryRun['plan'] {
  const cited = acts.flatMap((act) => exchangesOf(act).map(({ seq }) => ({ seq, clause: act.clause })));
  const citedBySeq = groupBy(cited, ({ seq }) => seq);
  return exchanges.map((exchange) => {
    const sentFor = [...new Set((citedBySeq.get(exchange.seq) ?? []).map(({ clause }) => clause))];
    const judged = suite.judgeAnswer(exchange).map(({ clause }) => clause);
    return {
      request: `${exchange.request.method} ${exchange.request.target}`,
      clauses: [...new Set([...sentFor, ...judged])],
      sentFor,
    };
  });
}

/** The reference service as a target, with only the credentials, samples and permissions of the user's target. */
function limitedReference({ credentials, samples: given, allow }: Target, embedded: Target): Target {
  const samples = Object.entries(pickGiven(embedded.samples, given)).map(([name, sample]) => {
    const givenSample = given[name];
    return [name, isObject(sample) && isObject(givenSample) ? pickGiven(sample, givenSample) : sample];
  });
  return {
    ...embedded,
    credentials: pickGiven(embedded.credentials, credentials),
    samples: Object.fromEntries(samples) as Samples,
    allow,
  };
}

function pickGiven<T extends object>(known: T, given: object): T {
  return pickMembers(
    { ...(known as object) },
    (name) => (given as Readonly<Record<string, unknown>>)[name] !== undefined,
  ) as T;
}

/** How often each name occurs, the most frequent first. */
function mostFirst(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...countsOf(names)].sort(([, a], [, b]) => b - a));
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

/** The dry run as text for the console. */
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

/** A duration in a readable unit, such as `90 s`, `5 min` or `2.5 h`. */
export function duration(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
