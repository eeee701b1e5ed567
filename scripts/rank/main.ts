import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allMutants } from '../../fixtures/mutants/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/package.ts';
import { BUDGETS } from '../../src/run/plan.ts';
import { onAllCores } from '../matrix/pool.ts';
import { createBench } from '../matrix/trial.ts';
import { chooseInOrder } from './choose.ts';
import { type Killers, requestsOfClauses } from './killers.ts';

/**
 * Measures in which order a smoke run shows the most, and writes it to `x-smoke` in spec/smoke.yaml: every mutant is
 * tried with plenty of requests, to see which checks catch it. Takes as long as the matrix.
 */
const loaded = await loadDocument();
const uses = await requestsOfClauses(createBench(loaded));
const ids = allMutants(loaded).map(({ id }) => id);
const killers = (await onAllCores<Killers>(new URL('./worker.js', import.meta.url), ids)).toSorted((a, b) =>
  a.mutant.localeCompare(b.mutant),
);
const order = chooseInOrder(uses, killers, BUDGETS.smoke);
for (const { clause, requests, catches } of order) process.stdout.write(`${requests} ${catches} ${clause}\n`);
const path = join(packageRoot(), 'spec', 'smoke.yaml');
const [comment = ''] = readFileSync(path, 'utf8').split(/^x-smoke:$/mu);
writeFileSync(path, `${comment.trimEnd()}\nx-smoke:\n${order.map(({ clause }) => `  - ${clause}\n`).join('')}`);
