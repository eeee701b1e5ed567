import { join } from 'node:path';
import { fields } from '../../fixtures/field/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/package.ts';
import { soundRun } from '../bench/depths.ts';
import { partOf } from '../gate/part.ts';
import { readRecord } from '../gate/record.ts';
import { expectedOf } from '../golden/files.ts';
import { createBench } from '../matrix/trial.ts';
import { figuresText, findingsPerFault, gateText, linesOfSource } from './figures.ts';

/** `npm run numbers`: the four numbers that each change to `src` gives. Findings are those of the golden records. */

const faultsOfField = new Map(fields.map(({ id, faults }) => [id, faults.length]));
const figures = {
  lines: linesOfSource(),
  requests: (await soundRun(createBench(await loadDocument()), 'standard')).requests,
  findingsPerFault: {
    fields: findingsIn('fields', (id) => faultsOfField.get(id) ?? 0),
    // A crowd is called by its size and its seed.
    crowds: findingsIn('crowds', (id) => Number.parseInt(id, 10)),
  },
};
process.stdout.write(`${figuresText(figures)}\n`);
// A tier writes that line itself, when it has ended.
if (partOf() === 'all') {
  const last = readRecord(join(packageRoot(), 'reports', 'gate.json'));
  process.stdout.write(`${gateText(last)}\n`);
}

function findingsIn(group: string, faultsOf: (id: string) => number): number {
  const trials = [...expectedOf(group)].map(([id, expected]) => ({
    faults: faultsOf(id),
    findings: [...expected.keys()].filter((name) => name.startsWith('finding ')).length,
  }));
  return findingsPerFault(trials);
}
