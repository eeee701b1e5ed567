import { allHostile } from '../../fixtures/hostile/index.ts';
import { runAgainst } from './child.ts';
import { faultsOf, LIMITS } from './verify.ts';

/**
 * `npm run hostile [id…]`: a run against each hostile target, in a process of its own with a limit on its memory. The last
 * line is `N passed, N failed`.
 */

/** On a machine that does much else at the same time. */
const SLACK = 3;

const wanted = process.argv.slice(2);
const chosen = allHostile.filter(
  ({ id, group }) => wanted.length === 0 || wanted.includes(id) || wanted.includes(group),
);
const count = { failed: 0 };
for (const hostile of chosen) {
  const ended = await runAgainst(hostile, { heapMb: LIMITS.peakMb, seconds: LIMITS.seconds * SLACK });
  const faults = faultsOf(hostile, ended, SLACK);
  if (faults.length > 0) count.failed += 1;
  const { status, seconds, peakMb = 0, cpuSeconds = 0, report } = ended;
  const facts = `exit ${status}  ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} of CPU)  ${peakMb.toFixed(0)} MB`;
  const said =
    faults.length === 0 ? (report?.outcome.sentence ?? ended.err.trim().split('\n').at(-1)) : faults.join('; ');
  process.stdout.write(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${hostile.id.padEnd(28)} ${facts}  ${said}\n`);
}
process.stdout.write(`\n${chosen.length - count.failed} passed, ${count.failed} failed\n`);
process.exitCode = count.failed === 0 ? 0 : 1;
