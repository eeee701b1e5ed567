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
import { printJson, say } from '../io.ts';
import { dryRun, renderDryRun } from '../look/dry-run.ts';
import { addFlags, addOnce, type FlagsOf, flag, type OnceFlags, RESULT } from '../options.ts';
import { earlierRun, prepareRun, runOnce, withUrl } from '../run-once.ts';

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

/** `conform run`: the suite against a target of the user's. */
export function addRun(program: Command, context: CommandContext): void {
  const command = program
    .command('run')
    .description('run the suite against a service')
    .argument('[url]', 'address of the service, the same as --base-url');
  addFlags(addOnce(command), OWN).action((url: string | undefined, flags: RunFlags) =>
    run(withUrl(url, flags), context),
  );
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
  if (flags.json === true) printJson(io.stdout, dry);
  else io.stdout.write(renderDryRun(dry, prepared.execution.target.baseUrl));
}

/** What changed in what this run looked at; the rest was not asked for. */
function sinceThen(before: Report, report: Report): Comparison {
  const seen = new Set(report.clauses.map(({ id }) => id));
  return compareReports({ ...before, clauses: before.clauses.filter(({ id }) => seen.has(id)) }, report);
}

/** How a result is printed. */
export type ResultFlags = FlagsOf<typeof RESULT> & { readonly quiet?: boolean | undefined };

/** A run that is over, what it is compared with, and what else there is to say. */
export interface FinishedRun extends Executed {
  readonly before?: Report | undefined;
  /** Stands before the verdict at the end. */
  readonly remark?: string;
}

/**
 * Writes the result in the formats asked for, and prints it: the report as text, or as JSON and nothing else. A report that
 * could not be written is worth the exit status of a wrong usage, and the last line says so.
 */
export function tell(
  { report, reportPath, folder, placeOf, before, remark, unwritten: unwrittenYet }: FinishedRun,
  { json = false, quiet = false, reporter }: ResultFlags,
  { io, paint, finish }: CommandContext,
): void {
  const chosen = reporter ?? (json ? [] : usualReporters(io.env));
  const unwritten = [...unwrittenYet, ...writeReports(report, chosen, { folder, outside: io, placeOf })];
  const ending = endingOf(report, unwritten);
  if (json) io.stdout.write(renderJson(report));
  if (json || replacesSummary(chosen)) {
    say(io.stderr, report.outcome.sentence);
    if (ending.status !== 0) say(io.stderr, ending.line);
  } else
    io.stdout.write(
      (quiet ? renderVerdict : renderConsole)(report, {
        paint: paint(),
        reportPath,
        unwritten,
        remark,
        since: before && sinceThen(before, report),
      }),
    );
  finish(ending.status);
}
