import { statSync } from 'node:fs';
import { dirname, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { endingOf, renderConsole } from '../report/console.ts';
import { applyGate } from '../report/gate.ts';
import type { Report } from '../report/model.ts';
import type { CommandContext } from './context.ts';
import { addGate, addKnownIn, type GateFlags, gateOf, knownIn } from './gating.ts';
import { say } from './io.ts';
import { readReport } from './read-report.ts';
import {
  type ChosenReporter,
  placesIn,
  refuseSharedFiles,
  refuseUnwritable,
  replacesSummary,
  reporterOption,
  writeReports,
} from './reporters.ts';

interface ReportFlags extends GateFlags {
  readonly target?: string;
  readonly reporter?: readonly ChosenReporter[];
}

/** `conform report`: the report of a run that is over, in any format. */
export function addReport(program: Command, context: CommandContext): void {
  const command = program
    .command('report')
    .description('show the report of a run again, in any format; sends nothing')
    .argument('<run>', 'the folder of a run, or its report.json')
    .addOption(reporterOption());
  addKnownIn(addGate(command)).action((run: string, flags: ReportFlags) => report(run, flags, context));
}

function hasGate({ expectations, baseline, failOn, target }: ReportFlags): boolean {
  return expectations !== undefined || target !== undefined || baseline !== undefined || failOn !== undefined;
}

/** Without a word about it the report stays what the run wrote; with one, what that run let through is not. */
function gatedAnew(written: Report, gate: ((report: Report) => Report) | undefined): Report {
  return gate?.(written) ?? applyGate(written, { expectations: [], failOn: 'must' });
}

async function report(run: string, flags: ReportFlags, { io, contract, paint, finish }: CommandContext): Promise<void> {
  const chosen = flags.reporter ?? [];
  refuseSharedFiles(chosen);
  refuseUnwritable(chosen, io);
  const path = resolvePath(io.cwd, run);
  const written = readReport(run, io.cwd);
  const { loaded, suiteUnder } = await contract();
  const choices = written.run.profile.branches;
  const known = hasGate(flags)
    ? gatedAnew(written, gateOf(flags, { suiteUnder, choices, known: knownIn(flags.target, io) }, io))
    : written;
  const { clauses } = suiteUnder(choices);
  const folder = statSync(path).isDirectory() ? path : dirname(path);
  const unwritten = writeReports(known, chosen, { folder, io, placeOf: placesIn(loaded, clauses, io.cwd) });
  const ending = endingOf(known, unwritten);
  if (!replacesSummary(chosen)) io.stdout.write(renderConsole(known, { paint: paint(), unwritten }));
  else if (unwritten.length > 0) say(io.stderr, ending.line);
  finish(ending.status);
}
