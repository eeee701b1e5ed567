import { asTyped } from '../files.ts';
import { conclude } from '../judge/conclude.ts';
import type { Redactor } from '../redact/redactor.ts';
import { buildingReport, buildReport } from '../report/build.ts';
import { cleanCommand, judgeCommand } from '../report/command.ts';
import type { Report } from '../report/model.ts';
import { outcome } from '../report/outcome.ts';
import type { PlaceOf } from '../report/places.ts';
import { placesIn } from '../report/places.ts';
import { requireComplete } from '../report/require-complete.ts';
import { type ChosenReporter, type Outside, writeReports } from '../report/write-reports.ts';
import { type Suite, selectClauses } from '../rules/suite.ts';
import { createRecorder, type RunRecord } from '../send/journal.ts';
import { inTurns } from '../turns.ts';
import type { Listener } from './choices.ts';
import type { RunOptions } from './options.ts';
import { runSuite } from './run.ts';
import { openRunFolder, type RunFolder } from './run-folder.ts';

/** The options of a run, and what is done with its report. */
export interface RunSpec extends RunOptions {
  readonly suiteUnder: NonNullable<RunOptions['suiteUnder']>;
  /** Marks the findings that do not fail the run. */
  readonly gate?: ((report: Report) => Report) | undefined;
  /** The folder for report and journal: its absolute path, and `what` messages call it. Without it nothing is written there. */
  readonly folder?: { readonly path: string; readonly what: string } | undefined;
  /** Formats to write the report in, beside report.json. */
  readonly reporters?: readonly ChosenReporter[];
  /** The target file that the user named. */
  readonly targetFile?: string | undefined;
  /** Awaited before the first request. */
  readonly ready?: (signal: AbortSignal | undefined) => Promise<void>;
}

export interface Reported {
  readonly report: Report;
  readonly placeOf: PlaceOf;
  /** The files that could not be written. */
  readonly unwritten: readonly string[];
  /** The error by which the suite itself failed after the run began. The report mentions it. */
  readonly failure?: Error;
}

/**
 * Runs the suite and builds the report, for the command line, the library and the vitest host alike. Once the run has begun
 * there is always a report, even if the suite itself fails. Throws a UsageError for what is wrong before that.
 */
export async function runAndReport(
  spec: RunSpec,
  outside: Outside,
  listeners: readonly Listener[] = [],
): Promise<Reported> {
  const suite = spec.suiteUnder(spec.profile.branches);
  // Throws for a filter that matches nothing, before anything is written.
  selectClauses(suite, spec.only);
  const placeOf = placesIn(spec.loaded, suite.clauses, outside.cwd, spec.targetFile);
  const folder = spec.folder && openRunFolder(spec.folder.path, spec.folder.what);
  try {
    await spec.ready?.(spec.signal);
    const { report: built, ...failed } = await reportOf(
      { ...spec, cleanCommand: cleanCommandOf(spec, outside.cwd) },
      folder && { ...folder, untilTheEnd: underWay(spec, outside.cwd) },
      listeners,
    );
    const gated = spec.gate?.(built) ?? built;
    const report = spec.requireComplete === true ? requireComplete(gated) : gated;
    folder?.save(report);
    const where = { folder: spec.folder?.path ?? outside.cwd, outside, placeOf };
    const unwritten = writeReports(report, spec.reporters ?? [], where);
    return { report, placeOf, unwritten, ...failed };
  } finally {
    folder?.close();
  }
}

function cleanCommandOf({ command, target: { baseUrl }, folder }: RunSpec, cwd: string): string | undefined {
  return folder && cleanCommand({ command, baseUrl }, asTyped(folder.path, cwd));
}

async function reportOf(
  spec: RunSpec,
  folder: (RunFolder & { readonly untilTheEnd: string }) | undefined,
  listeners: readonly Listener[],
): Promise<Pick<Reported, 'report' | 'failure'>> {
  const { suiteUnder, profile } = spec;
  const recorder = createRecorder();
  const all = [recorder.sink, ...(folder === undefined ? [] : [folder.journal]), ...listeners];
  let redact: Redactor['text'] | undefined;
  const sink: Listener = (event, redactor) => {
    redact = redactor.text;
    for (const hear of all) hear(event, redactor);
    // If the process dies, the folder holds a report that says so, not that of an earlier run.
    if (event.type === 'run')
      folder?.save(unfinished({ ...recorder.record(), reason: folder.untilTheEnd }, suiteUnder(profile.branches)));
  };
  try {
    const { record, conclusion } = await runSuite({ ...spec, sink });
    return { report: await inTurns(buildingReport(record, conclusion)) };
  } catch (error) {
    if (redact === undefined) throw error;
    const failure = error instanceof Error ? error : new Error(String(error));
    return { report: crashed(salvaged(recorder.record(), spec), failure, redact), failure };
  }
}

/** What the report of a run says until the run is over. */
function underWay({ command, folder }: RunSpec, cwd: string): string {
  const judge = judgeCommand(command, asTyped(folder?.path ?? cwd, cwd));
  return `it goes on, or it was killed; ${judge} judges what it has recorded`;
}

/** The report of a run that has no results yet. */
function unfinished(record: RunRecord, suite: Suite): Report {
  return buildReport(record, {
    suite,
    declared: suite,
    results: [],
    observed: [],
    contradicted: [],
    causes: [],
    setup: [],
  });
}

/** The report of what was recorded so far; without verdicts if judging itself throws. */
function salvaged(record: RunRecord, { profile: { branches }, suiteUnder }: RunSpec): Report {
  try {
    return buildReport(record, conclude(record, branches, suiteUnder));
  } catch {
    return unfinished(record, suiteUnder(branches));
  }
}

function crashed(report: Report, { stack, message: plain }: Error, redact: Redactor['text']): Report {
  const message = redact(stack ?? plain);
  const sentence = `The suite itself failed: ${message.split('\n')[0] ?? ''}; this says nothing about the target.`;
  return { ...report, outcome: outcome('suite-error', sentence), notes: [...report.notes, message] };
}
