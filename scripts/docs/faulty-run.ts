import { allMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { wrap } from '../../fixtures/middleware.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { buildReport } from '../../src/report/build.ts';
import type { PlaceOf } from '../../src/report/formats/reporter.ts';
import type { Report } from '../../src/report/model.ts';
import { placesIn } from '../../src/cli/reporters.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';

const PROFILE = { 'predict-body': 'nested', 'chat-modes': 'general' } as const;

export interface FaultyRun {
  readonly report: Report;
  readonly placeOf: PlaceOf;
  /** What was planted. */
  readonly mutants: readonly Mutant[];
}

/**
 * A whole run against the reference service with so many faults, spread over the operations, and with those whose ids are
 * named besides.
 */
export async function faultyRun(faults: number, besides: readonly string[] = []): Promise<FaultyRun> {
  const loaded = await loadDocument();
  const drawn = spread(
    allMutants(loaded).filter(({ scope, depth, reference }) => {
      const branches = Object.entries(reference.branches ?? {});
      return (
        scope === 'operation' &&
        depth === undefined &&
        branches.every(([id, branch]) => PROFILE[id as keyof typeof PROFILE] === branch)
      );
    }),
    faults,
  );
  const mutants = [...drawn, ...allMutants(loaded).filter(({ id }) => besides.includes(id))];
  const service = createReference({ branches: PROFILE });
  const { credentials, samples } = service;
  const faulty = wrap(
    (request) => Promise.resolve(service.fetch(request)),
    ...mutants.map(({ patch }) => patch({ credentials, samples })),
  );
  const suiteUnder = suiteCache(loaded, allChecks);
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    target: embeddedTarget(service, 'http://faulty.example'),
    profile: { name: 'mine', branches: PROFILE },
    transport: fetchTransport(faulty),
    depth: 'standard',
    seed: 7,
    suiteUnder,
  });
  const report = buildReport(record, conclusion);
  return { report, mutants, placeOf: placesIn(loaded, suiteUnder(PROFILE).clauses) };
}

/** So many of a list, at equal distances. */
function spread<T>(items: readonly T[], count: number): readonly T[] {
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)]).filter(
    (one): one is T => one !== undefined,
  );
}
