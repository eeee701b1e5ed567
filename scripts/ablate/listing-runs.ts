import { foreignListingFaults } from '../../fixtures/foreign-listing-faults.ts';
import { drawCrowd } from '../../fixtures/mutants/crowd.ts';
import { allMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { randomFrom } from '../../src/run/check-context.ts';
import { tryCrowd } from '../crowds/trial.ts';
import { KNOWN_GAPS } from '../matrix/known-gaps.ts';
import { branchOf, createBench } from '../matrix/trial.ts';
import { figuresOfCrowd, type Row } from './figures.ts';
import { tryForeign } from './foreign.ts';

/** So many faults of one listing at once. */
const AT_ONCE = [2, 3, 4, 5];

/** Foreign faults, a sample of the mutants of listings, and drawn sets of them: each in a run of its own. */
export async function* runListings(mechanism: string, seeds: number, sample: number): AsyncGenerator<Row> {
  const service = createBench(await loadDocument());
  for (const fault of foreignListingFaults) {
    const figures = await tryForeign(service, fault, [fault.operation]);
    yield { mechanism, kind: 'foreign faults of listings', id: fault.id, figures };
  }
  const mutants = allMutants(service.loaded).filter(
    ({ id, bends, depth }) => bends !== undefined && depth === undefined && !KNOWN_GAPS.includes(id),
  );
  const branches = (clause: string) => branchOf(service, clause);
  for (const one of mutants.filter((_one, index) => index % sample === 0)) {
    const crowd = { mutants: [one], branches: branches(one.violates) };
    const trial = await tryCrowd(service, crowd, [operationOf(one)]);
    yield { mechanism, kind: 'mutants of listings', id: one.id, figures: figuresOfCrowd(trial) };
  }
  for (const operation of new Set(mutants.map(operationOf)))
    for (const size of AT_ONCE)
      for (let seed = 1; seed <= seeds; seed += 1) {
        const id = `${operation} ${size} ${seed}`;
        const own = mutants.filter((one) => operationOf(one) === operation);
        const trial = await tryCrowd(service, drawCrowd(own, size, randomFrom(id), branches), [operation]);
        yield { mechanism, kind: 'two to five faults of a listing', id, figures: figuresOfCrowd(trial) };
      }
}

function operationOf({ bends }: Mutant): string {
  return bends?.listing.operation.id ?? '';
}
