import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { loadDocument } from '../../src/contract/load.ts';
import { packageRoot } from '../../src/package.ts';
import { createBench } from '../matrix/trial.ts';
import { measureColdStart, measureDeep } from './children.ts';
import { measureDepths } from './depths.ts';
import { measureOverhead } from './overhead.ts';
import { type Figures, renderFigures } from './table.ts';

/**
 * The benchmark: what a run costs in time, requests and memory, and what each depth finds. `--only abcde` picks figures,
 * `--sample N` takes every Nth mutant for (b) and (c). Writes reports/bench.json and reports/bench.md.
 */
const only = argument('--only') ?? 'abcde';
const sample = Number(argument('--sample') ?? 20);
const loaded = await loadDocument();
const tell = (text: string): void =>
  void (process.stderr.isTTY ? process.stderr.write(`\r\u001b[2K${text}`) : undefined);

const figures: Figures = {
  at: new Date().toISOString(),
  node: process.versions.node,
  cpus: cpus().length,
  ...(only.includes('a') ? { overhead: await measureOverhead(loaded) } : {}),
  ...(/[bc]/u.test(only) ? { depths: await measureDepths(createBench(loaded), sample, tell) } : {}),
  ...(only.includes('d') ? { deep: await measureDeep([1000, 3000, 10_000]) } : {}),
  ...(only.includes('e') ? { coldStart: await measureColdStart() } : {}),
};
tell('');
const page = renderFigures(figures);
const folder = join(packageRoot(), 'reports');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'bench.json'), `${JSON.stringify(figures, null, 2)}\n`);
writeFileSync(join(folder, 'bench.md'), page);
process.stdout.write(page);

function argument(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}
