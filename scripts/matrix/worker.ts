import { parentPort, workerData } from 'node:worker_threads';
import { allMutants } from '../../fixtures/mutants/index.ts';
import type { Depth } from '../../src/check/target.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { createBench, tryMutant } from './trial.ts';

/** One core's share of the matrix: asks for a mutant's id, tries it, answers with the trial. */
const loaded = await loadDocument();
const bench = createBench(loaded);
const mutants = new Map(allMutants(loaded).map((mutant) => [mutant.id, mutant]));
const how = workerData as { readonly budget?: number; readonly depth?: Depth; readonly only?: readonly string[] };

parentPort?.on('message', (id: string) => {
  const mutant = mutants.get(id);
  if (mutant === undefined) throw new Error(`no mutant ${id}`);
  void tryMutant(bench, mutant, how).then((trial) => parentPort?.postMessage(trial));
});
