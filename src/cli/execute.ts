import { join, relative, resolve as resolvePath } from 'node:path';
import type { Depth } from '../check/target.ts';
import type { Choices } from '../contract/resolve.ts';
import { errorCode, UsageError } from '../errors.ts';
import { madeFolder } from '../files.ts';
import type { Redactor } from '../http/redact.ts';
import { conclude } from '../judge/conclude.ts';
import { buildingReport, buildReport } from '../report/build.ts';
import { REPORT, renderJson, writeWhole } from '../report/json.ts';
import type { Report } from '../report/model.ts';
import { outcome } from '../report/outcome.ts';
import type { PlaceOf } from '../report/place.ts';
import { RUNS } from '../report/read-report.ts';
import { requireComplete } from '../report/require-complete.ts';
import { matchingClauses, type Suite, selectClauses, suiteCache } from '../rules/suite.ts';
import type { RunOptions } from '../run/options.ts';
import { BUDGETS, planChecks } from '../run/plan.ts';
import { runSuite } from '../run/run.ts';
import { expiringTokens } from '../send/expiring-tokens.ts';
import { lockFolder } from '../send/folder-lock.ts';
import { createRecorder, type RunEvent, type RunRecord } from '../send/journal.ts';
import { JOURNAL, openJournal } from '../send/journal-file.ts';
import { inTurns } from '../turns.ts';
import type { Bail } from './bail.ts';
import { type Io, say } from './io.ts';
import { createProgress, type Telling } from './progress.ts';
import type { LimitsSeen } from './rate-limit-warning.ts';
import { placesIn, writeReports } from './reporters.ts';

/** A run that has all it needs. */
export interface Execution extends Omit<RunOptions, 'depth' | 'signal' | 'sink' | 'suiteUnder'> {
  readonly depth: Depth;
  /** Counts clauses that want something from the user as incomplete. */
  readonly requireComplete?: boolean;
  readonly telling?: Telling;
  /** The target file that was named. */
  readonly targetFile?: string;
  /** Sets apart what is let through. */
  readonly gate?: (report: Report) => Report;
  /** Ends the run early. */
  readonly bail?: Bail;
  /** The folder for report and journal. */
  readonly folder: string;
  /** Hears once what the target says of its rate limit. */
  readonly onLimits?: (seen: LimitsSeen) => void;
  /** What is waited for before the first request. */
  readonly ready?: (signal: AbortSignal) => Promise<void>;
}

export interface Executed {
  readonly report: Report;
  /** Absolute. */
  readonly folder: string;
  readonly placeOf: PlaceOf;
  /** Where report.json is, as a user would type it. */
  readonly reportPath: string;
  /** The files that could not be written. */
  readonly unwritten: readonly string[];
}

/**
 * Runs the suite with journal, progress and report. The first Ctrl-C ends it with clean-up and report, the second one at
 * once. Whatever goes wrong after the first request, there is a report.
 */
export async function execute(execution: Execution, io: Io): Promise<Executed> {
  const suiteUnder = suiteCache(execution.loaded, execution.checks);
  // A filter that matches nothing is found out before anything is written.
  selectClauses(suiteUnder(execution.profile.branches), execution.only);
  const placeOf = placesIn(
    execution.loaded,
    suiteUnder(execution.profile.branches).clauses,
    io.cwd,
    execution.targetFile,
  );
  const folder = madeFolder(resolvePath(io.cwd, execution.folder), `--report ${execution.folder}`);
  const unlock = lockFolder(folder);
  const stop = stopOnInterrupt(io);
  try {
    await execution.ready?.(stop.signal);
    for (const text of expiringTokens(execution.target, execution.depth, Date.now())) say(io.stderr, text);
    const report = await collected({ ...execution, suiteUnder }, folder, stop.signal, io);
    const gated = execution.gate === undefined ? report : execution.gate(report);
    const final = execution.requireComplete === true ? requireComplete(gated) : gated;
    writeReport(final, folder);
    const unwritten = writeReports(final, [{ name: 'html' }], { folder, io, placeOf });
    return {
      report: final,
      folder,
      placeOf,
      reportPath: asTyped(join(folder, REPORT), io.cwd),
      unwritten,
    };
  } finally {
    stop.off();
    unlock();
  }
}

/** Throws a UsageError where the disk does not take it; the verdict of a report that nobody can read would be worth nothing. */
function writeReport(report: Report, folder: string): void {
  try {
    writeWhole(join(folder, REPORT), renderJson(report));
  } catch (error) {
    throw new UsageError(
      `the report cannot be written to ${folder} (${errorCode(error)}); give another folder with --report. ${report.outcome.sentence}`,
    );
  }
}

/** The report of a run that has only begun. */
function unfinished(record: RunRecord, suite: Suite): Report {
  return buildReport(record, { suite, results: [], observed: [], contradicted: [], causes: [], setup: [] });
}

async function collected(
  execution: Execution & { readonly suiteUnder: (choices: Choices) => Suite },
  folder: string,
  signal: AbortSignal,
  io: Io,
): Promise<Report> {
  const {
    suiteUnder,
    profile: { name, branches },
  } = execution;
  const recorder = createRecorder();
  let began = false;
  let sent = 0;
  const journal = openJournal(join(folder, JOURNAL));
  const progress = createProgress(io.stderr, {
    telling: execution.telling ?? 'usual',
    budget: BUDGETS[execution.depth],
    planned: (choices) => plannedClauses(suiteUnder(choices), execution),
  });
  let redact: Redactor['text'] = (text) => text;
  const sink = (event: RunEvent, redactor: Redactor): void => {
    redact = redactor.text;
    began = true;
    recorder.sink(event, redactor);
    journal.sink(event, redactor);
    // A process that dies leaves a report that says so, not one of an earlier run.
    if (event.type === 'run') writeReport(unfinished(recorder.record(), suiteUnder(branches)), folder);
    progress.sink(event, redactor);
    execution.bail?.watch(event, suiteUnder);
    if (event.type === 'exchange') sent += 1;
    if (event.type === 'limits') execution.onLimits?.({ ...event, sent: sent + 1 });
  };
  try {
    const { record, conclusion } = await runSuite({
      ...execution,
      profile: { name, branches },
      signal: execution.bail === undefined ? signal : AbortSignal.any([signal, execution.bail.signal]),
      sink,
    });
    return await inTurns(buildingReport(record, conclusion));
  } catch (error) {
    if (!began) throw error;
    return crashed(salvaged(recorder.record(), branches, suiteUnder), error, redact);
  } finally {
    progress.end();
    journal.close();
  }
}

/** The clauses of the checks that a run will try under a reading, one for each. */
function plannedClauses(suite: Suite, { only = [], depth }: Pick<Execution, 'only' | 'depth'>): readonly string[] {
  const chosen = matchingClauses(suite, only);
  return planChecks(suite.checks, depth).flatMap(({ clause }) => (chosen.has(clause) ? [clause] : []));
}

/** The report of what was learnt so far; without verdicts where it is judging that broke. */
function salvaged(record: RunRecord, branches: Choices, suiteUnder: (choices: Choices) => Suite): Report {
  try {
    return buildReport(record, conclude(record, branches, suiteUnder));
  } catch {
    return unfinished(record, suiteUnder(branches));
  }
}

/** What was learnt until the suite itself broke, under an outcome that says so. */
function crashed(report: Report, error: unknown, redact: Redactor['text']): Report {
  const message = redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const sentence = `The suite itself failed: ${message.split('\n')[0] ?? ''}; this says nothing about the target.`;
  return { ...report, outcome: outcome('suite-error', sentence), notes: [...report.notes, message] };
}

/** A path as somebody in `cwd` would type it. */
function asTyped(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') ? path : short;
}

/** The first Ctrl-C asks a run to end well, the second one ends the process. */
export function stopOnInterrupt(io: Io): { readonly signal: AbortSignal; readonly off: () => void } {
  const controller = new AbortController();
  const off = io.onInterrupt(() => {
    if (controller.signal.aborted) return io.exit(130);
    io.stderr.write('\nStopping: cleaning up and writing the report. Press Ctrl-C again to exit immediately.\n');
    controller.abort();
  });
  return { signal: controller.signal, off };
}

/** `reports/2026-11-21T09-44-03-staging.example`: sorted by time, fit for any file system. */
export function defaultFolder(baseUrl: string, now: Date = new Date()): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const host = new URL(baseUrl).host.replaceAll(/[^\w.-]+/gu, '-');
  return join(RUNS, `${time}-${host}`);
}
