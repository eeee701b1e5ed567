import type { Command } from 'commander';
import { embeddedTarget } from '../../../fixtures/reference/as-target.ts';
import { createReference } from '../../../fixtures/reference/index.ts';
import { type Target, unmetNeed } from '../../check/target.ts';
import { targetSchema } from '../../config/target-schema.ts';
import { permissionsOf } from '../../contract/permissions.ts';
import { EXIT_STATUS } from '../../report/outcome.ts';
import { otherReadingsNote, sizesOfOtherReadings } from '../../rules/readings.ts';
import type { Suite } from '../../rules/suite.ts';
import type { CommandContext } from '../context.ts';
import { say } from '../io.ts';
import { type Admission, admissionsOf, admissionWords, askerOf } from '../look/admission.ts';
import { dryRun } from '../look/dry-run.ts';
import { type Missing, missingFor, missingLines, permissionNotes } from '../look/needs.ts';
import { type Visit, visit } from '../look/readiness.ts';
import { addFlags, CONNECTION, type FlagsOf, READING, shared } from '../options.ts';
import { onUrl } from '../run-once.ts';

const CHOICE = { ...READING, ...shared('depth', 'allow') };

type DoctorFlags = FlagsOf<typeof CONNECTION & typeof CHOICE>;

/** `conform doctor`: checks the set-up, and shows what is missing for which clauses. */
export function addDoctor(program: Command, context: CommandContext): void {
  const command = program
    .command('doctor')
    .description('check the set-up: is the service there, are credentials accepted, what is missing for which clauses')
    .argument('[url]', 'address of the service, the same as --base-url');
  addFlags(command, CONNECTION, 'Target:');
  addFlags(command, CHOICE, 'Reading and choice:').action(onUrl(doctor, context));
}

async function doctor(flags: DoctorFlags, context: CommandContext): Promise<void> {
  await visit(flags, context, examine, ({ why, remedy }, { stdout }) => {
    say(stdout, marked(NOT_READY, why));
    if (remedy !== undefined) say(stdout, marked('', `-> ${remedy}`));
  });
}

async function examine({ loaded, checks, suiteUnder, own, target, profile, depth, send, io }: Visit): Promise<number> {
  const suite = suiteUnder(profile.branches);
  const admissions = [...(await admissionsOf(suite.contract, target, askerOf(target, send)))];
  if (own) say(io.stderr, 'Trying what each permission costs, against the reference service: some seconds.');
  const dry = own
    ? await dryRun({ loaded, checks, suiteUnder, target: targetWithEverything(suite), profile, depth })
    : undefined;
  const missing = missingFor(target, suite);
  const lines = [
    marked('ok', `${target.baseUrl} answers`),
    ...admissions.flatMap(([role, one]) =>
      one === undefined ? [] : [marked(MARKS[one.kind], `credentials.${role}: ${admissionWords(one)}`)],
    ),
    ...missingLines(
      missing,
      dry,
      `${suite.clauses.size} clauses${otherReadingsNote(sizesOfOtherReadings(suiteUnder, profile.branches))}`,
    ),
    ...permissionNotes(missing, targetSchema(loaded.document, loaded.path)),
    ...discoveredSamplesNotes(suite, target),
    '',
    ADVICE,
    '',
  ];
  const refused = admissions.flatMap(([role, one]) => (one?.kind === 'refused' ? [`credentials.${role}`] : []));
  const verdict =
    refused.length === 0 ? readyLine(suite, missing) : marked(NOT_READY, `the service refuses ${refused.join(', ')}`);
  for (const line of [...lines, verdict]) say(io.stdout, line);
  return refused.length === 0 ? EXIT_STATUS.conforms : EXIT_STATUS.incomplete;
}

const NOT_READY = 'NOT READY';

/** A line with a mark; the texts of all lines are aligned. */
function marked(mark: string, text: string): string {
  return `${mark.padEnd(10)}${text}`;
}

function readyLine({ clauses }: Suite, missing: readonly Missing[]): string {
  const hidden = new Set(missing.flatMap((one) => one.clauses.map(({ id }) => id)));
  const scope = hidden.size === 0 ? '' : ` for ${clauses.size - hidden.size} of ${clauses.size} clauses`;
  return marked('READY', `conform run can begin${scope}`);
}

const ADVICE = 'conform help samples explains each sample; conform init finds some by itself.';

/** The reference service with every permission, credential and sample, so that a dry run shows what each costs. */
function targetWithEverything({ contract }: Suite): Target {
  const permissions = permissionsOf(contract.document);
  const allow = Object.fromEntries(permissions.map((permission) => [permission, true]));
  return { ...embeddedTarget(createReference(), 'http://dry-run.invalid'), allow };
}

const MARKS: Readonly<Record<Admission['kind'], string>> = {
  opened: 'ok',
  refused: 'REFUSED',
  unclear: 'unclear',
  'not-asked-for': 'ok',
};

/** Notes on samples that are not given, and whose values a run takes from answers of the service instead. */
function discoveredSamplesNotes({ contract }: Suite, target: Target): readonly string[] {
  const lines = [...contract.operations.values()].flatMap(({ id, parameters }) =>
    parameters.flatMap(({ 'x-sources': sources = [] }) => {
      const samples = sources.flatMap((source) => ('sample' in source ? [source.sample] : []));
      const others = sources.flatMap((source) => ('operation' in source ? [source.operation] : []));
      const isGiven = samples.some((sample) => unmetNeed(target, `sample:${sample}`) === undefined);
      const [sample] = samples;
      if (sample === undefined || isGiven || others.length === 0) return [];
      return `samples.${sample} is not given: ${id} is asked for what ${[...new Set(others)].join(', ')} shows; where none of that fits, it is skipped.`;
    }),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}
