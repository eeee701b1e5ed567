import type { Command } from 'commander';
import { embeddedTarget } from '../../fixtures/reference/as-target.ts';
import { createReference } from '../../fixtures/reference/index.ts';
import { type Target, unmetNeed } from '../check/target.ts';
import { resolveTarget, type TargetFlags } from '../config/target.ts';
import { targetSchema } from '../config/target-schema.ts';
import { permissionsOf } from '../contract/permissions.ts';
import type { Transport } from '../http/exchange.ts';
import { table } from '../report/console-text.ts';
import { visible } from '../report/escape.ts';
import { type Suite, suiteCache } from '../rules/suite.ts';
import type { Schema } from '../schema/schema.ts';
import { type Admission, askerOf, tryCredential } from './ask.ts';
import { addConnection, type ConnectionFlags, openTransport } from './connection.ts';
import { type Rehearsal, rehearse } from './dry-run.ts';
import { admissionWords } from './init-command.ts';
import { type Missing, missingFor } from './needs.ts';
import { OPTIONS } from './options.ts';
import type { CommandContext } from './program.ts';
import { withUrl } from './run-once.ts';
import { serviceOf, silenceOf } from './wait.ts';

interface DoctorFlags extends TargetFlags, ConnectionFlags {}

/** `conform doctor`: does the set-up work, and what is missing for which clauses? */
export function addDoctor(program: Command, context: CommandContext): void {
  const command = program
    .command('doctor')
    .description('check the set-up: is the service there, are credentials accepted, what is missing for which clauses')
    .argument('[url]', 'where the service is, the same as --base-url');
  addConnection(command)
    .optionsGroup('Reading and choice:')
    .addOption(OPTIONS.profile())
    .addOption(OPTIONS.branch())
    .addOption(OPTIONS.depth())
    .addOption(OPTIONS.allow())
    .action((url: string | undefined, flags: DoctorFlags) => doctor(withUrl(url, flags), context));
}

const [REFUSED, UNREACHABLE] = [2, 3];

async function doctor(flags: DoctorFlags, { io, contract, finish }: CommandContext): Promise<void> {
  const { loaded, checks, own } = await contract();
  const resolved = resolveTarget(flags, { ...loaded, env: io.env, cwd: io.cwd });
  const { target, profile, depth } = resolved;
  for (const remark of resolved.remarks) io.stderr.write(`${visible(remark)}\n`);
  const suite = suiteCache(loaded, checks)(profile.branches);
  const rehearsal = own
    ? await rehearse({ loaded, checks, target: everythingGiven(suite), profile, depth })
    : undefined;
  const transport = openTransport(flags, io, resolved.tls);
  try {
    const silence = await silenceOf(serviceOf(target, transport.send));
    const admissions = silence === undefined ? await admitted(suite, target, transport.send) : [];
    const missing = missingLines(missingFor(target, suite), rehearsal, suite.clauses.size);
    const notes = permissionNotes(missingFor(target, suite), targetSchema(loaded.document, loaded.path));
    const found = samplesFoundIn(suite, target);
    const lines = [...linesOf({ target, silence, admissions }), ...missing, ...notes, ...found, '', ADVICE];
    io.stdout.write(`${lines.map(visible).join('\n')}\n`);
    finish(silence === undefined ? (admissions.some(({ kind }) => kind === 'refused') ? REFUSED : 0) : UNREACHABLE);
  } finally {
    await transport.close();
  }
}

const ADVICE = 'conform help samples explains each sample; conform init finds some by itself.';

/** The reference service with all that there is to give: what a run then sends shows what each part costs. */
function everythingGiven({ contract }: Suite): Target {
  const permissions = permissionsOf(contract.document);
  const allow = Object.fromEntries(permissions.map((permission) => [permission, true]));
  return { ...embeddedTarget(createReference(), 'http://rehearsal.invalid'), allow };
}

async function admitted({ contract }: Suite, target: Target, send: Transport): Promise<readonly Admission[]> {
  const ask = askerOf(target, send);
  const admissions: Admission[] = [];
  for (const { role } of contract.roles) {
    const admission = target.credentials[role] === undefined ? undefined : await tryCredential(contract, role, ask);
    if (admission !== undefined) admissions.push(admission);
  }
  return admissions;
}

interface Findings {
  readonly target: Target;
  readonly silence: string | undefined;
  readonly admissions: readonly Admission[];
}

function linesOf({ target, silence, admissions }: Findings): readonly string[] {
  const service = silence === undefined ? 'ok' : 'NOT READY';
  return [
    `${service.padEnd(10)}${target.baseUrl} ${silence === undefined ? 'answers' : `does not answer: ${silence}`}`,
    ...admissions.map((one) => `${MARKS[one.kind].padEnd(10)}credentials.${one.role}: ${admissionWords(one)}`),
  ];
}

const MARKS: Readonly<Record<Admission['kind'], string>> = {
  opened: 'ok',
  refused: 'REFUSED',
  unclear: 'unclear',
  'not-asked-for': 'ok',
};

function missingLines(
  missing: readonly Missing[],
  rehearsal: Rehearsal | undefined,
  clauses: number,
): readonly string[] {
  if (missing.length === 0) return ['', 'Nothing is missing, as far as that can be told before a run.'];
  const columns = table([
    ['what', 'clauses', 'of them MUST', 'more requests'],
    ...missing.map((one) => [
      one.need.replace(':', ' '),
      one.clauses.length,
      levels(one),
      rehearsal === undefined ? '-' : cost(one, rehearsal),
    ]),
  ]);
  const remedies = ['what to do', ...missing.map(({ remedy }) => remedy)];
  return [
    '',
    `Missing, of ${clauses} clauses. Each is optional: what needs it is skipped.`,
    '',
    ...columns.map((line, index) => `${line}  ${remedies[index] ?? ''}`),
  ];
}

function levels({ clauses }: Missing): number {
  return clauses.filter(({ level }) => level === 'MUST').length;
}

/** Requests that serve nothing but clauses that want this. */
function cost({ clauses }: Missing, { plan }: Rehearsal): number {
  const ids = new Set(clauses.map(({ id }) => id));
  return plan.filter((one) => one.clauses.length > 0 && one.clauses.every((id) => ids.has(id))).length;
}

/** The samples in whose place values are taken from the service's own answers, where those have some that fit. */
function samplesFoundIn({ contract }: Suite, target: Target): readonly string[] {
  const lines = [...contract.operations.values()].flatMap(({ id, parameters }) =>
    parameters.flatMap(({ 'x-sources': sources = [] }) => {
      const samples = sources.flatMap((source) => ('sample' in source ? [source.sample] : []));
      const others = sources.flatMap((source) => ('operation' in source ? [source.operation] : []));
      const isGiven = samples.some((sample) => unmetNeed(target, `sample:${sample}`) === undefined);
      const [sample] = samples;
      return sample === undefined || isGiven || others.length === 0
        ? []
        : [
            `samples.${sample} is not given: ${id} is asked for what ${[...new Set(others)].join(', ')} shows; where none of that fits, it is skipped.`,
          ];
    }),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

/** What a permission costs besides requests stands in the schema of the target file. */
function permissionNotes(missing: readonly Missing[], schema: Schema): readonly string[] {
  const known = (schema.properties?.['allow'] as Schema | undefined)?.properties ?? {};
  return missing.flatMap(({ need }) => {
    const name = need.startsWith('allow:') ? need.slice('allow:'.length) : undefined;
    const own = name === undefined ? undefined : (known[name] as Schema & { readonly description?: string });
    return own?.description === undefined ? [] : ['', `${name ?? ''}: ${own.description}`];
  });
}
