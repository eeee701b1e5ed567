import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package.ts';
import { gateText } from '../numbers/figures.ts';
import { type Count, sumOf } from './count.ts';
import type { Part } from './part.ts';
import { readRecord, type Tier, withTier, workTree, writeRecord } from './record.ts';
import { runSideBySide } from './step.ts';
import { stagesOf } from './steps.ts';

/** The part of everything slow that a tier runs. */
const PARTS: Readonly<Record<Tier, Part>> = { test: 'drawn', proof: 'rest' };

/** Without git there is no commit to draw by. */
const SEED_WITHOUT_COMMIT = '1';

/**
 * Runs a tier of the gate: all its steps, even where one fails. What failed is written once more at the end, where whoever sees
 * only the tail of a log finds it. The last line is `N passed, N failed`.
 */
export async function runTier(tier: Tier): Promise<void> {
  const started = performance.now();
  const path = join(packageRoot(), 'reports', 'gate.json');
  const tree = workTree(packageRoot());
  const seed = seedGiven() ?? tree?.commit ?? SEED_WITHOUT_COMMIT;
  const env = { GATE_PART: PARTS[tier], GATE_SEED: seed };
  out(`== The draw has the seed ${seed}; GATE_SEED=${seed} repeats it.`);
  const folder = mkdtempSync(join(tmpdir(), 'conform-gate-'));
  const counts: Count[] = [];
  for (const steps of stagesOf(tier, folder)) counts.push(...(await runSideBySide(steps, env)));
  rmSync(folder, { recursive: true, force: true });
  const changed = changesSince(tree?.changed);
  counts.push(changed);
  const previous = readRecord(path);
  const dirty = tree?.changed.length !== 0 || changed.failed > 0;
  const tried = { commit: tree?.commit ?? 'unknown', dirty, seed };
  const { passed, failed, failures } = sumOf(counts);
  const seconds = Math.round((performance.now() - started) / 1000);
  const record = withTier(previous, tried, tier, { passed, failed, seconds });
  writeRecord(path, record);
  out(`\n== ${gateText(record)}`);
  conclude({ passed, failed, failures });
}

function conclude({ passed, failed, failures }: Count): void {
  if (failures.length > 0) out(`\n== What failed\n${failures.join('\n')}`);
  out(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** `--seed N` or GATE_SEED. */
function seedGiven(): string | undefined {
  const at = process.argv.indexOf('--seed');
  return (at < 0 ? undefined : process.argv[at + 1]) ?? process.env['GATE_SEED'];
}

/** A gate that changes what it judges has judged another state than it records. */
function changesSince(before: readonly string[] | undefined): Count {
  const known = new Set(before);
  const changed =
    before === undefined ? [] : (workTree(packageRoot())?.changed.filter((file) => !known.has(file)) ?? []);
  const failures = changed.map((file) => `${file} changed while the gate ran: git diff ${file}`);
  return { passed: 0, failed: failures.length, failures };
}

function out(line: string): void {
  process.stdout.write(`${line}\n`);
}
