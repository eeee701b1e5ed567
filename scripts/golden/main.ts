import { loadDocument } from '../../src/contract/load.ts';
import { onAllCores } from '../matrix/pool.ts';
import { createBench } from '../matrix/trial.ts';
import { judgedNow, takeOver, writeJournals } from './files.ts';
import { type GoldenRun, goldenRuns, shopRuns } from './groups.ts';
import { SHOP, shopSetting } from './settings.ts';

/**
 * `npm run golden:record [group…]`: records the journals of these groups anew, or of all, and takes over what is concluded from
 * them. The same code gives the same files. What changes in verdicts alone is taken over without recording anything:
 * `GOLDEN=update npx vitest run tests/golden`.
 */
interface Recorded {
  readonly group: string;
  readonly id: string;
  readonly journal: string;
}

const out = (line: string): void => void process.stdout.write(`${line}\n`);
const service = createBench(await loadDocument());
const shop = await shopSetting();
const groups: Readonly<Record<string, readonly GoldenRun[]>> = {
  ...goldenRuns(service),
  [SHOP]: await shopRuns(shop),
};
const wanted = process.argv.slice(2);
const chosen = Object.entries(groups).filter(([group]) => wanted.length === 0 || wanted.includes(group));
if (chosen.length === 0) throw new Error(`there is no such group; there are ${Object.keys(groups).join(', ')}`);
const names = chosen.flatMap(([group, runs]) => runs.map(({ id }) => `${group} ${id}`));
const recorded = await onAllCores<string, Recorded>(new URL('./worker.js', import.meta.url), names, {
  onDone: ({ length }) => void (process.stderr.isTTY && process.stderr.write(`\r${length} of ${names.length} `)),
});
for (const [group, runs] of chosen) write(group, runs);

function write(group: string, runs: readonly GoldenRun[]): void {
  const journals = new Map(recorded.filter((one) => one.group === group).map(({ id, journal }) => [id, journal]));
  // In the order of the group: workers end in any.
  const bytes = writeJournals(group, new Map(runs.map(({ id }) => [id, journals.get(id) ?? ''])));
  takeOver(group, judgedNow(group, { suiteUnder: (group === SHOP ? shop : service).suiteUnder }));
  out(`${group}: ${runs.length} runs, ${(bytes / 1000).toFixed(0)} kB`);
}
