import { parentPort } from 'node:worker_threads';
import { loadDocument } from '../../src/contract/load.ts';
import { createBench } from '../matrix/trial.ts';
import { crowdOf, tryCrowd } from './trial.ts';

/** One core's share of the crowds: `30 7` is the seventh crowd of thirty. */
const bench = createBench(await loadDocument());

parentPort?.on('message', (id: string) => {
  const [size = 3, seed = 1] = id.split(' ').map(Number);
  void tryCrowd(bench, crowdOf(bench, size, seed)).then((trial) => parentPort?.postMessage({ id, trial }));
});
