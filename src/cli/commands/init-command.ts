import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { targetFileIn } from '../../config/target.ts';
import { targetSchema } from '../../config/target-schema.ts';
import { UsageError } from '../../errors.ts';
import { writeUserFile } from '../../files.ts';
import { shellWord } from '../../report/command.ts';
import { renderDetected } from '../../report/detected.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import { redactorFor } from '../../send/redactor-for.ts';
import type { CommandContext } from '../context.ts';
import { type Io, say } from '../io.ts';
import { admissionsOf, admissionWords, askerOf } from '../look/admission.ts';
import { findSamples } from '../look/find-samples.ts';
import { sayNotReady, type Visit, visit } from '../look/readiness.ts';
import { nested } from '../look/samples.ts';
import { schemaBeside, targetText } from '../look/target-text.ts';
import { addFlags, CONNECTION, type FlagsOf } from '../options.ts';
import { withUrl } from '../run-once.ts';
import { detectReading } from './detect-command.ts';

type InitFlags = FlagsOf<typeof CONNECTION> & { readonly write: string; readonly force?: boolean };

/** `conform init`: inspects a service, and writes a target file and a profile for it. */
export function addInit(program: Command, context: CommandContext): void {
  const command = program
    .command('init')
    .description('look at a service, and write a target file and a profile for it')
    .argument('[url]', 'address of the service; you are asked for it if it is not given');
  addFlags(command, CONNECTION, 'Target:');
  command
    .optionsGroup('Result:')
    .option('--write <file>', 'the target file to write; the profile goes beside it', 'conform.yaml')
    .option('--force', 'write over files that are there')
    .action((url: string | undefined, flags: InitFlags) => init(url, flags, context));
}

async function init(url: string | undefined, flags: InitFlags, context: CommandContext): Promise<void> {
  const { io } = context;
  const target = resolvePath(io.cwd, flags.write);
  const paths = { target, profile: join(dirname(target), `${basename(target, extname(target))}.profile.yaml`) };
  const existing = Object.values(paths).find((path) => existsSync(path));
  if (flags.force !== true && existing !== undefined)
    throw new UsageError(`${existing} is there already; give another file with --write, or --force to write over it.`);
  const folder = dirname(target);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--write ${flags.write}: there is no folder ${folder}; create it, or write elsewhere.`);
  const baseUrl = withUrl(url, flags).baseUrl ?? io.env['CONFORM_BASE_URL'] ?? (await askForUrl(io));
  const notReady = sayNotReady('Nothing was written.');
  await visit({ ...flags, baseUrl }, context, (visited) => inspect(visited, paths), notReady);
}

async function inspect(visited: Visit, paths: { readonly target: string; readonly profile: string }): Promise<number> {
  const { loaded, target, send, suiteUnder, io } = visited;
  const { contract } = suiteUnder({});
  const ask = askerOf(target, send);
  const admissions = await admissionsOf(contract, target, ask);
  for (const [role, admission] of admissions) say(io.stderr, `Credential ${role}: ${admissionWords(admission)}.`);
  const schema = targetSchema(loaded.document, loaded.path);
  const { samples, possible, requests } = await findSamples({ contract, ask, schema, path: loaded.path });
  const names = samples.size === 0 ? '' : `: ${[...samples.keys()].join(', ')}`;
  say(io.stderr, `Samples: found ${samples.size} of ${possible} in ${requests} requests${names}.`);
  const hasConflicts = contract.conflicts.size > 0;
  if (hasConflicts && !(await writeProfile(visited, samples, paths.profile))) return EXIT_STATUS.incomplete;
  const text = targetText({
    schema,
    samples,
    admissions,
    roles: contract.roles,
    env: io.env,
    baseUrl: target.baseUrl,
    schemaPath: schemaBeside(loaded.path, paths.target, io.cwd),
    profile: hasConflicts ? `./${basename(paths.profile)}` : undefined,
  });
  writeUserFile(paths.target, paths.target, redactorFor(target, loaded.document).text(text));
  sayWritten([paths.target, ...(hasConflicts ? [paths.profile] : [])], visited);
  return EXIT_STATUS.conforms;
}

/** Detects the profile of the service, and writes it. Returns false if the run for this did not complete. */
async function writeProfile(visited: Visit, samples: ReadonlyMap<string, unknown>, path: string): Promise<boolean> {
  const { target, send, io } = visited;
  const withSamples = { ...target, samples: nested(samples) };
  const report = await detectReading({ ...visited, target: withSamples, transport: send }, io);
  const { run, readings, outcome } = report;
  const consistent = readings.filter((reading) => reading.consistent === 'yes').length;
  say(
    io.stderr,
    run.complete
      ? `Conflicts: found the branch of ${consistent} of ${readings.length} in ${run.requests} more requests.`
      : `${outcome.sentence} Nothing was written.`,
  );
  if (run.complete) writeUserFile(path, path, renderDetected(report));
  return run.complete;
}

/** Prints what was written, and the next steps. */
function sayWritten(paths: readonly string[], { spec, io }: Visit): void {
  const [target = '', profile] = paths.map((path) => relative(io.cwd, path));
  const targetOption = [
    ...(target === targetFileIn(io.cwd) ? [] : [` --target ${shellWord(target)}`]),
    ...(spec === undefined ? [] : [` --spec ${shellWord(spec)}`]),
  ].join('');
  const names = profile === undefined ? target : `${target} and ${profile}`;
  say(io.stderr, `Written: ${names}. Next: conform doctor${targetOption}, then conform run${targetOption}`);
  if (profile !== undefined)
    say(
      io.stderr,
      `When more samples or permissions are filled in: conform detect${targetOption} --write ${shellWord(profile)} reads the conflicts anew`,
    );
}

async function askForUrl(io: Io): Promise<string> {
  if (io.ask === undefined)
    throw new UsageError('no address: give it as an argument, such as conform init https://staging.example.');
  return io.ask('Where is the service (such as https://staging.example)? ');
}
