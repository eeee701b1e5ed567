import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hostile } from '../../fixtures/hostile/index.ts';
import { serveHostile } from '../../fixtures/hostile/serve.ts';
import type { Report } from '../../src/report/model.ts';
import { LATE_OPTIMISING } from '../gate/late-optimising.ts';
import type { Job, JobDone } from './worker.ts';

/** What a run against a hostile target came to, seen from outside of its process. */
export interface Ended {
  /** The exit status; undefined where a signal ended it. */
  readonly status: number | undefined;
  readonly seconds: number;
  /** The most memory that the process held, in megabytes. */
  readonly peakMb?: number;
  readonly cpuSeconds?: number;
  /** How long it waited while the targets, which this process serves, did nothing. */
  readonly idleSeconds?: number;
  readonly out: string;
  readonly err: string;
  readonly report: Report | undefined;
  readonly reportText: string;
  readonly journal: string;
}

export interface Bounds {
  /** The limit on the heap of the child. */
  readonly heapMb: number;
  /** After so long it is ended from outside. */
  readonly seconds: number;
}

/** A process that held more than this at most is not used again. */
const GROWN_MB = 200;

/** Runs `conform run` against hostile targets, one after the other. */
export interface Runner {
  readonly run: (hostile: Hostile) => Promise<Ended>;
  readonly close: () => void;
}

/**
 * All in one process with a limit on its heap; a new one follows on one that broke down, or that had grown: what it held at most
 * is told of the whole process.
 */
export function createRunner({ heapMb, seconds }: Bounds): Runner {
  let worker: ChildProcess | undefined;
  const start = (): ChildProcess =>
    fork(fileURLToPath(new URL('./worker.js', import.meta.url)), {
      execArgv: [`--max-old-space-size=${heapMb}`, LATE_OPTIMISING],
    });
  const end = (): void => {
    worker?.kill('SIGKILL');
    worker = undefined;
  };
  const work = (job: Job): Promise<Outside> => {
    const running = (worker ??= start());
    const started = performance.now();
    const loop = performance.eventLoopUtilization();
    const timer = setTimeout(end, seconds * 1000);
    return new Promise((resolve) => {
      const finish = (outside: Omit<Outside, 'seconds'>): void => {
        clearTimeout(timer);
        running.removeAllListeners();
        resolve({ ...outside, seconds: (performance.now() - started) / 1000 });
      };
      running.once('message', (done: JobDone) => {
        if (done.peakMb > GROWN_MB) end();
        const servedSeconds = performance.eventLoopUtilization(loop).active / 1000;
        finish({ ...done, idleSeconds: Math.max(0, done.idleSeconds - servedSeconds) });
      });
      running.once('exit', (code) => {
        worker = undefined;
        finish({ status: undefined, out: '', err: `the process ended with ${code ?? 'a signal'}` });
      });
      running.send(job);
    });
  };
  return { run: (hostile) => runAgainst(hostile, work), close: end };
}

async function runAgainst(hostile: Hostile, work: (job: Job) => Promise<Outside>): Promise<Ended> {
  const served = await serveHostile(hostile);
  const folder = mkdtempSync(join(tmpdir(), 'conform-hostile-'));
  try {
    const { credentials, samples } = served.service;
    const target = join(folder, 'target.yaml');
    writeFileSync(target, JSON.stringify({ samples }));
    const flags = ['run', '--base-url', served.url, '--target', target, '--allow', 'writes,chat', '--report', folder];
    const env = {
      CONFORM_API_KEY: credentials.apiKey,
      CONFORM_TOKEN: credentials.bearer,
      CONFORM_SESSION: credentials.session,
    };
    const outside = await work({ argv: [...flags, ...(hostile.flags ?? [])], env, cwd: folder });
    const reportText = textOf(join(folder, 'report.json'));
    return { ...outside, reportText, report: parsed(reportText), journal: textOf(join(folder, 'run.ndjson')) };
  } finally {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Outside = Pick<Ended, 'status' | 'seconds' | 'peakMb' | 'cpuSeconds' | 'idleSeconds' | 'out' | 'err'>;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
