import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { fixWorld } from './fixed.ts';
import type { GoldenRun } from './groups.ts';

/** One core's share of the golden records: `crowds 3-1` is answered with the journal of that run. */
const world = fixWorld();
// Only now: what is imported may keep the clock that it finds.
const [
  { loadDocument },
  { goldenRuns, shopRuns },
  { createBench },
  { SHOP, shopSetting },
  { runSuite },
  { openJournal },
] = await Promise.all([
  import('../../src/contract/load.ts'),
  import('./groups.ts'),
  import('../matrix/trial.ts'),
  import('./settings.ts'),
  import('../../src/run/run.ts'),
  import('../../src/send/journal-file.ts'),
]);
const service = createBench(await loadDocument());
const shop = await shopSetting();
const groups: Readonly<Record<string, readonly GoldenRun[]>> = { ...goldenRuns(service), [SHOP]: await shopRuns(shop) };

async function journalOf(group: string, id: string): Promise<string> {
  const run = groups[group]?.find((one) => one.id === id);
  if (run === undefined) throw new Error(`there is no run ${id} in ${group}`);
  const { loaded, checks, suiteUnder } = group === SHOP ? shop : service;
  const folder = mkdtempSync(join(tmpdir(), 'conform-golden-'));
  const path = join(folder, 'run.ndjson');
  const journal = openJournal(path);
  world.restart();
  const { close, transport, ...parts } = await run.start();
  try {
    const steady = { seed: 1, mark: '00000001', concurrency: 1, transport: world.steady(transport) };
    await runSuite({ loaded, checks, suiteUnder, ...parts, ...steady, sink: journal.sink });
    return readFileSync(path, 'utf8');
  } finally {
    journal.close();
    await close?.();
    rmSync(folder, { recursive: true });
  }
}

parentPort?.on('message', (name: string) => {
  const [group = '', id = ''] = name.split(' ');
  void journalOf(group, id).then((journal) => parentPort?.postMessage({ group, id, journal }));
});
