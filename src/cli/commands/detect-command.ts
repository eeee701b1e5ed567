import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { writeUserFile } from '../../files.ts';
import { shellWord } from '../../report/command.ts';
import { renderDetected } from '../../report/detected.ts';
import type { Report } from '../../report/model.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import type { RunSpec } from '../../run/run-and-report.ts';
import type { CommandContext } from '../context.ts';
import { watched } from '../execute.ts';
import { type Io, say } from '../io.ts';
import { sayNotReady, type Visit, visit } from '../look/readiness.ts';
import { addFlags, CONNECTION, type FlagsOf, flag, PACE, shared } from '../options.ts';
import { optionText } from '../rerun-command.ts';
import { onUrl } from '../run-once.ts';

const CHOICE = shared('allow', 'seed');
const RESULT = { write: flag('--write <file>', 'write the profile to this file instead of standard output') };

type DetectFlags = FlagsOf<typeof CONNECTION & typeof CHOICE & typeof PACE & typeof RESULT>;

/** `conform detect`: finds out the profile that a target follows. */
export function addDetect(program: Command, context: CommandContext): void {
  const command = program
    .command('detect')
    .description('find out which branch of each conflict in the contract a service uses, and write it as a profile')
    .argument('[url]', 'address of the service, the same as --base-url');
  addFlags(command, CONNECTION, 'Target:');
  addFlags(command, CHOICE, 'Choice:');
  addFlags(command, PACE, 'Pace:');
  addFlags(command, RESULT, 'Result:').action(onUrl(detect, context));
}

async function detect(flags: DetectFlags, context: CommandContext): Promise<void> {
  const work = async (visited: Visit): Promise<number> => {
    const report = await detectReading({ ...flags, ...visited, transport: visited.send }, visited.io);
    return sayDetected(report, flags, visited.io);
  };
  await visit(flags, context, work, sayNotReady('No profile was written.'));
}

/** Runs only the clauses that show which branches a target follows, and the probes, which every run sends. */
export async function detectReading(options: Omit<RunSpec, 'profile' | 'only' | 'depth'>, io: Io): Promise<Report> {
  const conflicts = Object.values(options.loaded.document['x-conflicts']);
  const only = [...new Set(conflicts.flatMap((conflict) => conflict['shown-by'] ?? []))];
  const { report, failure } = await watched(
    { ...options, depth: 'standard', profile: { name: 'any', branches: {} }, only },
    io,
  );
  if (failure !== undefined) throw failure;
  return report;
}

function runCommandOf({ target, baseUrl }: DetectFlags): string {
  return ['conform run', ...optionText('--target', target), ...optionText('--base-url', baseUrl)].join(' ');
}

/** Writes the profile, and prints how many conflicts were decided. Returns the exit status. */
function sayDetected(report: Report, flags: DetectFlags, io: Io): number {
  const { write: file } = flags;
  if (!report.run.complete) {
    say(io.stderr, `${report.outcome.sentence} No profile was written.`);
    return EXIT_STATUS.incomplete;
  }
  const profile = renderDetected(report);
  if (file === undefined) io.stdout.write(profile);
  else writeUserFile(resolvePath(io.cwd, file), `--write ${file}`, profile);
  const decided = report.readings.filter(({ consistent }) => consistent === 'yes').length;
  const mixed = report.readings.filter(({ consistent }) => consistent === 'no').map(({ conflict }) => conflict);
  say(
    io.stderr,
    `Found the branch of ${decided} of ${report.readings.length} conflicts in ${report.run.requests} requests${mixed.length === 0 ? '' : `; answered both ways: ${mixed.join(', ')}`}.`,
  );
  if (file !== undefined)
    say(io.stderr, `Use it: ${runCommandOf(flags)} --profile ${shellWord(/[/\\]/u.test(file) ? file : `./${file}`)}`);
  return EXIT_STATUS.conforms;
}
