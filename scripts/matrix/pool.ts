import { cpus } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { LATE_OPTIMISING } from '../gate/late-optimising.ts';

export interface PoolOptions<T> {
  /** How many workers; one for each core unless told. */
  readonly size?: number | undefined;
  readonly workerData?: object;
  readonly onDone?: (done: readonly T[]) => void;
}

/** Run upon run makes much that is soon forgotten: with room for it a tenth of the time is saved. */
const YOUNG_MB = 128;

/** Gives jobs to workers, one after the other; each answers a job with its result. The results in the order in which they came. */
export async function onAllCores<J, T>(
  worker: URL,
  jobs: readonly J[],
  { size = cpus().length, workerData = {}, onDone }: PoolOptions<T> = {},
): Promise<readonly T[]> {
  setFlagsFromString(LATE_OPTIMISING);
  const [queue, done] = [[...jobs], [] as T[]];
  const count = Math.min(cpus().length, size, queue.length);
  const start = () => new Worker(worker, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  await Promise.all(Array.from({ length: count }, () => work(start(), queue, take)));
  return done;

  function take(result: T): void {
    done.push(result);
    onDone?.(done);
  }
}

function work<J, T>(worker: Worker, queue: J[], take: (result: T) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const job = queue.shift();
      if (job === undefined) void worker.terminate().then(() => resolve());
      else worker.postMessage(job);
    };
    worker.on('message', (result: T) => {
      take(result);
      next();
    });
    worker.on('error', reject);
    next();
  });
}
