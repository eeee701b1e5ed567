import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, serve } from './service.ts';

export interface DeepFigures {
  readonly requests: number;
  readonly seconds: number;
  readonly peakMb: number;
}

export interface ColdStart {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMb: number;
}

/** Deep runs of different lengths, each in a process of its own. */
export async function measureDeep(budgets: readonly number[]): Promise<readonly DeepFigures[]> {
  const figures: DeepFigures[] = [];
  for (const budget of budgets) {
    const serving = await serve();
    try {
      const { out } = await child([
        fileURLToPath(new URL('./deep-run.js', import.meta.url)),
        String(budget),
        JSON.stringify(serving.target),
      ]);
      figures.push(JSON.parse(out) as DeepFigures);
    } finally {
      await serving.close();
    }
  }
  return figures;
}

const COLD_STARTS = 3;

/** `conform demo` from nothing to its verdict: what a newcomer waits for. */
export async function measureColdStart(): Promise<ColdStart> {
  const command = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
  const usage = new URL('./usage.js', import.meta.url).href;
  const runs: ColdStart[] = [];
  for (let turn = 0; turn < COLD_STARTS; turn += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'conform-bench-'));
    const started = performance.now();
    const { used } = await child(['--import', usage, command, 'demo', '--report', folder]);
    runs.push({
      ...(JSON.parse(used) as Omit<ColdStart, 'wallSeconds'>),
      wallSeconds: (performance.now() - started) / 1000,
    });
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    cpuSeconds: median(runs.map((run) => run.cpuSeconds)),
    wallSeconds: median(runs.map((run) => run.wallSeconds)),
    peakMb: median(runs.map((run) => run.peakMb)),
  };
}

/** Runs node to its end; a status other than 0 is our own mistake. */
function child(argv: readonly string[]): Promise<{ readonly out: string; readonly used: string }> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const [out, err, used]: [string[], string[], string[]] = [[], [], []];
    started.stdout?.on('data', (chunk: Buffer) => out.push(chunk.toString()));
    started.stderr?.on('data', (chunk: Buffer) => err.push(chunk.toString()));
    started.stdio[3]?.on('data', (chunk: Buffer) => used.push(chunk.toString()));
    started.once('error', reject);
    started.once('close', (code) =>
      code === 0
        ? resolve({ out: out.join(''), used: used.join('') })
        : reject(new Error(`${argv.join(' ')} ended with ${code ?? 'a signal'}: ${err.join('').slice(-2000)}`)),
    );
  });
}
