import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** What a tier does, as lines of bash: it leaves a record, or ends before it does. */
interface Tiers {
  readonly test: string;
  readonly proof: string;
}

/** Runs `.ci/run` with tiers that stand in for the real ones; gives what came of it. */
function ciRun({ test: first, proof }: Tiers): { readonly status: number | null; readonly lines: readonly string[] } {
  const folder = temporaryFolder();
  for (const name of ['.ci', 'bin', 'reports']) mkdirSync(join(folder, name));
  copyFileSync(join(packageRoot(), '.ci', 'run'), join(folder, '.ci', 'run'));
  writeFileSync(join(folder, 'reports', 'gate.json'), record(999, 0));
  const npm = `#!/usr/bin/env bash\ncase "$*" in test) ${first} ;; "run proof") ${proof} ;; esac\n`;
  for (const [name, text] of [
    ['npm', npm],
    ['chromium', '#!/usr/bin/env bash\n'],
  ] as const) {
    writeFileSync(join(folder, 'bin', name), text);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
  const { status, stdout } = spawnSync('bash', [join(folder, '.ci', 'run')], { env, encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
}

function record(passed: number, failed: number): string {
  return JSON.stringify({ passed, failed });
}

const leaves = (passed: number, failed: number, status = 0): string =>
  `echo ran; echo '${record(passed, failed)}' > reports/gate.json; exit ${status}`;

test.each([
  { name: 'both pass', test: leaves(3, 0), proof: leaves(8, 0), status: 0, last: '8 passed, 0 failed' },
  { name: 'the first fails', test: leaves(3, 1, 1), proof: leaves(8, 1), status: 1, last: '8 passed, 1 failed' },
  { name: 'the second fails', test: leaves(3, 0), proof: leaves(8, 2, 1), status: 1, last: '8 passed, 2 failed' },
  { name: 'the second breaks', test: leaves(3, 0), proof: 'echo ran; exit 1', status: 1, last: '3 passed, 1 failed' },
  { name: 'both break', test: 'echo ran; exit 1', proof: 'echo ran; exit 1', status: 1, last: '0 passed, 1 failed' },
])('.ci/run where $name', ({ status, last, ...tiers }) => {
  const done = ciRun(tiers);
  expect(done.lines.filter((line) => line === 'ran')).toHaveLength(2);
  expect([done.status, done.lines.at(-1)]).toEqual([status, last]);
});
