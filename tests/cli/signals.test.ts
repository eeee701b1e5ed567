import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allHostile } from '../../fixtures/hostile/index.ts';
import { serveHostile } from '../../fixtures/hostile/serve.ts';
import { inPart } from '../../scripts/gate/part.ts';
import { packageRoot } from '../../src/package.ts';
import { rounds } from '../support/rounds.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Work that a process may do between a signal and its answer, in seconds of its own processor time: other processes do not count. */
const PROMPT_SECONDS = 1;

/** Drawn moments, a round for each; more with MOMENTS=40. */
const MOMENTS = inPart(rounds(Number(process.env['MOMENTS'] ?? 6)), 1 / 3, String);

/** The processor time of a process so far, in seconds, as Linux tells it in hundredths; elsewhere that of the clock. */
function cpuClock(pid: number): () => number {
  const state = { seconds: 0 };
  return () => {
    try {
      state.seconds = cpuSeconds(pid);
    } catch {
      // It has ended: what it had taken then stands.
    }
    return state.seconds;
  };
}

function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return performance.now() / 1000;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /u, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Have all requests been sent, so that it is concluding, or writing its report? */
function hasSentAll(journal: string): boolean {
  try {
    const file = openSync(journal, 'r');
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, 400));
    readSync(file, tail, 0, tail.length, Math.max(0, size - tail.length));
    closeSync(file);
    return tail.toString('utf8').includes('"type":"end"');
  } catch {
    return false;
  }
}

/** When a run is struck: after so much work of its own, or so much work after its last request. */
interface Strike {
  readonly signal: NodeJS.Signals;
  readonly target: string;
  readonly after: 'begin' | 'last request';
  readonly cpuSeconds: number;
}

/** Strikes a run against large answers that are wrong throughout; gives the processor time until it says that it stops. */
async function promptness({ signal, target, after, cpuSeconds: work }: Strike): Promise<number> {
  const hostile = allHostile.find(({ id }) => id === target);
  if (hostile === undefined) throw new Error('there is no such target');
  const served = await serveHostile(hostile);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ samples: served.service.samples }));
  const argv = ['run', served.url, '--target', join(folder, 'target.json'), '--only', 'papers', '--report', folder];
  const child = spawn(process.execPath, [join(packageRoot(), 'dist/src/cli/main.js'), ...argv], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = { text: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said.text += text));
  const closed = new Promise((resolve) => child.on('close', resolve));
  try {
    const clock = cpuClock(child.pid ?? 0);
    const begun = (): boolean => said.text.includes('Testing');
    // One that has done all its work and is struck then ends by the signal itself.
    const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
    const since: { seconds?: number } = {};
    const hasCome = () => (after === 'begin' ? begun() : hasSentAll(join(folder, 'run.ndjson')));
    const isTime = (): boolean => {
      if (since.seconds === undefined && begun() && hasCome()) since.seconds = clock();
      return since.seconds !== undefined && clock() - since.seconds >= work;
    };
    while (!isTime() && isRunning()) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = clock();
    child.kill(signal);
    while (!said.text.includes('Stopping:') && isRunning()) await new Promise((resolve) => setTimeout(resolve, 10));
    return said.text.includes('Stopping:') ? clock() - before : 0;
  } finally {
    child.kill('SIGKILL');
    await closed;
    await served.close();
  }
}

const anyStrike: fc.Arbitrary<Strike> = fc.record({
  signal: fc.constantFrom('SIGINT', 'SIGTERM'),
  target: fc.constantFrom('items-10000', 'objects-3mb', 'items-50000'),
  after: fc.constantFrom('begin', 'last request'),
  cpuSeconds: fc.double({ min: 0, max: 3, noNaN: true }),
});

test('a signal is obeyed within a second of work, at any moment, also while large answers are judged and the report is written', async () => {
  for (const strike of MOMENTS.flatMap((seed) => fc.sample(anyStrike, { numRuns: 1, seed })))
    expect(await promptness(strike), JSON.stringify(strike)).toBeLessThan(PROMPT_SECONDS);
});
