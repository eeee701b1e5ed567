import { resolve as resolvePath } from 'node:path';
import { type Command, Option } from 'commander';
import { wrap } from '../../fixtures/middleware.ts';
import { allMutants, type Mutant } from '../../fixtures/mutants/index.ts';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference, type ReferenceOptions, type ReferenceService } from '../../fixtures/reference/index.ts';
import { listen } from '../../fixtures/reference/listen.ts';
import { optionsFromFlags, SERVE_FLAGS, type ServeFlag } from '../../fixtures/reference/serve-flags.ts';
import { loadProfile, type Profile } from '../config/profile.ts';
import { toYaml } from '../config/yaml.ts';
import { type LoadedDocument, loadDocument } from '../contract/load.ts';
import { hint, UsageError } from '../errors.ts';
import { writeUserFile } from '../files.ts';
import { interrupted } from './io.ts';
import { choice, OPTIONS, wholeNumber } from './options.ts';
import type { CommandContext } from './program.ts';

interface ServeFlags {
  readonly port?: number;
  readonly profile?: string;
  readonly branch?: readonly string[];
  readonly rateLimit?: boolean;
  readonly seed?: number;
  readonly mutant?: string;
  readonly writeTarget?: string;
}

/** `conform serve`: the reference service, sound or broken in one known way, until Ctrl-C. */
export function addServe(program: Command, context: CommandContext): void {
  const command = program
    .command('serve')
    .description('serve the reference service, and print a target file for it')
    .option('--port <number>', 'default: any free one', wholeNumber(0, 65_535))
    .addOption(OPTIONS.profile())
    .addOption(OPTIONS.branch())
    .option('--rate-limit', 'enforce the rate tiers')
    .addOption(OPTIONS.seed())
    .option('--mutant <id>', 'break it in one known way: a clause id, or the id of a mutant of that clause')
    .option('--write-target <file>', 'write the target file there')
    .action((flags: ServeFlags) => serve(flags, context));
  for (const one of SERVE_FLAGS) command.addOption(flagOf(one));
}

function flagOf({ flags, description, kind }: ServeFlag): Option {
  return 'choices' in kind
    ? choice(flags, description, kind.choices)
    : new Option(flags, description).argParser(wholeNumber(0, kind.most));
}

async function serve(flags: ServeFlags, { io, refuseSpec }: CommandContext): Promise<void> {
  refuseSpec('serve');
  const loaded = await loadDocument();
  const profile = loadProfile(
    flags.profile ?? 'reference-pages',
    { document: loaded.document, folder: io.cwd },
    flags.branch,
  );
  const mutant = flags.mutant === undefined ? undefined : mutantOf(flags.mutant, loaded);
  const service = createReference(optionsOf(flags, profile, mutant));
  const handler = mutant === undefined ? service.fetch : wrap(service.fetch, mutant.patch(service));
  const listening = await listen(handler, { port: flags.port ?? 0 }).catch((error: unknown) =>
    refuse(error, flags.port),
  );
  const stopped = interrupted(io);
  try {
    const target = targetYaml(service, listening.url, flags);
    if (flags.writeTarget !== undefined)
      writeUserFile(resolvePath(io.cwd, flags.writeTarget), `--write-target ${flags.writeTarget}`, target, {
        mode: 0o600,
      });
    io.stderr.write(`${introduction(listening.url, mutant, flags.writeTarget)}\n`);
    io.stdout.write(target);
    await stopped;
    io.stderr.write('\nStopped.\n');
  } finally {
    await listening.close();
  }
}

function optionsOf(flags: ServeFlags, profile: Profile, mutant: Mutant | undefined): ReferenceOptions {
  const { rateLimit, seed } = flags;
  return {
    ...optionsFromFlags({ ...flags }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(seed === undefined ? {} : { seed }),
    ...mutant?.reference,
    branches: { ...profile.branches, ...mutant?.reference.branches },
  };
}

function mutantOf(id: string, loaded: LoadedDocument): Mutant {
  const mutants = allMutants(loaded);
  const found = mutants.find((mutant) => mutant.id === id) ?? mutants.find(({ violates }) => violates === id);
  if (found !== undefined) return found;
  throw new UsageError(
    `unknown mutant ${id}${hint(
      id,
      mutants.map((mutant) => mutant.id),
    )}. There are ${mutants.length}; each is named after the clause that it breaks.`,
  );
}

/** A ready target file: what `conform run --target` takes. */
function targetYaml(service: ReferenceService, url: string, flags: ServeFlags): string {
  const { baseUrl, credentials, samples, allow } = embeddedTarget(service, url);
  const profile =
    flags.branch === undefined && !/[/\\]/u.test(flags.profile ?? '') ? (flags.profile ?? 'reference-pages') : 'any';
  return toYaml({ baseUrl, profile, credentials, samples, allow });
}

function introduction(url: string, mutant: Mutant | undefined, file: string | undefined): string {
  const broken =
    mutant === undefined ? '' : `\nIt is broken: ${mutant.id} violates ${mutant.violates}: ${mutant.because}`;
  const hintLine =
    file === undefined ? 'Its target file is below (--write-target <file> writes it):' : `conform run --target ${file}`;
  return `The reference service listens on ${url} until Ctrl-C.${broken}\n${hintLine}`;
}

function refuse(error: unknown, port: number | undefined): never {
  throw new UsageError(
    `port ${port ?? 0} cannot be listened on (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); give another one with --port.`,
  );
}
