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

/** `conform report`: shows or writes the report of a finished run, in any format. */
export function addReport(program: Command, context: CommandContext): void {
  const command = program
    .command('report')
    .description('show the report of a run again, in any format; sends nothing')
    .argument('[run]', 'the folder of a run, or its report.json (default: the latest run)');
  addFlags(command, OWN).action((run: string | undefined, flags: ReportFlags) =>
    report(run ?? latestRun(context.io.cwd), flags, context),
  );
}

/** Do the flags, the target file or expectations.yaml say which failures to let through? */
function hasGate({ expectations, baseline, failOn, target }: ReportFlags, known: unknown, { cwd }: Io): boolean {
  const given = [known, expectations, target, baseline, failOn];
  return existsSync(resolvePath(cwd, EXPECTATIONS)) || given.some((one) => one !== undefined);
}

/** Applies the gate to the report in place of that of the run, whose known failures no longer count. */
function withNewGate(written: Report, gate: ((report: Report) => Report) | undefined): Report {
  return gate?.(written) ?? applyGate(written, { expectations: [], failOn: 'must' });
}

async function report(run: string, flags: ReportFlags, { io, contract, paint, finish }: CommandContext): Promise<void> {
  const reporters = flags.reporter ?? [];
  refuseSharedFiles(reporters);
  refuseUnwritable(reporters, io);
  const written = readReport(run, io.cwd);
  const { loaded, suiteUnder } = await contract();
  const choices = written.run.profile.branches;
  const listed = knownIn(flags.target, io);
  const gated = hasGate(flags, listed, io)
    ? withNewGate(written, gateOf(flags, { suiteUnder, choices, known: listed }, io))
    : written;
  const { clauses } = suiteUnder(choices);
  const unwritten = writeReports(gated, reporters, {
    folder: folderOfRun(resolvePath(io.cwd, run)),
    outside: io,
    placeOf: placesIn(loaded, clauses, io.cwd, flags.target),
    named: true,
  });
  const ending = endingOf(gated, unwritten);
  if (!replacesSummary(reporters)) io.stdout.write(renderConsole(gated, { paint: paint(), unwritten }));
  else if (unwritten.length > 0) say(io.stderr, ending.line);
  finish(ending.status);
}
