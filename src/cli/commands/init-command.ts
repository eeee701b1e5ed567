import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import type { AnyCheck } from '../../check/check.ts';
import type { Role, Target } from '../../check/target.ts';
import { schemaPath } from '../../config/config-file.ts';
import { resolveTarget, targetFileIn } from '../../config/target.ts';
import { targetSchema } from '../../config/target-schema.ts';
import { createContract } from '../../contract/contract.ts';
import type { LoadedDocument } from '../../contract/load.ts';
import { UsageError } from '../../errors.ts';
import { isWithin, writeUserFile } from '../../files.ts';
import type { Transport } from '../../http/exchange.ts';
import { shellWord } from '../../report/command.ts';
import { renderDetected } from '../../report/detected.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import { splitPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { errorsUnder } from '../../schema/schema-errors.ts';
import { redactorFor } from '../../send/redact-event.ts';
import { withTransport } from '../connection.ts';
import type { CommandContext } from '../context.ts';
import { samplePaths } from '../help.ts';
import { type Io, say, writingThrough } from '../io.ts';
import { type Admission, askerOf, tryCredential } from '../look/admission.ts';
import { findSamples } from '../look/find-samples.ts';
import { unreadiness } from '../look/readiness.ts';
import { targetText } from '../look/target-text.ts';
import { addFlags, CONNECTION, type FlagsOf } from '../options.ts';
import { withUrl } from '../run-once.ts';
import { detectReading } from './detect-command.ts';

type InitFlags = FlagsOf<typeof CONNECTION> & { readonly write: string; readonly force?: boolean };

/** `conform init`: looks at a service, and writes a target file and a profile that work for it. */
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
  const { io, finish } = context;
  const paths = pathsOf(resolvePath(io.cwd, flags.write));
  for (const path of Object.values(paths)) refuseExisting(path, flags);
  const folder = dirname(paths.target);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--write ${flags.write}: there is no folder ${folder}; create it, or write elsewhere.`);
  const baseUrl = withUrl(url, flags).baseUrl ?? io.env['CONFORM_BASE_URL'] ?? (await asked(io));
  const { loaded, checks } = await context.contract();
  const { target, tls } = resolveTarget({ ...flags, baseUrl }, { ...loaded, env: io.env, cwd: io.cwd });
  finish(await withTransport((send) => look({ loaded, target, send, checks, paths }, io), flags, io, tls));
}

interface Looking {
  readonly loaded: LoadedDocument;
  readonly target: Target;
  readonly send: Transport;
  readonly checks: readonly AnyCheck[];
  readonly paths: Paths;
}

async function look({ loaded, target, send, checks, paths }: Looking, whole: Io): Promise<number> {
  const { text: safe } = redactorFor(target, loaded.document);
  const io = writingThrough(whole, safe);
  const tell = (text: string): void => say(io.stderr, text);
  const contract = createContract(loaded);
  const unready = await unreadiness(contract, target, send);
  if (unready !== undefined) {
    tell(`${unready.why}. Nothing was written.`);
    if (unready.remedy !== undefined) tell(`-> ${unready.remedy}`);
    return EXIT_STATUS.incomplete;
  }
  const ask = askerOf(target, send);
  const admissions = new Map<Role, string>();
  for (const { role } of contract.roles) {
    if (target.credentials[role] === undefined) continue;
    const admission = await tryCredential(contract, role, ask);
    admissions.set(role, admission === undefined ? 'nothing asks for it' : admissionWords(admission));
    tell(`Credential ${role}: ${admissions.get(role) ?? ''}.`);
  }
  const schema = targetSchema(loaded.document, loaded.path);
  const found = await findSamples({ contract, ask, schema, path: loaded.path });
  const samples = validSamples(found.samples, schema);
  const known = samplePaths(schema);
  const all = known.filter((path) => !known.some((other) => other.startsWith(`${path}.`)));
  tell(
    `Samples: found ${samples.size} of ${all.length} in ${found.requests} requests${samples.size === 0 ? '' : `: ${[...samples.keys()].join(', ')}`}.`,
  );
  const hasConflicts = contract.conflicts.size > 0;
  if (hasConflicts) {
    const report = await detectReading(
      { loaded, checks, target: { ...target, samples: nested(samples) }, transport: send },
      io,
    );
    if (!report.run.complete) {
      tell(`${report.outcome.sentence} Nothing was written.`);
      return EXIT_STATUS.incomplete;
    }
    const told = report.readings.filter(({ consistent }) => consistent === 'yes').length;
    tell(`Reading: ${told} of ${report.readings.length} conflicts were told in ${report.run.requests} requests.`);
    writeUserFile(paths.profile, paths.profile, renderDetected(report));
  }
  const facts = {
    schema,
    samples,
    credentials: admissions,
    roles: contract.roles,
    env: io.env,
    baseUrl: target.baseUrl,
  };
  const beside = join(dirname(loaded.path), 'schemas', basename(schemaPath('target')));
  const text = targetText({
    ...facts,
    schemaPath: existsSync(beside) && isWithin(io.cwd, beside) ? shortest(paths.target, beside) : undefined,
    profile: hasConflicts ? `./${basename(paths.profile)}` : undefined,
  });
  writeUserFile(paths.target, paths.target, safe(text));
  const names = [paths.target, ...(hasConflicts ? [paths.profile] : [])].map((path) => relative(io.cwd, path));
  const named = names[0] === targetFileIn(io.cwd) ? '' : ` --target ${shellWord(names[0] ?? '')}`;
  tell(`Written: ${names.join(' and ')}. Next: conform doctor${named}, then conform run${named}`);
  if (hasConflicts)
    tell(
      `When more samples or permissions are filled in: conform detect${named} --write ${shellWord(names[1] ?? '')} reads the conflicts anew`,
    );
  return EXIT_STATUS.conforms;
}

/** What became of a credential, in words. */
export function admissionWords({ kind, operation, status, location }: Admission): string {
  switch (kind) {
    case 'opened':
      return `accepted by ${operation} (${status}${status === '400' ? ', for it was sent an empty body' : ''})`;
    case 'refused':
      return location === undefined
        ? `refused by ${operation} (${status}); is it valid, and for this service?`
        : `${operation} redirects (${status}) to ${location} with it; is it expired?`;
    case 'not-asked-for':
      return `accepted by ${operation} (${status}), which answers without it as well`;
    case 'unclear':
      return `not clear: ${operation} answered ${status}`;
    default:
      return kind satisfies never;
  }
}

interface Paths {
  readonly target: string;
  readonly profile: string;
}

function pathsOf(target: string): Paths {
  const name = basename(target, extname(target));
  return { target, profile: join(dirname(target), `${name}.profile.yaml`) };
}

function refuseExisting(path: string, { force }: InitFlags): void {
  if (force === true || !existsSync(path)) return;
  throw new UsageError(`${path} is there already; give another file with --write, or --force to write over it.`);
}

async function asked(io: Io): Promise<string> {
  if (io.ask === undefined)
    throw new UsageError('no address: give it as an argument, such as conform init https://staging.example.');
  return io.ask('Where is the service (such as https://staging.example)? ');
}

/** Groups of which a required member was not found are left out: half of one is an error in a target file. */
function validSamples(found: ReadonlyMap<string, unknown>, root: Schema): ReadonlyMap<string, unknown> {
  const schema = root.properties?.['samples'] as Schema;
  const groups = errorsUnder({ ...schema, ...definitions(root) })(nested(found)).map(
    ({ pointer }) => splitPointer(pointer)[0],
  );
  return new Map([...found].filter(([path]) => !groups.includes(path.split('.')[0])));
}

function definitions(root: Schema): Schema {
  const { $defs } = root as Schema & { readonly $defs: unknown };
  return { $defs } as Schema;
}

function nested(samples: ReadonlyMap<string, unknown>): Target['samples'] {
  const root: Record<string, unknown> = {};
  for (const [path, value] of samples) {
    const [last = '', ...above] = path.split('.').reverse();
    const parent = above
      .reverse()
      .reduce<Record<string, unknown>>((node, name) => (node[name] ??= {}) as Record<string, unknown>, root);
    parent[last] = value;
  }
  return root;
}

/** A relative path where the package is in the project, an absolute one else. */
function shortest(from: string, to: string): string {
  const short = relative(dirname(from), to).replaceAll('\\', '/');
  return short.startsWith('../..') ? to : `./${short}`;
}
