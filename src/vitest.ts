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
import { runHosted } from './run-conformance.ts';
import { type HostOptions, hostOptions, type VitestOptions } from './vitest-options.ts';

export { type HostOptions, optionsFromEnvironment, type VitestOptions } from './vitest-options.ts';

/** As much of vitest's test context as is used. */
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

/** vitest's own functions, from the caller: so its version is the caller's affair. */
export interface HostFunctions {
  describe(name: string, body: () => void): unknown;
  test(name: string, options: { readonly timeout: number }, body: (context: HostContext) => Promise<void>): unknown;
}

/**
 * All that a test file needs: one test per clause, grouped by operation. Without a target the environment gives it:
 * CONFORM_BASE_URL or CONFORM_TARGET, else conform.yaml in the folder; besides CONFORM_PROFILE, CONFORM_STRICT,
 * CONFORM_REPORTER and CONFORM_REPORT (a folder for report.json and the journal). Rejects with a UsageError where there is none.
 */
export async function conformance(options: VitestOptions = {}): Promise<void> {
  const { describe, test } = await import('vitest');
  await conformanceTests({ describe, test } as unknown as HostFunctions, await hostOptions(options));
}

/**
 * Makes one test per clause, grouped by operation. The engine runs once, when the first test needs a verdict, and sends
 * what the chosen clauses need; a test reports a verdict and decides nothing. Await it at the top of a test file.
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
    tell(await running, id, options.strict === true, context);
  };
  for (const [group, members] of groupBy(clauses, ({ operation, id }) => operation ?? ownerOf(id)))
    describe(group, () => {
      for (const { id } of members) test(id, { timeout: 0 }, (context) => report(id, context));
    });
}

/** The clauses whose tests will run: a filter of vitest's leaves the others in the mode `skip`. */
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

/** What is let through is skipped with the reason; `fail` and `error` throw, `warn` passes with an annotation and a warning unless the run is strict, what was not shown is skipped with its reason. */
function tell(report: Report, id: string, strict: boolean, context: HostContext): void {
  const result = report.clauses.find((clause) => clause.id === id);
  if (result === undefined) return setAside(report, result, context);
  if (result.excused !== undefined) return void context.skip(result.excused);
  const healed = report.gate?.known.find(({ passing }) => passing.some((pattern) => matches(pattern, id)));
  if (healed !== undefined)
    throw new Error(`This known failure passes now; remove it from the list: ${healed.passing.join(', ')}`);
  switch (result.verdict) {
    case 'pass':
      return;
    case 'fail':
      throw new Error(wordsOf(report, result));
    case 'warn':
      if (strict || report.gate?.failOn === 'should') throw new Error(wordsOf(report, result));
      context.annotate?.(wordsOf(report, result), 'warning');
      // Most reporters of vitest keep the annotations of a test that passes to themselves.
      process.stderr.write(`\n${wordsOf(report, result)}\n`);
      return;
    case 'error':
      throw new Error(`The suite itself failed; this says nothing about the target.\n${result.reason ?? ''}`);
    case 'inconclusive':
    case 'skip':
      return setAside(report, result, context);
    default:
      return result.verdict satisfies never;
  }
}

/** A run that was cut short, or in which nothing was shown, is not set aside quietly: vitest calls a run of skips green. */
function setAside({ run, outcome, clauses }: Report, result: ClauseResult | undefined, context: HostContext): void {
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
