import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { allHostile, type Hostile } from '../../fixtures/hostile/index.ts';
import { packageRoot } from '../../src/package.ts';
import { createRunner } from './child.ts';
import { type Row, robustnessPage } from './page.ts';
import { faultsOf, LIMITS } from './verify.ts';

/**
 * `npm run hostile [id or group…] [--gate] [--write]`: a run against each hostile target, in a process with a limit on its
 * memory; with `--gate`, some of each group, those that take long ones only here and there. The last line is
 * `N passed, N failed`; `--write` makes docs/robustness.md of it.
 */

/** On a machine that does much else at the same time, the more the more it does. */
const SLACK = 3 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
/** So many processes, each with its own targets. */
const SIDE_BY_SIDE = 2;

/** Of every group so much, and of those whose targets take seconds each less. */
const SHARE: Readonly<Record<string, number>> = {
  'large answers': 0.3,
  'limits and slowness': 0.3,
  'what is created': 0.4,
  'texts that mean something elsewhere': 0.4,
};
const USUAL_SHARE = 0.5;

const words = process.argv.slice(2);
const writes = words.includes('--write');
const wanted = words.filter((word) => !word.startsWith('--'));
const named = allHostile.filter(
  ({ id, group }) => wanted.length === 0 || wanted.includes(id) || wanted.includes(group),
);
const chosen = words.includes('--gate') ? someOfEach(named) : named;

const queue = [...chosen];
const rows = new Map<string, Row>();

/** An even spread over each group. */
function someOfEach(all: readonly Hostile[]): readonly Hostile[] {
  return [...new Set(all.map(({ group }) => group))].flatMap((group) => {
    const own = all.filter((hostile) => hostile.group === group);
    const share = SHARE[group] ?? USUAL_SHARE;
    return own.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
  });
}

async function work(): Promise<void> {
  const runner = createRunner({ heapMb: LIMITS.heapMb, seconds: LIMITS.seconds * SLACK });
  for (let hostile = queue.shift(); hostile !== undefined; hostile = queue.shift()) {
    const ended = await runner.run(hostile);
    const faults = faultsOf(hostile, ended, SLACK);
    rows.set(hostile.id, { hostile, ended, faults });
    const { status, seconds, peakMb = 0, cpuSeconds = 0, report, err } = ended;
    const facts = `exit ${status}  ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} of CPU)  ${peakMb.toFixed(0)} MB`;
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
