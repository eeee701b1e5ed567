import { fields } from '../../fixtures/field/index.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { createBench } from '../matrix/trial.ts';
import { tryField } from './trial.ts';

/** The table of the fields: causes, named, findings; `--only ID`, `--all` for every finding. */
const out = (line: string): void => void process.stdout.write(`${line}\n`);
const bench = createBench(await loadDocument());
const only = process.argv[process.argv.indexOf('--only') + 1];
for (const field of fields) {
  if (process.argv.includes('--only') && field.id !== only) continue;
  const trial = await tryField(bench, field);
  for (const { what } of trial.missed) out(`MISSED    ${field.id}: ${what}`);
  for (const { id, title } of trial.surplus) out(`SURPLUS   ${field.id}: ${id}  ${title}`);
  if (process.argv.includes('--all'))
    for (const { id, title, verdict, clauses } of trial.findings)
      out(`  ${verdict} ${id} (${clauses.length})  ${title}`);
  out(
    `${field.id}: ${field.faults.length} causes, ${field.faults.length - trial.missed.length} named, ${trial.findings.length} findings, ${trial.surplus.length} surplus, ${trial.requests} requests, ${trial.broken} clauses broken`,
  );
}
