import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm test`: every gate of the project, one after the other, and all of them even where one fails. The last line is
 * `N passed, N failed`: the unit tests and the mutants, with one more failure for each gate that fails without counting.
 */
interface Count {
  readonly passed: number;
  readonly failed: number;
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
const gates: readonly Gate[] = [
  { name: 'Lint and format', script: 'lint' },
  { name: 'Types', script: 'types' },
  { name: 'Dead code', script: 'knip' },
  { name: 'Contract document', script: 'lint:spec' },
  {
    name: 'Unit tests',
    script: 'test:unit',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    count: () => countOfUnitTests(unitReport),
  },
  {
    name: 'The package, packed and installed',
    script: 'test:package',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${packageReport}`],
    count: () => countOfUnitTests(packageReport),
  },
  {
    name: 'Matrix of clauses, checks and mutants',
    script: 'matrix',
    count: countIn(/^matrix: (\d+) passed, (\d+) failed$/mu),
  },
  {
    name: 'Hostile targets (the rest with npm run hostile)',
    script: 'hostile',
    args: ['--gate'],
    count: countIn(/^(\d+) passed, (\d+) failed$/mu),
  },
];

const total = { passed: 0, failed: 0 };
for (const gate of gates) {
  const { passed, failed } = await pass(gate);
  total.passed += passed;
  total.failed += failed;
}
rmSync(folder, { recursive: true, force: true });
out(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function pass({ name, script, args = [], count }: Gate): Promise<Count> {
  const started = performance.now();
  out(`\n== ${name} (npm run ${script})`);
  const { status, output } = await run(['run', '--silent', script, ...(args.length === 0 ? [] : ['--', ...args])]);
  const counted = count === undefined ? { passed: 0, failed: 0 } : safely(() => count(output));
  const failed = status !== 0 && counted.failed === 0 ? 1 : counted.failed;
  out(`== ${name}: ${failed === 0 ? 'ok' : 'FAILED'} after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return { passed: counted.passed, failed };
}

/** Runs npm with its output shown as it comes, and gives what it wrote to standard output. */
function run(args: readonly string[]): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      chunks.push(chunk);
      process.stdout.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? 1, output: chunks.join('') }));
  });
}

/** A file that cannot be loaded has no failed test of its own, and counts as one. */
function countOfUnitTests(file: string): Count {
  const report = JSON.parse(readFileSync(file, 'utf8')) as UnitReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

function countIn(pattern: RegExp): (output: string) => Count {
  return (output) => {
    const match = pattern.exec(output);
    if (match === null) throw new Error('the gate told no count');
    return { passed: Number(match[1]), failed: Number(match[2]) };
  };
}

/** A gate that broke before it counted is one failure. */
function safely(count: () => Count): Count {
  try {
    return count();
  } catch (error) {
    out(`== ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

function out(line: string): void {
  process.stdout.write(`${line}\n`);
}
