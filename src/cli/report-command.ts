import { dirname, resolve as resolvePath } from 'node:path';
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { loadDocument } from '../contract/load.ts';
import { renderConsole } from '../report/console.ts';
import { paintIf } from '../report/console-text.ts';
import { suiteCache } from '../rules/suite.ts';
import { UsageError } from '../errors.ts';
import { wantsColour } from './io.ts';
import type { CommandContext } from './program.ts';
import { readReport } from './read-report.ts';
import {
  type ChosenReporter,
  placesIn,
  refuseSharedFiles,
  replacesSummary,
  reporterOption,
  writeReports,
} from './reporters.ts';

interface ReportFlags {
  readonly reporter?: readonly ChosenReporter[];
}

/** `conform report`: the report of a run that is over, in any format. */
export function addReport(program: Command, context: CommandContext): void {
  program
    .command('report')
    .description('show the report of a run again, in any format; sends nothing')
    .argument('<run>', 'the folder of a run, or its report.json')
    .addOption(reporterOption())
    .action((run: string, flags: ReportFlags) => report(run, flags.reporter ?? [], context));
}

async function report(
  run: string,
  chosen: readonly ChosenReporter[],
  { io, checks, coloured, finish }: CommandContext,
): Promise<void> {
  refuseSharedFiles(chosen);
  const path = resolvePath(io.cwd, run);
  const known = readReport(run, io.cwd);
  const loaded = await loadDocument();
  const { clauses } = suiteCache(loaded, checks)(known.run.profile.branches);
  if (!replacesSummary(chosen)) io.stdout.write(renderConsole(known, { paint: paintIf(wantsColour(io, coloured())) }));
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const unwritten = writeReports(known, chosen, { folder, io, placeOf: placesIn(loaded, clauses) });
  if (unwritten.length > 0) throw new UsageError(`${unwritten.join(', ')} could not be written; give another file.`);
  finish(known.outcome.exitStatus);
}
