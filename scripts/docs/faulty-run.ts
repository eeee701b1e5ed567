import { wrap } from '../../fixtures/middleware.ts';
import { allMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { createClock } from '../../fixtures/world/world.ts';
import type { Target } from '../../src/check/target.ts';
import { ownerOf, partOf } from '../../src/contract/clause-id.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fetchTransport } from '../../src/http/in-process.ts';
import { buildReport } from '../../src/report/build.ts';
import type { Report } from '../../src/report/model.ts';
import type { PlaceOf } from '../../src/report/places.ts';
import { placesIn } from '../../src/report/places.ts';
import { suiteCache } from '../../src/rules/suite.ts';
import { runSuite } from '../../src/run/run.ts';
import { allChecks } from '../../suites/index.ts';

const PROFILE = { 'predict-body': 'nested', 'chat-modes': 'general' } as const;

export interface FaultyRun {
  readonly report: Report;
  readonly placeOf: PlaceOf;
  /** What was planted. */
  readonly mutants: readonly Mutant[];
  /** The service that was run against, and how it is described. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly target: Target;
}

/**
 * A whole run against the reference service with so many faults, spread over the operations, and with those whose ids are
 * named besides.
 */
export async function faultyRun(faults: number, besides: readonly string[] = []): Promise<FaultyRun> {
  const loaded = await loadDocument();
  const drawn = spread(
    allMutants(loaded).filter(({ violates, scope, depth, reference: { branches = {}, ...others } }) => {
      const fits = Object.entries(branches).every(([id, branch]) => PROFILE[id as keyof typeof PROFILE] === branch);
      // An operation that is gone, or answers otherwise altogether, shows no other fault of its own; what is created under one
      // id can neither be found nor deleted by it.
      const hidesOthers = [
        'route',
        'status',
        'valid-requests-do-not-fail',
        'whole-answers',
        'each-key-is-new',
      ].includes(partOf(violates) ?? '');
      return (
        scope[0] === ownerOf(violates) &&
        depth === undefined &&
        fits &&
        !hidesOthers &&
        Object.keys(others).length === 0
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
  const target = embeddedTarget(service, 'http://faulty.example');
  const suiteUnder = suiteCache(loaded, allChecks);
  const { record, conclusion } = await runSuite({
    loaded,
    checks: allChecks,
    target,
    profile: { name: 'mine', branches: PROFILE },
    transport: fetchTransport(faulty),
    depth: 'standard',
    seed: 7,
    // Its pauses take no time.
    clock: createClock(Date.now()),
    suiteUnder,
  });
  const report = buildReport(record, conclusion);
  return { report, mutants, fetch: faulty, target, placeOf: placesIn(loaded, suiteUnder(PROFILE).clauses) };
}

/** So many, from each operation in turn: many faults in one place would hide each other. */
function spread(mutants: readonly Mutant[], count: number): readonly Mutant[] {
  const owners = [...new Set(mutants.map(({ violates }) => ownerOf(violates)))];
  const groups = owners.map((owner) => mutants.filter(({ violates }) => ownerOf(violates) === owner));
  const rounds = Math.ceil(count / groups.length);
  return Array.from({ length: rounds }, (_, round) =>
    groups.flatMap((group) => group[Math.floor(((round + 0.5) * group.length) / rounds)] ?? []),
  )
    .flat()
    .slice(0, count);
}
