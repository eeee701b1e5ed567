import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { wrap } from '../../../fixtures/middleware.ts';
import { together } from '../../../fixtures/mutants/together.ts';
import { embeddedTarget } from '../../../fixtures/reference/as-target.ts';
import { createReference, type ReferenceOptions } from '../../../fixtures/reference/index.ts';
import { listen } from '../../../fixtures/reference/listen.ts';
import { optionsFromFlags, SERVE_FLAGS } from '../../../fixtures/reference/serve-flags.ts';
import type { Target } from '../../check/target.ts';
import { isProfileFile, type Profile } from '../../config/profile.ts';
import { toYaml } from '../../config/yaml.ts';
import { defined } from '../../defined.ts';
import { errorCode, UsageError } from '../../errors.ts';
import { writeUserFile } from '../../files.ts';
import { type CommandContext, readingOf } from '../context.ts';
import { interrupted, say } from '../io.ts';
import { joined, listMutants, mutantsOf } from '../look/mutants.ts';
import { departures, exportsOf, introduction } from '../look/served.ts';
import { addFlags, choice, type FlagsOf, flag, READING, shared, valued } from '../options.ts';
import { several, wholeNumber } from '../values.ts';

const OWN = {
  port: valued('--port <number>', 'default: any free one', wholeNumber(0, 65_535)),
  ...READING,
  rateLimit: flag('--rate-limit', 'enforce the rate tiers'),
  seed: { ...shared('seed').seed, description: 'the same seed gives the same data (default: 1)' },
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

/** `conform serve`: runs the reference service, correct or with built-in faults, until Ctrl-C. */
export function addServe(program: Command, context: CommandContext): void {
  const command = program.command('serve').description('serve the reference service, and print a target file for it');
  const referenceFlags = SERVE_FLAGS.map(({ name, flags, description, kind }) => [
    name,
    'choices' in kind
      ? choice(flags, description, kind.choices)
      : valued(flags, description, wholeNumber(0, kind.most)),
  ]);
  addFlags(command, { ...OWN, ...Object.fromEntries(referenceFlags) }).action((flags: ServeFlags) =>
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
  const needed = mutants.reduce<ReferenceOptions>((all, one) => joined(all, one), {});
  const service = createReference(optionsOf(flags, profile, needed));
  const handler = wrap(service.fetch, ...together(mutants, service));
  const listening = await listen(handler, { port: flags.port ?? 0 }).catch((error: unknown) =>
    refusePort(error, flags.port),
  );
  const stopped = interrupted(io);
  try {
    const reference = embeddedTarget(service, listening.url);
    const departing = departures(profile, needed.branches);
    const target = targetYaml(reference, departing.length === 0 ? profileNameOf(flags) : 'any');
    if (flags.writeTarget !== undefined)
      writeUserFile(resolvePath(io.cwd, flags.writeTarget), `--write-target ${flags.writeTarget}`, target, {
        mode: 0o600,
      });
    const variables = exportsOf(reference, loaded.document);
    const facts = { mutants, departing, profile: profile.name, variables, file: flags.writeTarget };
    for (const line of introduction(listening.url, facts)) say(io.stderr, line);
    io.stdout.write(target);
    await stopped;
    io.stderr.write('\nStopped.\n');
  } finally {
    await listening.close();
  }
}

function optionsOf(flags: ServeFlags, profile: Profile, needed: ReferenceOptions): ReferenceOptions {
  const { rateLimit, seed } = flags;
  return {
    ...optionsFromFlags({ ...flags }),
    ...defined({ rateLimit, seed }),
    ...needed,
    branches: { ...profile.branches, ...needed.branches },
  };
}

/** The profile name for the target file: a built-in one, which works in every folder, or `any`. */
function profileNameOf({ branch, profile = 'reference-pages' }: ServeFlags): string {
  return branch === undefined && !isProfileFile(profile) ? profile : 'any';
}

/** A complete target file for `conform run --target`. */
function targetYaml({ baseUrl, credentials, samples, allow }: Target, profile: string): string {
  return toYaml({ baseUrl, profile, credentials, samples, allow });
}

function refusePort(error: unknown, port: number | undefined): never {
  throw new UsageError(`port ${port ?? 0} cannot be listened on (${errorCode(error)}); give another one with --port.`);
}
