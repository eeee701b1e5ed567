import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allHostile } from '../../fixtures/hostile/index.ts';
import { packageRoot } from '../../src/package.ts';
import { inPart } from '../gate/part.ts';
import { createRunner } from './child.ts';
import { type Row, robustnessPage } from './page.ts';
import { faultsOf, LIMITS } from './verify.ts';

/**
 * `npm run hostile [id or group…] [--write]`: a run against each hostile target, in a process with a limit on its memory. The
 * gate draws one of each group for `npm test`. The last line is `N passed, N failed`; `--write` makes docs/robustness.md of it.
 */

/** So many processes, each with its own targets: most of the time they wait. */
const SIDE_BY_SIDE = 6;

/** So small a share of a group draws one of it. */
const ONE = 0.001;

const words = process.argv.slice(2);
const writes = words.includes('--write');
const wanted = words.filter((word) => !word.startsWith('--'));
const named = allHostile.filter(
  ({ id, group }) => wanted.length === 0 || wanted.includes(id) || wanted.includes(group),
);
const groups = [...new Set(named.map(({ group }) => group))];
const chosen = groups.flatMap((group) =>
  inPart(
    named.filter((hostile) => hostile.group === group),
    ONE,
    ({ id }) => id,
  ),
);

const queue = [...chosen];
const rows = new Map<string, Row>();

async function work(): Promise<void> {
  const runner = createRunner({ heapMb: LIMITS.heapMb, seconds: LIMITS.hangsAfterSeconds });
  for (let hostile = queue.shift(); hostile !== undefined; hostile = queue.shift()) {
    const ended = await runner.run(hostile);
    const faults = faultsOf(hostile, ended);
    rows.set(hostile.id, { hostile, ended, faults });
    const { status, seconds, peakMb = 0, cpuSeconds = 0, idleSeconds = 0, report, err } = ended;
    const times = `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} of CPU, ${idleSeconds.toFixed(1)} waiting)`;
    const facts = `exit ${status}  ${times}  ${peakMb.toFixed(0)} MB`;
    const said = faults.length === 0 ? (report?.outcome.sentence ?? err.trim().split('\n').at(-1)) : faults.join('; ');
    process.stdout.write(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${hostile.id.padEnd(28)} ${facts}  ${said}\n`);
  }
  runner.close();
}

await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
const done = chosen.flatMap(({ id }) => rows.get(id) ?? []);
const failed = done.filter(({ faults }) => faults.length > 0).length;
if (writes) writeFileSync(join(packageRoot(), 'docs/robustness.md'), robustnessPage(done));
process.stdout.write(`\n${done.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
