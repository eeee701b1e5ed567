import { parentPort, workerData } from 'node:worker_threads';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { createBench, type Effort, tryMutant } from './trial.ts';

/** One core's share of the matrix: asks for a mutant's id, tries it, answers with the trial. */
const loaded = await loadDocument();
const bench = createBench(loaded);
const mutants = new Map(allMutants(loaded).map((mutant) => [mutant.id, mutant]));
const effort = workerData as Effort;

parentPort?.on('message', (id: string) => {
  const mutant = mutants.get(id);
  if (mutant === undefined) throw new Error(`no mutant ${id}`);
  void tryMutant(bench, mutant, effort).then((trial) => parentPort?.postMessage(trial));
});
