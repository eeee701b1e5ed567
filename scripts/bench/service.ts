import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { type ReferenceService } from '../../fixtures/reference/index.ts';
import type { Target } from '../../src/check/target.ts';

type Served = Pick<ReferenceService, 'credentials' | 'samples'> & { readonly url: string };

export interface Serving {
  readonly target: Target;
  /** Forgets what was written to the service: the next run meets it as the first one did. */
  readonly renew: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** Starts the reference service on another thread. */
export function serve(): Promise<Serving> {
  const worker = new Worker(new URL('./server.js', import.meta.url));
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (served: Served) =>
      resolve({
        target: embeddedTarget(served, served.url),
        renew: () => {
          worker.postMessage('renew');
          return once(worker, 'message');
        },
        close: () => worker.terminate(),
      }),
    );
  });
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
