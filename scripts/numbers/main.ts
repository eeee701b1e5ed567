import { join } from 'node:path';
import { fields } from '../../fixtures/field/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/package.ts';
import { soundRun } from '../bench/depths.ts';
import { crowdOf, tryCrowd } from '../crowds/trial.ts';
import { tryField } from '../fields/trial.ts';
import { partOf } from '../gate/part.ts';
import { readRecord } from '../gate/record.ts';
import { type Bench, createBench } from '../matrix/trial.ts';
import { figuresText, findingsPerFault, gateText, linesOfSource } from './figures.ts';

/** `npm run numbers`: the four numbers that each change to `src` gives. */

/** The crowds that are counted: the same each time, or two changes could not be compared. */
const CROWDS = [
  { size: 3, seed: 1 },
  { size: 10, seed: 1 },
  { size: 10, seed: 2 },
  { size: 30, seed: 1 },
] as const;

const bench = createBench(await loadDocument());
const figures = {
  lines: linesOfSource(),
  requests: (await soundRun(bench, 'standard')).requests,
  findingsPerFault: { fields: await ofFields(bench), crowds: await ofCrowds(bench) },
};
process.stdout.write(`${figuresText(figures)}\n`);
// A tier writes that line itself, when it has ended.
if (partOf() === 'all') {
  const last = readRecord(join(packageRoot(), 'reports', 'gate.json'));
  process.stdout.write(`${gateText(last)}\n`);
}

async function ofFields(bench: Bench): Promise<number> {
  const trials = [];
  for (const field of fields)
    trials.push({ faults: field.faults.length, findings: (await tryField(bench, field)).findings.length });
  return findingsPerFault(trials);
}

async function ofCrowds(bench: Bench): Promise<number> {
  const trials = [];
  for (const { size, seed } of CROWDS) {
    const { faults, findings } = await tryCrowd(bench, crowdOf(bench, size, seed));
    trials.push({ faults: faults.length, findings });
  }
  return findingsPerFault(trials);
}
