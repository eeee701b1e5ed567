import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { type Comparison, compareReports } from '../report/compare.ts';
import { renderConsole, renderEnding } from '../report/console.ts';
import { paintIf } from '../report/console-text.ts';
import { visible } from '../report/escape.ts';
import { renderJson } from '../report/json.ts';
import type { Report } from '../report/model.ts';
import { rehearse, renderRehearsal } from './dry-run.ts';
import type { Executed } from './execute.ts';
import { wantsColour } from './io.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';
import {
  type ChosenReporter,
  refuseSharedFiles,
  replacesSummary,
  reporterOption,
  usualReporters,
  writeReports,
} from './reporters.ts';
import { addOnce, type OnceFlags, type PreparedRun, prepareRun, runOnce, withUrl } from './run-once.ts';

interface RunFlags extends OnceFlags, ResultFlags {
  readonly plan?: boolean;
}

/** `conform run`: the suite against a target of the user's. */
export function addRun(program: Command, context: CommandContext): void {
  const command = program
    .command('run')
    .description('run the suite against a service')
    .argument('[url]', 'where the service is, the same as --base-url');
  addOnce(command)
    .optionsGroup('Result:')
    .option(
      '--plan',
      'send nothing to the target: rehearse the run against the reference service and print what it would send',
    )
    .addOption(OPTIONS.json())
    .addOption(reporterOption())
    .option('--quiet', 'print the last lines alone: the verdict and the exit status')
    .option('--verbose', 'print every request and answer as it happens, too')
    .action((url: string | undefined, flags: RunFlags) => run(withUrl(url, flags), context));
}

async function run(flags: RunFlags, context: CommandContext): Promise<void> {
  const { io } = context;
  refuseSharedFiles(flags.reporter ?? [], flags);
  const prepared = await prepareRun(flags, context);
  if (flags.plan !== true) return tell({ ...(await runOnce(prepared, flags, io)), ...since(prepared) }, flags, context);
  if (!prepared.own)
    throw new UsageError('--plan rehearses against the reference service of this package; another contract has none.');
  const rehearsal = await rehearse(prepared.execution);
  io.stdout.write(
    flags.json === true
      ? `${JSON.stringify(rehearsal, null, 2)}\n`
      : renderRehearsal(rehearsal, prepared.execution.target.baseUrl),
  );
}

function since({ before }: PreparedRun): { readonly before?: Report } {
  return before === undefined ? {} : { before };
}

/** What changed in what this run looked at; the rest was not asked for. */
function sinceThen(before: Report, report: Report): Comparison {
  const seen = new Set(report.clauses.map(({ id }) => id));
  return compareReports({ ...before, clauses: before.clauses.filter(({ id }) => seen.has(id)) }, report);
}

/** What a command may be told about its result. */
export interface ResultFlags {
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly reporter?: readonly ChosenReporter[];
}

/** Prints the result: the report as text, or as JSON and nothing else; and writes it in the formats asked for. */
export function tell(
  { report, reportPath, folder, placeOf, before }: Executed & { readonly before?: Report },
  { json = false, quiet = false, reporter }: ResultFlags,
  { io, coloured, finish }: CommandContext,
): void {
  const chosen = reporter ?? (json ? [] : usualReporters(io.env));
  if (json) {
    io.stdout.write(renderJson(report));
    io.stderr.write(`${visible(report.outcome.sentence)}\n`);
  } else if (!replacesSummary(chosen))
    io.stdout.write(
      (quiet ? renderEnding : renderConsole)(report, {
        paint: paintIf(wantsColour(io, coloured())),
        reportPath,
        ...(before === undefined ? {} : { since: sinceThen(before, report) }),
      }),
    );
  writeReports(report, chosen, { folder, io, placeOf });
  finish(report.outcome.exitStatus);
}
