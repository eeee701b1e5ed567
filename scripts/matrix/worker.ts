import { parentPort, workerData } from 'node:worker_threads';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import type { Job } from './jobs.ts';
import { createTryOut } from './on-record.ts';
import { createBench, type Effort, type Trial } from './trial.ts';

/** One core's share of the matrix: takes a job, tries its mutants, answers with the trials. */
const loaded = await loadDocument();
const mutants = new Map(allMutants(loaded).map((mutant) => [mutant.id, mutant]));
const tryOut = createTryOut(createBench(loaded), workerData as Effort);

parentPort?.on('message', (job: Job) => {
  void answer(job).then((trials) => parentPort?.postMessage(trials));
});

async function answer(job: Job): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const { id, way } of job) {
    const mutant = mutants.get(id);
    if (mutant === undefined) throw new Error(`no mutant ${id}`);
    trials.push(await tryOut(mutant, way));
  }
  return trials;
}
