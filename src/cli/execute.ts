import { join, resolve as resolvePath } from 'node:path';
import { asTyped } from '../files.ts';
import { REPORT } from '../report/json.ts';
import { matchingClauses, type Suite } from '../rules/suite.ts';
import type { Listener } from '../run/choices.ts';
import { budgetFor, planChecks } from '../run/plan.ts';
import { type Reported, type RunSpec, runAndReport } from '../run/run-and-report.ts';
import type { Io } from './io.ts';
import { createProgress, type ProgressOptions, type Telling } from './progress.ts';

/** A run with all it needs, except for the folder of its report. */
export interface Execution extends Omit<RunSpec, 'folder'> {
  readonly depth: NonNullable<RunSpec['depth']>;
}

export interface Kept extends Execution {
  /** The folder for report and journal, as `--report` names it. */
  readonly folder: string;
  readonly telling?: Telling;
}

export interface Executed extends Reported {
  /** Absolute. */
  readonly folder: string;
  /** Where report.json is, as a user would type it. */
  readonly reportPath: string;
}

/** Runs the suite with progress, journal and report. */
export async function execute(
  { folder: reportFolder, telling = 'usual', ...spec }: Kept,
  io: Io,
  listeners: readonly Listener[] = [],
): Promise<Executed> {
  const path = resolvePath(io.cwd, reportFolder);
  const planned: ProgressOptions['planned'] = (choices) => plannedClauses(spec.suiteUnder(choices), spec);
  const done = await watched(
    { ...spec, folder: { path, what: `--report ${reportFolder}` }, reporters: [{ name: 'html' }] },
    io,
    { telling, budget: budgetFor(spec.depth, spec.loaded), planned },
    listeners,
  );
  return { ...done, folder: path, reportPath: asTyped(join(path, REPORT), io.cwd) };
}

/** Runs the suite with progress. The first Ctrl-C ends the run with clean-up and report, the second one ends the process. */
export async function watched(
  spec: RunSpec,
  io: Io,
  options: ProgressOptions = {},
  listeners: readonly Listener[] = [],
): Promise<Reported> {
  const stop = stopOnInterrupt(io);
  const progress = createProgress(io.stderr, options);
  const signal = spec.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, spec.signal]);
  try {
    return await runAndReport({ ...spec, signal }, io, [progress.sink, ...listeners]);
  } finally {
    stop.off();
    progress.end();
  }
}

/** The clause of each check that a run plans under a reading. */
function plannedClauses(suite: Suite, { only = [], depth }: Pick<Execution, 'only' | 'depth'>) {
  const chosen = matchingClauses(suite, only);
  return planChecks(suite.checks, depth).flatMap(({ clause }) =>
    chosen.has(clause) ? [{ id: clause, level: suite.clauses.get(clause)?.level ?? 'MUST' }] : [],
  );
}

/** Aborts `signal` on the first Ctrl-C, and ends the process on the second one. */
function stopOnInterrupt(io: Io): { readonly signal: AbortSignal; readonly off: () => void } {
  const controller = new AbortController();
  const off = io.onInterrupt(() => {
    if (controller.signal.aborted) return io.exit(130);
    io.stderr.write('\nStopping: cleaning up and writing the report. Press Ctrl-C again to exit immediately.\n');
    controller.abort();
  });
  return { signal: controller.signal, off };
}
