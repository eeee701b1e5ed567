import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The tiers of the gate, named by their scripts. */
export type Tier = 'test' | 'proof';

/** What one tier came to. */
interface TierCount {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** What was tried: the commit, whether the files differ from it, and what the seed drew of it. */
export interface Tried {
  readonly commit: string;
  readonly dirty: boolean;
  readonly seed: string;
}

/** reports/gate.json: the last gate. After `npm test` alone it has no seconds of the proof. */
export interface GateRecord extends Tried {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: Partial<Record<Tier, number>>;
  readonly tiers: Partial<Record<Tier, TierCount>>;
}

/** The record with a tier more. What another commit or another draw came to does not belong to it; `test` begins anew. */
export function withTier(
  before: GateRecord | undefined,
  { commit, dirty, seed }: Tried,
  tier: Tier,
  count: TierCount,
): GateRecord {
  const test = tier === 'proof' && before?.commit === commit && before.seed === seed ? before.tiers.test : undefined;
  const tiers = { ...(test === undefined ? {} : { test }), [tier]: count };
  const all = Object.entries(tiers);
  return {
    commit,
    dirty: dirty || (test !== undefined && before?.dirty === true),
    seed,
    passed: all.reduce((sum, [, { passed }]) => sum + passed, 0),
    failed: all.reduce((sum, [, { failed }]) => sum + failed, 0),
    seconds: Object.fromEntries(all.map(([name, { seconds }]) => [name, seconds])),
    tiers,
  };
}

export function readRecord(path: string): GateRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as GateRecord;
  } catch {
    return undefined;
  }
}

export function writeRecord(path: string, record: GateRecord): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`);
}

/** The state of the files: their commit, and those that differ from it. Without git nothing is known of either. */
export interface WorkTree {
  readonly commit: string;
  readonly changed: readonly string[];
}

export function workTree(folder: string): WorkTree | undefined {
  try {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const changed = git('status', '--porcelain').split('\n').filter(Boolean);
    return { commit: git('rev-parse', 'HEAD').trim(), changed: changed.map((line) => line.slice(3)) };
  } catch {
    return undefined;
  }
}
