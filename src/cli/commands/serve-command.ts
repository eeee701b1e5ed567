import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { wrap } from '../../../fixtures/middleware.ts';
import type { Mutant } from '../../../fixtures/mutants/index.ts';
import { together } from '../../../fixtures/mutants/together.ts';
import { embeddedTarget } from '../../../fixtures/reference/as-target.ts';
import { createReference, type ReferenceOptions, type ReferenceService } from '../../../fixtures/reference/index.ts';
import { listen } from '../../../fixtures/reference/listen.ts';
import { optionsFromFlags, SERVE_FLAGS } from '../../../fixtures/reference/serve-flags.ts';
import type { Profile } from '../../config/profile.ts';
import { toYaml } from '../../config/yaml.ts';
import { defined } from '../../defined.ts';
import { errorCode, UsageError } from '../../errors.ts';
import { writeUserFile } from '../../files.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { interrupted } from '../io.ts';
import { joined, listMutants, mutantsOf } from '../look/mutants.ts';
import { addFlags, choice, type FlagsOf, flag, READING, shared, valued } from '../options.ts';
import { several, wholeNumber } from '../values.ts';

const OWN = {
  port: valued('--port <number>', 'default: any free one', wholeNumber(0, 65_535)),
  ...READING,
  rateLimit: flag('--rate-limit', 'enforce the rate tiers'),
  ...shared('seed'),
  mutant: valued(
    '--mutant <id>',
    'break it in a known way: a clause id, or the id of a mutant of that clause; repeatable',
    several,
  ),
  listMutants: flag('--list-mutants', 'list the known ways to break it, or those of --only, and serve nothing'),
  ...shared('only'),
  writeTarget: flag('--write-target <file>', 'write the target file there'),
};

type ServeFlags = FlagsOf<typeof OWN>;

/** `conform serve`: the reference service, sound or broken in one known way, until Ctrl-C. */
export function addServe(program: Command, context: CommandContext): void {
  const command = program.command('serve').description('serve the reference service, and print a target file for it');
  const ofReference = SERVE_FLAGS.map(({ name, flags, description, kind }) => [
    name,
    'choices' in kind
      ? choice(flags, description, kind.choices)
      : valued(flags, description, wholeNumber(0, kind.most)),
  ]);
  addFlags(command, { ...OWN, ...Object.fromEntries(ofReference) }).action((flags: ServeFlags) =>
    serve(flags, context),
  );
}

async function serve(flags: ServeFlags, context: CommandContext): Promise<void> {
  const { io } = context;
  context.refuseSpec('serve');
  const { loaded } = await context.contract();
  if (flags.listMutants === true) return listMutants(flags.only ?? [], loaded, io);
  if (flags.only !== undefined)
    throw new UsageError('--only is for --list-mutants; give --mutant to break the service.');
  const profile = readingOf({ profile: 'reference-pages', ...flags }, loaded, io);
  const mutants = mutantsOf(flags.mutant ?? [], loaded);
  const service = createReference(optionsOf(flags, profile, mutants));
  const handler = wrap(service.fetch, ...together(mutants, service));
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
    io.stderr.write(`${introduction(listening.url, mutants, flags.writeTarget)}\n`);
    io.stdout.write(target);
    await stopped;
    io.stderr.write('\nStopped.\n');
  } finally {
    await listening.close();
  }
}

function optionsOf(flags: ServeFlags, profile: Profile, mutants: readonly Mutant[]): ReferenceOptions {
  const { rateLimit, seed } = flags;
  const needed = mutants.reduce<ReferenceOptions>((all, one) => joined(all, one), {});
  return {
    ...optionsFromFlags({ ...flags }),
    ...defined({ rateLimit, seed }),
    ...needed,
    branches: { ...profile.branches, ...needed.branches },
  };
}

/** A ready target file: what `conform run --target` takes. */
function targetYaml(service: ReferenceService, url: string, flags: ServeFlags): string {
  const { baseUrl, credentials, samples, allow } = embeddedTarget(service, url);
  const profile =
    flags.branch === undefined && !/[/\\]/u.test(flags.profile ?? '') ? (flags.profile ?? 'reference-pages') : 'any';
  return toYaml({ baseUrl, profile, credentials, samples, allow });
}

function introduction(url: string, mutants: readonly Mutant[], file: string | undefined): string {
  const broken = mutants.map(({ id, violates, because }) => `\nBuilt-in fault: ${id} breaks ${violates}: ${because}`);
  const hintLine =
    file === undefined ? 'Its target file is below (--write-target <file> writes it):' : `conform run --target ${file}`;
  return `The reference service listens on ${url} until Ctrl-C.${broken.join('')}\n${hintLine}`;
}

function refuse(error: unknown, port: number | undefined): never {
  throw new UsageError(`port ${port ?? 0} cannot be listened on (${errorCode(error)}); give another one with --port.`);
}
