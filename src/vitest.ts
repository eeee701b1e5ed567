import { resolve as resolvePath } from 'node:path';
import { allChecks } from '../suites/index.ts';
import { matches, ownerOf } from './contract/clause-id.ts';
import type { Clause } from './contract/contract.ts';
import { type LoadedDocument, loadDocument } from './contract/load.ts';
import { UsageError } from './errors.ts';
import { groupBy } from './groups.ts';
import { findingText } from './report/console-findings.ts';
import { withRemedy } from './report/facts.ts';
import type { ClauseResult, Finding, Report } from './report/model.ts';
import { nothingTested } from './report/outcome.ts';
import { defaultFolder } from './report/read-report.ts';
import { refuseSharedFiles, refuseUnwritable, writeReports } from './report/write-reports.ts';
import { suiteCache } from './rules/suite.ts';
import { runHosted } from './run/hosted.ts';
import { type HostOptions, hostOptions, type VitestOptions } from './vitest-options.ts';

export { type HostOptions, optionsFromEnvironment, type VitestOptions } from './vitest-options.ts';

/** The part of vitest's test context that is used. */
export interface HostContext {
  readonly task: HostTask;
  skip(reason?: string): unknown;
  annotate?(message: string, type?: string): unknown;
}

interface HostTask {
  readonly name: string;
  readonly mode: string;
  readonly type?: string;
  readonly file?: HostTask;
  readonly tasks?: readonly HostTask[];
}

/** vitest's functions. The caller passes them, and so chooses the version of vitest. */
export interface HostFunctions {
  describe(name: string, body: () => void): unknown;
  test(name: string, options: { readonly timeout: number }, body: (context: HostContext) => Promise<void>): unknown;
}

/**
 * Makes one test per clause, grouped by operation; a test file needs nothing else. Without a target the environment gives it:
 * CONFORM_BASE_URL or CONFORM_TARGET, else conform.yaml in the current folder, and also CONFORM_PROFILE, CONFORM_STRICT,
 * CONFORM_REPORTER and CONFORM_REPORT (a folder for report.json and the journal). Rejects with a UsageError if there is none.
 */
export async function conformance(options: VitestOptions = {}): Promise<void> {
  const { describe, test } = await import('vitest');
  await conformanceTests({ describe, test } as unknown as HostFunctions, await hostOptions(options));
}

/**
 * Makes one test per clause, grouped by operation. The suite runs once, when the first test needs a verdict, and only for the
 * chosen clauses. A test only reports its verdict. Await this function at the top of a test file.
 */
export async function conformanceTests({ describe, test }: HostFunctions, options: HostOptions): Promise<void> {
  refuseSharedFiles(options.reporters ?? []);
  refuseUnwritable(options.reporters ?? [], { cwd: process.cwd() });
  const loaded = await loadDocument();
  const suiteUnder = suiteCache(loaded, options.checks ?? allChecks);
  const clauses = [...suiteUnder(options.profile.branches).clauses.values()];
  let running: Promise<Report> | undefined;
  const report = async (id: string, context: HostContext): Promise<void> => {
    running ??= runOnce(loaded, options, suiteUnder, chosenIn(context.task, clauses));
    reportTo(await running, id, options.strict === true, context);
  };
  for (const [group, members] of groupBy(clauses, ({ operation, id }) => operation ?? ownerOf(id)))
    describe(group, () => {
      for (const { id } of members) test(id, { timeout: 0 }, (context) => report(id, context));
    });
}

/** The clauses whose tests run; empty for all. A filter of vitest gives the other tests the mode `skip`. */
function chosenIn(task: HostTask, clauses: readonly Clause[]): readonly string[] {
  const ids = new Set(clauses.map(({ id }) => id));
  const chosen = testsIn(task.file ?? task)
    .filter(({ name, mode }) => mode === 'run' && ids.has(name))
    .map(({ name }) => name);
  return chosen.length === 0 || chosen.length === clauses.length ? [] : chosen;
}

function testsIn(task: HostTask): readonly HostTask[] {
  return task.tasks === undefined ? [task] : task.tasks.flatMap(testsIn);
}

async function runOnce(
  loaded: LoadedDocument,
  options: HostOptions,
  suiteUnder: ReturnType<typeof suiteCache>,
  only: readonly string[],
): Promise<Report> {
  const { checks = allChecks, reporters = [], gate = {}, folder, target } = options;
  const { report, placeOf } = await runHosted({ ...options, loaded, checks, suiteUnder, gate, only, reporters: [] });
  const unwritten = writeReports(report, reporters, {
    folder: resolvePath(folder ?? defaultFolder(target.baseUrl)),
    outside: { stdout: process.stdout, stderr: process.stderr, env: process.env, cwd: process.cwd() },
    placeOf,
  });
  if (unwritten.length > 0) throw new UsageError(`${unwritten.join(', ')} could not be written.`);
  return report;
}

/** Reports a verdict to vitest. `fail`, `error` and a known failure that passes throw; `warn` only if it fails the run. */
function reportTo(report: Report, id: string, strict: boolean, context: HostContext): void {
  const result = report.clauses.find((clause) => clause.id === id);
  if (result === undefined) return skipOrFail(report, result, context);
  if (result.excused !== undefined) return void context.skip(result.excused);
  const nowPassing = report.gate?.known.find(({ passing }) => passing.some((pattern) => matches(pattern, id)));
  if (nowPassing !== undefined)
    throw new Error(`This known failure passes now; remove it from the list: ${nowPassing.passing.join(', ')}`);
  switch (result.verdict) {
    case 'pass':
      return;
    case 'fail':
      throw new Error(wordsOf(report, result));
    case 'warn':
      if (strict || report.gate?.failOn === 'should') throw new Error(wordsOf(report, result));
      context.annotate?.(wordsOf(report, result), 'warning');
      // Most vitest reporters do not show the annotations of a passing test.
      process.stderr.write(`\n${wordsOf(report, result)}\n`);
      return;
    case 'error':
      throw new Error(`The suite itself failed; this says nothing about the target.\n${result.reason ?? ''}`);
    case 'inconclusive':
    case 'skip':
      return skipOrFail(report, result, context);
    default:
      return result.verdict satisfies never;
  }
}

/** Skips the test. Throws if the run was incomplete or tested nothing, because vitest calls a run of skips a success. */
function skipOrFail({ run, outcome, clauses }: Report, result: ClauseResult | undefined, context: HostContext): void {
  const reason = withRemedy(result?.reason ?? 'no verdict', result?.remedy);
  if (!run.complete || nothingTested(clauses))
    throw new Error(`${outcome.sentence} ${reason.charAt(0).toUpperCase()}${reason.slice(1)}`);
  context.skip(reason);
}

function wordsOf({ findings }: Report, result: ClauseResult): string {
  const cause = findings.find(({ id }) => id === result.finding);
  const own: Finding | undefined = cause?.clause === result.id ? cause : undefined;
  if (own !== undefined) return findingText(own);
  const [first] = result.violations;
  return `${result.text}\nexpected  ${first?.expected ?? ''}\nactual    ${first?.actual ?? ''}${cause === undefined ? '' : `\nIts cause:\n${findingText(cause)}`}`;
}
