import { parentPort } from 'node:worker_threads';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { createBench } from '../matrix/trial.ts';
import { killersOf } from './killers.ts';

/** One core's share: asks for a mutant's id, tells what catches it. */
const loaded = await loadDocument();
const bench = createBench(loaded);
const mutants = new Map(allMutants(loaded).map((mutant) => [mutant.id, mutant]));

parentPort?.on('message', (id: string) => {
  const mutant = mutants.get(id);
  if (mutant === undefined) throw new Error(`no mutant ${id}`);
  void killersOf(bench, mutant).then((killers) => parentPort?.postMessage(killers));
});
