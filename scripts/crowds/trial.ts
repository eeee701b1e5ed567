import { type Crowd, drawCrowd, serveCrowd } from '../../fixtures/mutants/crowd.ts';
import { allMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { isBroken } from '../../src/check/verdict.ts';
import { matches } from '../../src/contract/clause-id.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import type { Cause } from '../../src/judge/causes/index.ts';
import { randomFrom } from '../../src/run/check-context.ts';
import { type RunResult, runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { KNOWN_GAPS } from '../matrix/known-gaps.ts';
import { type Bench, branchOf, targetFor } from '../matrix/trial.ts';

/** What came of running the suite against a crowd. */
export interface CrowdTrial {
  readonly faults: readonly string[];
  /** Faults whose own clause is broken, and stands behind a cause that is theirs. */
  readonly named: readonly string[];
  /** Faults that nobody could see: their clause reads a place that another fault of the crowd breaks. */
  readonly hidden: readonly string[];
  /** Faults whose clause was not found broken, with its verdict. */
  readonly missed: readonly string[];
  /** Faults whose clause stands behind a cause that is another fault's. */
  readonly misnamed: readonly string[];
  /** Causes that no fault of the crowd declares. */
  readonly surplus: readonly string[];
  readonly findings: number;
  readonly requests: number;
}

/** The crowd of a size and a seed. What is not seen by itself is not drawn. */
export function crowdOf(bench: Bench, size: number, seed: number): Crowd {
  const draw = randomFrom(`crowd ${size} ${seed}`);
  const seen = allMutants(bench.loaded).filter(({ id }) => !KNOWN_GAPS.includes(id));
  return drawCrowd(seen, size, draw, (clause) => branchOf(bench, clause));
}

export async function tryCrowd(bench: Bench, crowd: Crowd, only: readonly string[] = []): Promise<CrowdTrial> {
  return crowdTrialOf(crowd, await runCrowd(bench, crowd, only));
}

/** A run against a crowd, and the mutants that stumbled over what others left. */
export interface CrowdRun extends Pick<RunResult, 'record' | 'conclusion'> {
  readonly stumbled: ReadonlySet<string>;
}

export async function runCrowd(bench: Bench, crowd: Crowd, only: readonly string[] = []): Promise<CrowdRun> {
  const { reference, fetch, stumbled } = serveCrowd(crowd);
  const run = await runSuite({
    loaded: bench.loaded,
    checks: allChecks,
    suiteUnder: bench.suiteUnder,
    target: targetFor(reference),
    profile: { name: 'crowd', branches: crowd.branches },
    transport: fetchTransport(fetch),
    only,
    // Nothing here passes by waiting.
    maxWaitMs: 0,
  });
  return { ...run, stumbled };
}

export function crowdTrialOf(crowd: Crowd, { record, conclusion, stumbled }: CrowdRun): CrowdTrial {
  const { causes, results } = conclusion;
  const verdicts = new Map(results.map(({ clause, verdict }) => [clause.id, verdict]));
  const mutants = crowd.mutants.filter(({ id }) => !stumbled.has(id));
  const broken = mutants.filter(({ violates }) => isBroken(verdicts.get(violates)));
  const named = broken.filter((mutant) => isNamed(mutant, mutants, causes));
  const isHidden = ({ violates }: Mutant): boolean => {
    const behind = results.find(({ clause }) => clause.id === violates)?.fallsWith;
    return mutants.some((other) => other.violates !== violates && other.violates === behind);
  };
  const unseen = mutants.filter((mutant) => !broken.includes(mutant));
  return {
    faults: mutants.map(({ id }) => id),
    named: named.map(({ id }) => id),
    hidden: unseen.filter(isHidden).map(({ id }) => id),
    missed: unseen
      .filter((mutant) => !isHidden(mutant))
      .map(({ id, violates }) => `${id}: ${reasonOf(verdicts.get(violates))}`),
    misnamed: broken
      .filter((mutant) => !named.includes(mutant))
      .map(({ id, violates }) => `${id} behind ${causes.find(({ clauses }) => clauses.includes(violates))?.id ?? ''}`),
    surplus: causes.filter((cause) => !crowd.mutants.some((mutant) => isOf(cause, mutant))).map(({ id }) => id),
    findings: causes.length,
    requests: record.exchanges.length,
  };
}

function reasonOf(verdict: { readonly kind: string; readonly reason?: string } | undefined): string {
  return verdict === undefined ? 'no such clause' : `${verdict.kind} ${verdict.reason ?? ''}`;
}

/** Does its clause stand behind a cause that is its own, or that it has in common with others: the schema that they all break? */
function isNamed(mutant: Mutant, crowd: readonly Mutant[], causes: readonly Cause[]): boolean {
  return causes.some(
    (cause) =>
      cause.clauses.includes(mutant.violates) &&
      (isOf(cause, mutant) || cause.clauses.every((clause) => crowd.some((one) => breaks(one, clause)))),
  );
}

/** Is it what the cause speaks of: its own clause, or one that it says falls with it? */
function isOf({ lead }: Cause, mutant: Mutant): boolean {
  return breaks(mutant, lead);
}

function breaks({ violates, alsoBreaks }: Mutant, clause: string): boolean {
  return clause === violates || alsoBreaks.some((one) => matches(one, clause));
}
