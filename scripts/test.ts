import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/**
 * `npm test`: every gate of the project, and all of them even where one fails. Those that only read files go side by side, and so
 * do the last three, which together keep the cores busy. What failed is told once more at the end, where whoever sees only the
 * tail of a log finds it. The last line is `N passed, N failed`: the unit tests and the mutants, with one more failure for each
 * gate that fails without counting.
 */
interface Count {
  readonly passed: number;
  readonly failed: number;
  /** What to read of each failure: a line or a few. */
  readonly failures: readonly string[];
}

interface Gate {
  readonly name: string;
  readonly script: string;
  /** Reads what the gate counted; without it a gate only succeeds or fails. */
  readonly count?: (output: string) => Count;
  readonly args?: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'conform-test-'));
const unitReport = join(folder, 'unit.json');
const packageReport = join(folder, 'package.json');

/** One after the other; the gates of each go side by side, and show what they say at their end where there are several. */
const stages: readonly (readonly Gate[])[] = [
  [
    { name: 'Lint and format', script: 'lint' },
    { name: 'Types', script: 'types' },
    { name: 'Dead code', script: 'knip' },
    { name: 'Contract document', script: 'lint:spec' },
  ],
  [
    {
      name: 'Unit tests',
      script: 'test:unit',
      args: ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
      count: () => countOfUnitTests(unitReport),
    },
  ],
  [
    {
      name: 'The package, packed and installed',
      script: 'test:package',
      args: ['--reporter=default', '--reporter=json', `--outputFile.json=${packageReport}`],
      count: () => countOfUnitTests(packageReport),
    },
    {
      name: 'Hostile targets (the rest with npm run hostile)',
      script: 'hostile',
      args: ['--gate'],
      count: countIn(/^(\d+) passed, (\d+) failed$/mu),
    },
    {
      name: 'Matrix of clauses, checks and mutants',
      script: 'matrix',
      count: countIn(/^matrix: (\d+) passed, (\d+) failed$/mu),
    },
  ],
];

const total = { passed: 0, failed: 0 };
const failures: string[] = [];
for (const stage of stages)
  for (const count of await Promise.all(stage.map((gate) => pass(gate, stage.length > 1)))) {
    total.passed += count.passed;
    total.failed += count.failed;
    failures.push(...count.failures);
  }
rmSync(folder, { recursive: true, force: true });
if (failures.length > 0) out(`\n== What failed\n${failures.join('\n')}`);
out(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function pass({ name, script, args = [], count }: Gate, isBeside: boolean): Promise<Count> {
  const started = performance.now();
  const title = `\n== ${name} (npm run ${script})`;
  if (!isBeside) out(title);
  const command = ['run', '--silent', script, ...(args.length === 0 ? [] : ['--', ...args])];
  const { status, output } = await run(command, isBeside);
  if (isBeside) out(`${title}\n${output.trimEnd()}`);
  const counted = count === undefined ? { passed: 0, failed: 0, failures: [] } : safely(() => count(output));
  const failed = status !== 0 && counted.failed === 0 ? 1 : counted.failed;
  out(`== ${name}: ${failed === 0 ? 'ok' : 'FAILED'} after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const isUntold = failed > 0 && counted.failures.length === 0;
  return { ...counted, failed, failures: isUntold ? [`${name} (npm run ${script})`] : counted.failures };
}

/** Runs npm, and gives what it wrote; that is shown as it comes, unless it is to be shown at the end. */
function run(
  args: readonly string[],
  isBeside: boolean,
): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { stdio: ['ignore', 'pipe', isBeside ? 'pipe' : 'inherit'] });
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

/** A file that cannot be loaded has no failed test of its own, and counts as one. */
function countOfUnitTests(file: string): Count {
  const report = JSON.parse(readFileSync(file, 'utf8')) as UnitReport;
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const where = relative(process.cwd(), name);
      const tests = assertionResults.filter((one) => one.status === 'failed');
      if (tests.length === 0) return [failure(where, message)];
      return tests.map(({ fullName, failureMessages }) =>
        failure(`${where} > ${fullName}`, failureMessages.join('\n')),
      );
    });
  return { passed: report.numPassedTests, failed: failures.length, failures };
}

/** The place of a failure, and the first lines of what it says. */
function failure(place: string, message: string): string {
  const lines = message.split('\n').slice(0, 12);
  return [place, ...lines.map((line) => `    ${line.slice(0, 300)}`)].join('\n');
}

interface UnitReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function countIn(pattern: RegExp): (output: string) => Count {
  return (output) => {
    const match = pattern.exec(output);
    if (match === null) throw new Error('the gate told no count');
    return { passed: Number(match[1]), failed: Number(match[2]), failures: [] };
  };
}

/** A gate that broke before it counted is one failure. */
function safely(count: () => Count): Count {
  try {
    return count();
  } catch (error) {
    out(`== ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1, failures: [] };
  }
}

function out(line: string): void {
  process.stdout.write(`${line}\n`);
}
