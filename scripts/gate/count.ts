import { relative } from 'node:path';

/** What a step of the gate, or a whole tier, came to. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** What to read of each failure: a line or a few. */
  readonly failures: readonly string[];
}

/** What vitest writes with `--reporter=json`, as far as it is read here. */
interface TestReport {
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

/** A file that cannot be loaded has no failed test of its own, and counts as one. */
export function countOfTests(json: string): Count {
  const report = JSON.parse(json) as TestReport;
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

/** Reads the count from the line of an output that the pattern finds, with the lines before it that begin with a mark of failure. */
export function countIn(pattern: RegExp, marks: RegExp, output: string): Count {
  const match = pattern.exec(output);
  if (match === null) throw new Error('it gave no count');
  const failures = output.split('\n').filter((line) => marks.test(line));
  return { passed: Number(match[1]), failed: Number(match[2]), failures };
}

export function sumOf(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    failures: counts.flatMap(({ failures }) => failures),
  };
}
