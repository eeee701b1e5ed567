import { join, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import type { LoadedDocument } from '../../contract/load.ts';
import { present } from '../../defined.ts';
import { madeFolder, orRefused } from '../../files.ts';
import { packageVersion } from '../../package.ts';
import { buildReport } from '../../report/build.ts';
import { endingOf, renderConsole } from '../../report/console.ts';
import { REPORT, renderJson, writeWhole } from '../../report/json.ts';
import type { Report } from '../../report/model.ts';
import { placesIn } from '../../report/places.ts';
import { fileOfRun } from '../../report/read-report.ts';
import { requireComplete } from '../../report/require-complete.ts';
import { writeReports } from '../../report/write-reports.ts';
import { gateOf, knownIn } from '../../run/gating.ts';
import { documentFacts } from '../../run/header.ts';
import { rejudge } from '../../run/rejudge.ts';
import type { RunRecord } from '../../send/journal.ts';
import { JOURNAL, readJournal } from '../../send/journal-file.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { say } from '../io.ts';
import { addFlags, type FlagsOf, flag, GATE, KNOWN_IN, READING, shared } from '../options.ts';

const OWN = {
  ...READING,
  ...shared('strict', 'requireComplete'),
  ...GATE,
  ...KNOWN_IN,
  report: flag('--report <folder>', 'write report.html and report.json there (default: the report is only printed)'),
  ...shared('json'),
};

type JudgeFlags = FlagsOf<typeof OWN>;

/** `conform judge`: judges a recorded run again, without a request. */
export function addJudge(program: Command, context: CommandContext): void {
  const command = program
    .command('judge')
    .description('judge a recorded run again, under another profile or by a newer suite; sends nothing')
    .argument('<run>', 'the folder of a run, or its run.ndjson');
  addFlags(command, OWN).action((run: string, flags: JudgeFlags) => judge(run, flags, context));
}

async function judge(run: string, flags: JudgeFlags, { io, contract, paint, finish }: CommandContext): Promise<void> {
  const { loaded, suiteUnder } = await contract();
  const record = readJournal(fileOfRun(run, JOURNAL, io.cwd));
  const isAsInRun = flags.profile === undefined && flags.branch === undefined;
  const profile = isAsInRun ? record.header.profile : readingOf(flags, loaded, io);
  for (const remark of remarksOn(record, loaded)) say(io.stderr, remark);
  const current = {
    profile: { name: profile.name, branches: profile.branches },
    strict: flags.strict ?? record.header.strict,
    suiteVersion: packageVersion(),
    document: documentFacts(loaded),
  };
  const gate =
    gateOf(flags, { suiteUnder, choices: profile.branches, known: knownIn(flags.target, io) }, io) ??
    ((built: Report) => built);
  const rejudged = rejudge(record, current, suiteUnder);
  const judged = gate(buildReport(rejudged.record, rejudged.conclusion));
  const report = flags.requireComplete === true ? requireComplete(judged) : judged;
  const folder = flags.report === undefined ? undefined : resolvePath(io.cwd, flags.report);
  const reportPath = folder === undefined ? undefined : write(report, folder);
  const placeOf = placesIn(loaded, suiteUnder(profile.branches).clauses, io.cwd);
  const unwritten =
    folder === undefined ? [] : writeReports(report, [{ name: 'html' }], { folder, outside: io, placeOf });
  io.stdout.write(
    flags.json === true ? renderJson(report) : renderConsole(report, { paint: paint(), reportPath, unwritten }),
  );
  finish(endingOf(report, unwritten).status);
}

/** Differences from the recorded run that may change the verdicts. */
function remarksOn({ header, complete }: RunRecord, loaded: LoadedDocument): readonly string[] {
  return present(
    header.suiteVersion !== packageVersion() &&
      `The run was made by version ${header.suiteVersion}; version ${packageVersion()} judges it.`,
    header.document.sha256 !== loaded.digest &&
      'The contract document has changed since the run; it is judged by the present one.',
    !complete && 'The run was cut short; what it has shown until then is judged.',
  );
}

function write(report: Report, folder: string): string {
  const path = join(madeFolder(folder, `--report ${folder}`), REPORT);
  orRefused(path, () => writeWhole(path, renderJson(report)));
  return path;
}
