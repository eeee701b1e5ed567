import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hostile } from '../../fixtures/hostile/index.ts';
import { serveHostile } from '../../fixtures/hostile/serve.ts';
import type { Report } from '../../src/report/model.ts';

/** What a run against a hostile target came to, seen from outside of its process. */
export interface Ended {
  /** The exit status; undefined where a signal ended it. */
  readonly status: number | undefined;
  readonly seconds: number;
  /** The most memory that the process held, in megabytes. */
  readonly peakMb?: number;
  readonly cpuSeconds?: number;
  readonly out: string;
  readonly err: string;
  readonly report: Report | undefined;
  readonly reportText: string;
  readonly journal: string;
}

export interface Bounds {
  /** The limit on the heap of the child. */
  readonly heapMb: number;
  readonly seconds: number;
}

/** Runs `conform run` against a hostile target in a process of its own. */
export async function runAgainst(hostile: Hostile, bounds: Bounds): Promise<Ended> {
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
    const ended = await child([...flags, ...(hostile.flags ?? [])], env, bounds);
    const reportText = textOf(join(folder, 'report.json'));
    return {
      ...ended,
      reportText,
      report: parsed(reportText),
      journal: textOf(join(folder, 'run.ndjson')),
    };
  } finally {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Outside = Pick<Ended, 'status' | 'seconds' | 'peakMb' | 'cpuSeconds' | 'out' | 'err'>;

function child(argv: readonly string[], env: Readonly<Record<string, string>>, bounds: Bounds): Promise<Outside> {
  const command = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
  const probe = new URL('../bench/usage.js', import.meta.url).href;
  const started = performance.now();
  const heap = `--max-old-space-size=${bounds.heapMb}`;
  const running = spawn(process.execPath, [heap, '--import', probe, command, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env,
  });
  const texts: readonly string[][] = [[], [], [], []];
  for (const [index, stream] of running.stdio.entries())
    stream?.on('data', (chunk: Buffer) => void texts[index]?.push(chunk.toString()));
  const timer = setTimeout(() => running.kill('SIGKILL'), bounds.seconds * 1000);
  return new Promise((resolve, reject) => {
    running.once('error', reject);
    running.once('close', (code) => {
      clearTimeout(timer);
      const [, out = '', err = '', used = ''] = texts.map((pieces) => pieces.join(''));
      const usage = used === '' ? {} : (JSON.parse(used) as { readonly peakMb: number; readonly cpuSeconds: number });
      resolve({
        status: code ?? undefined,
        seconds: (performance.now() - started) / 1000,
        ...usage,
        out,
        err,
      });
    });
  });
}

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
