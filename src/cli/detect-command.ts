import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { resolveTarget, type TargetFlags } from '../config/target.ts';
import type { Contract } from '../contract/contract.ts';
import { writeUserFile } from '../files.ts';
import { buildReport } from '../report/build.ts';
import { renderDetected } from '../report/detected.ts';
import { visible } from '../report/escape.ts';
import type { Report } from '../report/model.ts';
import { suiteCache } from '../rules/suite.ts';
import { type RunOptions, runSuite } from '../run/run.ts';
import { addConnection, addPace, type ConnectionFlags, openTransport, type PaceFlags, paceOf } from './connection.ts';
import { stopOnInterrupt } from './execute.ts';
import type { Io } from './io.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';
import { createProgress } from './progress.ts';

interface DetectFlags extends TargetFlags, ConnectionFlags, PaceFlags {
  readonly seed?: number;
  readonly write?: string;
}

/** `conform detect`: the profile that a target follows. */
export function addDetect(program: Command, context: CommandContext): void {
  const command = program
    .command('detect')
    .description('find out which reading of the contract a service follows, and write it as a profile');
  addPace(addConnection(command).optionsGroup('Choice:').addOption(OPTIONS.allow()).addOption(OPTIONS.seed()));
  command
    .optionsGroup('Result:')
    .option('--write <file>', 'write the profile there and not to the standard output')
    .action((flags: DetectFlags) => detect(flags, context));
}

async function detect(flags: DetectFlags, { io, contract, finish }: CommandContext): Promise<void> {
  const { loaded, checks } = await contract();
  const { target, remarks, tls } = resolveTarget(flags, {
    env: io.env,
    cwd: io.cwd,
    document: loaded.document,
    path: loaded.path,
  });
  for (const remark of remarks) io.stderr.write(`${visible(remark)}\n`);
  const transport = openTransport(flags, io, tls);
  try {
    const options = { ...paceOf(flags), ...(flags.seed === undefined ? {} : { seed: flags.seed }) };
    const report = await detectReading({ ...options, loaded, checks, target, transport: transport.send }, io);
    finish(tellDetected(report, flags.write, io));
  } finally {
    await transport.close();
  }
}

/** A run of nothing but what shows which branches a target follows. */
export function detectReading(options: Omit<RunOptions, 'profile' | 'only'>, io: Io): Promise<Report> {
  const suiteUnder = suiteCache(options.loaded, options.checks);
  const only = clausesToAsk(suiteUnder({}).contract);
  return watched({ ...options, suiteUnder, profile: { name: 'any', branches: {} }, only }, io);
}

/** The clauses that show which branch a target follows; the probes come by themselves. */
function clausesToAsk({ conflicts }: Contract): readonly string[] {
  return [...new Set([...conflicts.values()].flatMap((conflict) => conflict['shown-by'] ?? []))];
}

async function watched(options: RunOptions, io: Io): Promise<Report> {
  const progress = createProgress(io.stderr);
  const stop = stopOnInterrupt(io);
  try {
    const { record, conclusion } = await runSuite({ ...options, signal: stop.signal, sink: progress.sink });
    return buildReport(record, conclusion);
  } finally {
    stop.off();
    progress.end();
  }
}

const UNREACHABLE = 3;

/** Writes the profile, and says in a line what was told and what was not. Answers the exit status. */
function tellDetected(report: Report, file: string | undefined, io: Io): number {
  if (!report.run.complete) {
    io.stderr.write(`${visible(report.outcome.sentence)} No profile was written.\n`);
    return UNREACHABLE;
  }
  const profile = renderDetected(report);
  if (file === undefined) io.stdout.write(profile);
  else writeUserFile(resolvePath(io.cwd, file), `--write ${file}`, profile);
  const told = report.readings.filter(({ consistent }) => consistent === 'yes').length;
  const mixed = report.readings.filter(({ consistent }) => consistent === 'no').map(({ conflict }) => conflict);
  io.stderr.write(
    `${told} of ${report.readings.length} conflicts were told in ${report.run.requests} requests${mixed.length === 0 ? '' : `; answered both ways: ${mixed.join(', ')}`}.\n`,
  );
  if (file !== undefined)
    io.stderr.write(`Use it: conform run --profile ${visible(/[/\\]/u.test(file) ? file : `./${file}`)}\n`);
  return 0;
}
