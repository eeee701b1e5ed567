import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { resolveTarget, type TargetFlags } from '../../config/target.ts';
import type { Contract } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { writeUserFile } from '../../files.ts';
import type { Transport } from '../../http/exchange.ts';
import { buildReport } from '../../report/build.ts';
import { shellWord } from '../../report/command.ts';
import { renderDetected } from '../../report/detected.ts';
import type { Report } from '../../report/model.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import { suiteCache } from '../../rules/suite.ts';
import type { RunOptions } from '../../run/options.ts';
import { runSuite } from '../../run/run.ts';
import { redactorFor } from '../../send/redact-event.ts';
import { addConnection, addPace, type ConnectionFlags, type PaceFlags, paceOf, withTransport } from '../connection.ts';
import type { CommandContext } from '../context.ts';
import { stopOnInterrupt } from '../execute.ts';
import { type Io, say, writingThrough } from '../io.ts';
import { type NotReady, unreadiness } from '../look/readiness.ts';
import { OPTIONS } from '../options.ts';
import { createProgress } from '../progress.ts';

interface DetectFlags extends TargetFlags, ConnectionFlags, PaceFlags {
  readonly seed?: number;
  readonly write?: string;
}

/** `conform detect`: the profile that a target follows. */
export function addDetect(program: Command, context: CommandContext): void {
  const command = program
    .command('detect')
    .description('find out which branch of each conflict in the contract a service uses, and write it as a profile');
  addPace(addConnection(command).optionsGroup('Choice:').addOption(OPTIONS.allow()).addOption(OPTIONS.seed()));
  command
    .optionsGroup('Result:')
    .option('--write <file>', 'write the profile to this file instead of standard output')
    .action((flags: DetectFlags) => detect(flags, context));
}

async function detect(flags: DetectFlags, context: CommandContext): Promise<void> {
  const { finish } = context;
  const { loaded, checks, suiteUnder } = await context.contract();
  const { target, remarks, tls } = resolveTarget(flags, { ...loaded, env: context.io.env, cwd: context.io.cwd });
  const io = writingThrough(context.io, redactorFor(target, loaded.document).text);
  for (const remark of remarks) say(io.stderr, remark);
  const options = { ...paceOf(flags), ...defined({ seed: flags.seed }), loaded, checks, target };
  const look = async (send: Transport): Promise<Report | NotReady> =>
    (await unreadiness(suiteUnder({}).contract, target, send)) ?? detectReading({ ...options, transport: send }, io);
  const seen = await withTransport(look, flags, io, tls);
  if (!('why' in seen)) return finish(tellDetected(seen, flags, io));
  say(io.stderr, `${seen.why}. No profile was written.`);
  if (seen.remedy !== undefined) say(io.stderr, `-> ${seen.remedy}`);
  finish(EXIT_STATUS.incomplete);
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

/** `conform run` against the same target. */
function runOf({ target, baseUrl }: DetectFlags): string {
  const where = [
    ...(target === undefined ? [] : ['--target', shellWord(target)]),
    ...(baseUrl === undefined ? [] : ['--base-url', shellWord(baseUrl)]),
  ];
  return ['conform run', ...where].join(' ');
}

/** Writes the profile, and says in a line what was told and what was not. Answers the exit status. */
function tellDetected(report: Report, flags: DetectFlags, io: Io): number {
  const { write: file } = flags;
  if (!report.run.complete) {
    say(io.stderr, `${report.outcome.sentence} No profile was written.`);
    return EXIT_STATUS.incomplete;
  }
  const profile = renderDetected(report);
  if (file === undefined) io.stdout.write(profile);
  else writeUserFile(resolvePath(io.cwd, file), `--write ${file}`, profile);
  const told = report.readings.filter(({ consistent }) => consistent === 'yes').length;
  const mixed = report.readings.filter(({ consistent }) => consistent === 'no').map(({ conflict }) => conflict);
  say(
    io.stderr,
    `${told} of ${report.readings.length} conflicts were told in ${report.run.requests} requests${mixed.length === 0 ? '' : `; answered both ways: ${mixed.join(', ')}`}.`,
  );
  if (file !== undefined)
    say(io.stderr, `Use it: ${runOf(flags)} --profile ${shellWord(/[/\\]/u.test(file) ? file : `./${file}`)}`);
  return EXIT_STATUS.conforms;
}
