import { allHostile } from '../../fixtures/hostile/index.ts';
import { runAgainst } from './child.ts';

const wanted = process.argv.slice(2);
for (const hostile of allHostile.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  const { status, seconds, peakMb, cpuSeconds, report, journal, err } = await runAgainst(hostile, {
    heapMb: 4000,
    seconds: 90,
  });
  process.stdout.write(
    `${hostile.id.padEnd(28)} exit ${status} ${seconds.toFixed(1)} s (${cpuSeconds?.toFixed(1)} s of CPU) ${peakMb?.toFixed(0)} MB journal ${(journal.length / 1e6).toFixed(1)} MB ${report?.run.requests} requests; ${report?.outcome.sentence}\n${err.split('\n').slice(-4).join('\n').slice(0, 500)}\n`,
  );
}
