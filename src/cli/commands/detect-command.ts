import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { resolveTarget } from '../../config/target.ts';
import { writeUserFile } from '../../files.ts';
import type { Transport } from '../../http/exchange.ts';
import { shellWord } from '../../report/command.ts';
import { renderDetected } from '../../report/detected.ts';
import type { Report } from '../../report/model.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import type { RunSpec } from '../../run/run-and-report.ts';
import { redactorFor } from '../../send/redact-event.ts';
import { withTransport } from '../connection.ts';
import type { CommandContext } from '../context.ts';
import { watched } from '../execute.ts';
import { type Io, say, writingThrough } from '../io.ts';
import { type NotReady, unreadiness } from '../look/readiness.ts';
import { addFlags, CONNECTION, choicesOf, type FlagsOf, flag, PACE, shared } from '../options.ts';

const CHOICE = shared('allow', 'seed');
const RESULT = { write: flag('--write <file>', 'write the profile to this file instead of standard output') };

type DetectFlags = FlagsOf<typeof CONNECTION & typeof CHOICE & typeof PACE & typeof RESULT>;

/** `conform detect`: the profile that a target follows. */
export function addDetect(program: Command, context: CommandContext): void {
  const command = program
    .command('detect')
    .description('find out which branch of each conflict in the contract a service uses, and write it as a profile');
  addFlags(command, CONNECTION, 'Target:');
  addFlags(command, CHOICE, 'Choice:');
  addFlags(command, PACE, 'Pace:');
  addFlags(command, RESULT, 'Result:').action((flags: DetectFlags) => detect(flags, context));
}

async function detect(flags: DetectFlags, context: CommandContext): Promise<void> {
  const { finish } = context;
  const { loaded, checks, suiteUnder } = await context.contract();
  const { target, remarks, tls } = resolveTarget(flags, { ...loaded, env: context.io.env, cwd: context.io.cwd });
  const io = writingThrough(context.io, redactorFor(target, loaded.document).text);
  for (const remark of remarks) say(io.stderr, remark);
  const options = { ...choicesOf(flags), loaded, checks, suiteUnder, target };
  const look = async (send: Transport): Promise<Report | NotReady> =>
    (await unreadiness(suiteUnder({}).contract, target, send)) ?? detectReading({ ...options, transport: send }, io);
  const seen = await withTransport(look, flags, io, tls);
  if (!('why' in seen)) return finish(tellDetected(seen, flags, io));
  say(io.stderr, `${seen.why}. No profile was written.`);
  if (seen.remedy !== undefined) say(io.stderr, `-> ${seen.remedy}`);
  finish(EXIT_STATUS.incomplete);
}

/** A run of nothing but what shows which branches a target follows; the probes come by themselves. */
export async function detectReading(options: Omit<RunSpec, 'profile' | 'only'>, io: Io): Promise<Report> {
  const conflicts = Object.values(options.loaded.document['x-conflicts']);
  const only = [...new Set(conflicts.flatMap((conflict) => conflict['shown-by'] ?? []))];
  const { report, failure } = await watched({ ...options, profile: { name: 'any', branches: {} }, only }, io);
  if (failure !== undefined) throw failure;
  return report;
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
