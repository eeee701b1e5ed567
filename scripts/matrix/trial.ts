import { type Handler, type Middleware, wrap } from '../../fixtures/middleware.ts';
import type { Insider, Mutant } from '../../fixtures/mutants/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference, type ReferenceOptions, type ReferenceService } from '../../fixtures/reference/index.ts';
import type { AnyCheck } from '../../src/check/check.ts';
import type { Depth, Target } from '../../src/check/target.ts';
import { matches } from '../../src/contract/clause-id.ts';
import type { LoadedDocument } from '../../src/contract/load.ts';
import { type Choices, parseBranch } from '../../src/contract/resolve.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { type Suite, suiteCache } from '../../src/rules/suite.ts';
import { type RunResult, runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';

/** What came of running the suite against one mutant. */
export interface Trial {
  readonly id: string;
  readonly violates: string;
  readonly killed: boolean;
  /** The verdict of its own clause. */
  readonly verdict: string;
  readonly reason: string;
  /** Clauses that turned out broken though the mutant does not declare them. */
  readonly undeclared: readonly string[];
  readonly requests: number;
  readonly milliseconds: number;
  /** The verdict of its own clause on the record, where that was right and the run end to end came to another. */
  readonly onRecord?: string;
}

/** A service as a trial needs it: what a deviation is put around, and what the suite is told of it. */
export interface Hosted {
  readonly fetch: Handler;
  readonly insider: Insider;
  readonly target: Target;
}

export interface Bench {
  readonly loaded: LoadedDocument;
  readonly checks: readonly AnyCheck[];
  /** Starts the service anew. */
  readonly host: (options: ReferenceOptions) => Hosted;
  readonly wrap: (service: Handler, middleware: Middleware) => Handler;
  readonly suiteUnder: (choices: Choices) => Suite;
}

export function createBench(
  loaded: LoadedDocument,
  suiteUnder: Bench['suiteUnder'] = suiteCache(loaded, allChecks),
): Bench {
  return {
    loaded,
    checks: allChecks,
    suiteUnder,
    wrap,
    host: (options) => {
      const reference = createReference(options);
      return { fetch: reference.fetch, insider: reference, target: targetFor(reference, options) };
    },
  };
}

/** With how many requests a mutant is tried. */
export interface Effort {
  readonly budget?: number;
  readonly depth?: Depth;
  readonly only?: readonly string[];
  readonly concurrency?: number;
}

/** Runs the suite against the reference service with one mutant on. */
export function runAgainst(bench: Bench, mutant: Mutant, effort: Effort = {}): Promise<RunResult> {
  const hosted = bench.host({ ...mutant.reference, branches: branchesFor(bench, mutant) });
  return runOn(bench, hosted, mutant, effort);
}

export function runOn(
  bench: Bench,
  { fetch, insider, target }: Hosted,
  mutant: Mutant,
  effort: Effort = {},
): Promise<RunResult> {
  return runSuite({
    loaded: bench.loaded,
    checks: bench.checks,
    suiteUnder: bench.suiteUnder,
    target,
    profile: { name: 'matrix', branches: branchesFor(bench, mutant) },
    transport: fetchTransport(bench.wrap(fetch, mutant.patch(insider))),
    // Nothing here passes by waiting.
    maxWaitMs: 0,
    only: mutant.scope,
    ...(mutant.depth === undefined ? {} : { depth: mutant.depth }),
    ...effort,
  });
}

/** The branches under which its clause holds, and those that it asks for. */
export function branchesFor(bench: Bench, mutant: Mutant): Choices {
  return { ...mutant.reference.branches, ...branchOf(bench, mutant.violates) };
}

/** End to end: the suite runs against the mutant. */
export async function tryMutant(bench: Bench, mutant: Mutant, effort: Effort = {}): Promise<Trial> {
  const started = performance.now();
  return trialOf(mutant, await runAgainst(bench, mutant, effort), started);
}

/** What came of it: was the mutant caught by its own clause, and what else broke? */
export function trialOf(
  mutant: Mutant,
  { record, conclusion }: Pick<RunResult, 'record' | 'conclusion'>,
  started: number,
): Trial {
  const { results } = conclusion;
  const own = results.find(({ clause }) => clause.id === mutant.violates);
  const broken = results.filter(
    ({ verdict }) => verdict.kind === 'fail' || verdict.kind === 'warn' || verdict.kind === 'error',
  );
  const undeclared = broken.filter(
    ({ clause, fallsWith, verdict }) =>
      clause.id !== mutant.violates &&
      (verdict.kind === 'error' || (fallsWith !== mutant.violates && !declares(mutant, clause.id))),
  );
  const kind = own?.verdict.kind ?? 'no such clause';
  const reason = own?.verdict.kind === 'skip' || own?.verdict.kind === 'inconclusive' ? own.verdict.reason : '';
  return {
    id: mutant.id,
    violates: mutant.violates,
    killed: kind === 'fail' || kind === 'warn',
    verdict: kind,
    reason,
    undeclared: undeclared.map(({ clause }) => clause.id),
    requests: record.exchanges.length,
    milliseconds: performance.now() - started,
  };
}

/** The embedded service as a target with everything given and everything allowed. */
export function targetFor(reference: ReferenceService, options: ReferenceOptions = {}): Target {
  const target = embeddedTarget(reference, 'http://reference.local');
  return { ...target, allow: { ...target.allow, exhaustRateLimit: options.rateLimit === true } };
}

/** The branch of a conflict under which a clause holds. */
export function branchOf({ suiteUnder }: Pick<Bench, 'suiteUnder'>, clause: string): Choices {
  const mark = suiteUnder({}).clauses.get(clause)?.branch;
  if (mark === undefined) return {};
  const { conflict, branch } = parseBranch(mark);
  return { [conflict]: branch };
}

function declares({ alsoBreaks }: Mutant, clause: string): boolean {
  return alsoBreaks.some((pattern) => matches(pattern, clause));
}
