import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { type Comparison, compareReports } from '../../report/compare.ts';
import { endingOf, renderConsole, renderVerdict } from '../../report/console.ts';
import { renderJson } from '../../report/json.ts';
import type { Report } from '../../report/model.ts';
import { clausesToRerun } from '../../report/rerun.ts';
import {
  refuseSharedFiles,
  refuseUnwritable,
  replacesSummary,
  usualReporters,
  writeReports,
} from '../../report/write-reports.ts';
import type { CommandContext } from '../context.ts';
import type { Executed } from '../execute.ts';
import { say } from '../io.ts';
import { dryRun, renderDryRun } from '../look/dry-run.ts';
import { addFlags, addOnce, type FlagsOf, flag, type OnceFlags, RESULT } from '../options.ts';
import { earlierRun, onUrl, prepareRun, runOnce } from '../run-once.ts';

const OWN = {
  plan: flag(
    '--plan',
    'send nothing to the target: make a dry run against the reference service and print what it would send',
  ),
  ...RESULT,
  quiet: flag('--quiet', 'print the last lines alone: the verdict and the exit status'),
  verbose: flag('--verbose', 'print every request and answer as it happens, too'),
};

type RunFlags = OnceFlags & FlagsOf<typeof OWN>;

/** `conform run`: runs the suite against the user's target. */
export function addRun(program: Command, context: CommandContext): void {
  const command = program
    .command('run')
    .description('run the suite against a service')
    .argument('[url]', 'address of the service, the same as --base-url');
  addFlags(addOnce(command), OWN).action(onUrl(run, context));
}

async function run(flags: RunFlags, context: CommandContext): Promise<void> {
  const { io } = context;
  if (flags.quiet === true && flags.verbose === true)
    throw new UsageError('--quiet and --verbose are both given; give one of them.');
  refuseSharedFiles(flags.reporter ?? [], flags.json);
  const before = earlierRun(flags, io.cwd);
  if (before?.run.complete === true && clausesToRerun(before) === undefined) {
    say(io.stdout, `Nothing to run again: ${flags.failed ?? ''} found nothing broken.`);
    return;
  }
  const prepared = await prepareRun(flags, context, before);
  refuseUnwritable(flags.reporter ?? [], io);
  if (flags.plan !== true) return tell({ ...(await runOnce(prepared, flags, io)), before }, flags, context);
  if (!prepared.own)
    throw new UsageError(
      '--plan makes its dry run against the reference service of this package; another contract has none.',
    );
  const dry = await dryRun(prepared.execution);
  if (flags.json === true) io.stdout.write(renderJson(dry));
  else io.stdout.write(renderDryRun(dry, prepared.execution.target.baseUrl));
}

/** The changes since an earlier run, only for the clauses of this run. */
function changesSince(before: Report, report: Report): Comparison {
  const seen = new Set(report.clauses.map(({ id }) => id));
  return compareReports({ ...before, clauses: before.clauses.filter(({ id }) => seen.has(id)) }, report);
}

/** How a result is printed. */
export type ResultFlags = FlagsOf<typeof RESULT> & { readonly quiet?: boolean | undefined };

/** A finished run, the run to compare it with, and a remark. */
export interface FinishedRun extends Executed {
  readonly before?: Report | undefined;
  /** Printed before the verdict at the end. */
  readonly remark?: string;
}

/**
 * Writes the result in the chosen formats, and prints it as text or as JSON only. If a report could not be written, the exit
 * status is that of wrong usage, and the last line says so.
 */
export function tell(
  { report, reportPath, folder, placeOf, before, remark, unwritten: unwrittenBefore }: FinishedRun,
  { json = false, quiet = false, reporter }: ResultFlags,
  { io, paint, finish }: CommandContext,
): void {
  const reporters = reporter ?? (json ? [] : usualReporters(io.env));
  const unwritten = [...unwrittenBefore, ...writeReports(report, reporters, { folder, outside: io, placeOf })];
  const ending = endingOf(report, unwritten);
  if (json) io.stdout.write(renderJson(report));
  if (json || replacesSummary(reporters)) {
    say(io.stderr, report.outcome.sentence);
    if (ending.status !== 0) say(io.stderr, ending.line);
  } else
    io.stdout.write(
      (quiet ? renderVerdict : renderConsole)(report, {
        paint: paint(),
        reportPath,
        unwritten,
        remark,
        since: before && changesSince(before, report),
      }),
    );
  finish(ending.status);
}
