import { allMutants } from '../../fixtures/mutants/index.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import type { Depth } from '../../src/check/target.ts';
import { DEPTHS } from '../../src/check/target.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';
import { type Bench, targetFor, tryMutant } from '../matrix/trial.ts';

/** What a depth sends, and what it finds. */
export interface DepthFigures {
  readonly depth: Depth;
  readonly requests: number;
  readonly requestsByOperation: Readonly<Record<string, number>>;
  readonly shown: number;
  readonly clauses: number;
  readonly mutants: number;
  readonly killed: number;
  readonly survivors: readonly string[];
}

/** Requests of each depth on the sound service, and the share of the mutants that it kills: every `sample`-th of the catalogue. */
export async function measureDepths(
  bench: Bench,
  sample: number,
  onProgress: (text: string) => void,
): Promise<readonly DepthFigures[]> {
  const mutants = allMutants(bench.loaded).filter((_, index) => index % sample === 0);
  const dead = new Set<string>();
  const figures: DepthFigures[] = [];
  for (const depth of DEPTHS) {
    // A greater depth does all that a smaller one does: what is dead stays dead.
    for (const [index, mutant] of mutants.filter(({ id }) => !dead.has(id)).entries()) {
      onProgress(`${depth}: mutant ${index + 1}`);
      const { killed } = await tryMutant(bench, mutant, { depth, only: [] });
      if (killed) dead.add(mutant.id);
    }
    const survivors = mutants.flatMap(({ id }) => (dead.has(id) ? [] : [id]));
    figures.push({ ...(await soundRun(bench, depth)), depth, mutants: mutants.length, killed: dead.size, survivors });
  }
  return figures;
}

export async function soundRun(
  { loaded, suiteUnder }: Bench,
  depth: Depth,
): Promise<Pick<DepthFigures, 'requests' | 'requestsByOperation' | 'shown' | 'clauses'>> {
  const reference = createReference({ chunkDelayMs: 0 });
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    suiteUnder,
    depth,
    target: targetFor(reference),
    profile: { name: 'any', branches: {} },
    transport: fetchTransport(reference.fetch),
  });
  const counts: Record<string, number> = {};
  for (const { operation = 'outside the contract' } of record.exchanges)
    counts[operation] = (counts[operation] ?? 0) + 1;
  const shown = conclusion.results.filter(({ verdict }) => verdict.kind === 'pass').length;
  return { requests: record.exchanges.length, requestsByOperation: counts, shown, clauses: conclusion.results.length };
}
