import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { EXPECTATIONS } from '../../config/expectations.ts';
import { endingOf, renderConsole } from '../../report/console.ts';
import { applyGate } from '../../report/gate.ts';
import type { Report } from '../../report/model.ts';
import { placesIn } from '../../report/places.ts';
import { folderOfRun, latestRun, readReport } from '../../report/read-report.ts';
import { refuseSharedFiles, refuseUnwritable, replacesSummary, writeReports } from '../../report/write-reports.ts';
import { gateOf, knownIn } from '../../run/gating.ts';
import type { CommandContext } from '../context.ts';
import { type Io, say } from '../io.ts';
import { addFlags, type FlagsOf, GATE, KNOWN_IN, shared } from '../options.ts';

const OWN = { ...shared('reporter'), ...GATE, ...KNOWN_IN };

type ReportFlags = FlagsOf<typeof OWN>;

/** `conform report`: the report of a run that is over, in any format. */
export function addReport(program: Command, context: CommandContext): void {
  const command = program
    .command('report')
    .description('show the report of a run again, in any format; sends nothing')
    .argument('[run]', 'the folder of a run, or its report.json (default: the latest run)');
  addFlags(command, OWN).action((run: string | undefined, flags: ReportFlags) =>
    report(run ?? latestRun(context.io.cwd), flags, context),
  );
}

/** Does a flag or a file of the folder say what is let through? */
function hasGate({ expectations, baseline, failOn, target }: ReportFlags, known: unknown, { cwd }: Io): boolean {
  const given = [known, expectations, target, baseline, failOn];
  return existsSync(resolvePath(cwd, EXPECTATIONS)) || given.some((one) => one !== undefined);
}

/** Without a word about it the report stays what the run wrote; with one, what that run let through is not. */
function gatedAnew(written: Report, gate: ((report: Report) => Report) | undefined): Report {
  return gate?.(written) ?? applyGate(written, { expectations: [], failOn: 'must' });
}

async function report(run: string, flags: ReportFlags, { io, contract, paint, finish }: CommandContext): Promise<void> {
  const chosen = flags.reporter ?? [];
  refuseSharedFiles(chosen);
  refuseUnwritable(chosen, io);
  const written = readReport(run, io.cwd);
  const { loaded, suiteUnder } = await contract();
  const choices = written.run.profile.branches;
  const listed = knownIn(flags.target, io);
  const known = hasGate(flags, listed, io)
    ? gatedAnew(written, gateOf(flags, { suiteUnder, choices, known: listed }, io))
    : written;
  const { clauses } = suiteUnder(choices);
  const unwritten = writeReports(known, chosen, {
    folder: folderOfRun(resolvePath(io.cwd, run)),
    outside: io,
    placeOf: placesIn(loaded, clauses, io.cwd, flags.target),
    named: true,
  });
  const ending = endingOf(known, unwritten);
  if (!replacesSummary(chosen)) io.stdout.write(renderConsole(known, { paint: paint(), unwritten }));
  else if (unwritten.length > 0) say(io.stderr, ending.line);
  finish(ending.status);
}
