import { spawn } from 'node:child_process';
import type { Count } from './count.ts';

/** A script of package.json that a tier runs. */
export interface Step {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  /** Reads what the step counted from what it wrote; without it a step only succeeds or fails. */
  readonly count?: (output: string) => Count;
}

type Environment = Readonly<Record<string, string>>;

/** Runs the steps side by side. The output of a single one is written as it comes, that of several at the end of each. */
export function runSideBySide(steps: readonly Step[], env: Environment): Promise<readonly Count[]> {
  return Promise.all(steps.map((step) => runStep(step, env, steps.length > 1)));
}

async function runStep(step: Step, env: Environment, isBeside: boolean): Promise<Count> {
  const { name, script, args = [] } = step;
  const started = performance.now();
  const title = `\n== ${name} (npm run ${script})`;
  if (!isBeside) out(title);
  const command = ['run', '--silent', script, ...(args.length === 0 ? [] : ['--', ...args])];
  const { status, output } = await runNpm(command, env, isBeside);
  if (isBeside) out(`${title}\n${output.trimEnd()}`);
  const count = countOf(step, status, output);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  out(`== ${name}: ${count.failed === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
  return count;
}

/** A step that fails without counting, or breaks before it counts, is one failure. */
export function countOf({ name, script, count }: Step, status: number, output: string): Count {
  const whole = (reason = ''): Count => ({ passed: 0, failed: 1, failures: [`${name} (npm run ${script})${reason}`] });
  try {
    const counted = count?.(output) ?? { passed: 0, failed: 0, failures: [] };
    if (counted.failed === 0) return status === 0 ? counted : { ...whole(), passed: counted.passed };
    return counted.failures.length > 0 ? counted : { ...counted, failures: whole().failures };
  } catch (error) {
    return whole(`: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function runNpm(
  args: readonly string[],
  env: Environment,
  isBeside: boolean,
): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', isBeside ? 'pipe' : 'inherit'],
    });
    const chunks: string[] = [];
    const take = (chunk: string): void => {
      chunks.push(chunk);
      if (!isBeside) process.stdout.write(chunk);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? 1, output: chunks.join('') }));
  });
}

function out(line: string): void {
  process.stdout.write(`${line}\n`);
}
