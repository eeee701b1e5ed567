import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/contract/package-root.ts';
import { BUDGETS } from '../../src/run/plan.ts';
import { createBench } from '../matrix/trial.ts';
import { chooseInOrder } from './choose.ts';
import { type Killers, requestsOfClauses } from './killers.ts';

/**
 * Measures in which order a smoke run shows the most, and writes it to `x-smoke` in spec/openapi.yaml: every mutant is
 * tried with plenty of requests, to see which checks catch it. Takes as long as the matrix.
 */
const loaded = await loadDocument();
const uses = await requestsOfClauses(createBench(loaded));
const killers = await killersOfAll(allMutants(loaded).map(({ id }) => id));
const order = chooseInOrder(uses, killers, BUDGETS.smoke);
for (const { clause, requests, catches } of order) process.stdout.write(`${requests} ${catches} ${clause}\n`);
const path = join(packageRoot(), 'spec', 'openapi.yaml');
const [before = ''] = readFileSync(path, 'utf8').split(/^x-smoke:$/mu);
writeFileSync(path, `${before.trimEnd()}\nx-smoke:\n${order.map(({ clause }) => `  - ${clause}\n`).join('')}`);

async function killersOfAll(ids: readonly string[]): Promise<readonly Killers[]> {
  const [queue, done] = [[...ids], [] as Killers[]];
  await Promise.all(cpus().map(() => work(queue, done)));
  return done.sort((a, b) => a.mutant.localeCompare(b.mutant));
}

function work(queue: string[], done: Killers[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    const next = (): void => {
      const id = queue.shift();
      if (id === undefined) void worker.terminate().then(() => resolve());
      else worker.postMessage(id);
    };
    worker.on('message', (killer: Killers) => {
      done.push(killer);
      next();
    });
    worker.on('error', reject);
    next();
  });
}
