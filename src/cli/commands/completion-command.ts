import { Argument, type Command } from 'commander';
import { allMutants } from '../../../fixtures/mutants/index.ts';
import { builtInProfiles } from '../../config/profile.ts';
import { readOperations } from '../../contract/operations.ts';
import { permissionsOf } from '../../contract/permissions.ts';
import { runsIn } from '../../report/read-report.ts';
import { REPORTER_NAMES } from '../../report/write-reports.ts';
import { SCRIPTS } from '../completion-scripts.ts';
import type { CommandContext } from '../context.ts';

/** `conform completion <shell>`, and the hidden command `complete` that its scripts call. */
export function addCompletion(program: Command, context: CommandContext): void {
  const { io } = context;
  program
    .command('completion')
    .description('print a script that completes conform in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(Object.keys(SCRIPTS)))
    .action((shell: string) => io.stdout.write(SCRIPTS[shell] ?? ''));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const known = await completions(program, words, context);
      io.stdout.write(known.map((word) => `${word}\n`).join(''));
    });
}

/** The words that complete the last one. */
async function completions(
  program: Command,
  words: readonly string[],
  context: CommandContext,
): Promise<readonly string[]> {
  const before = words.at(-2);
  const typed = (words.at(-1) ?? '').replace(/^""$/u, '');
  const command = program.commands.find((one) => one.name() === words[0] && words.length > 1) ?? program;
  const option = command.options.find(
    ({ long, short, required, optional }) =>
      before !== undefined && [long, short].includes(before) && (required || optional),
  );
  const known =
    option === undefined
      ? await wordsOf(command, typed, { program, context })
      : (option.argChoices ?? (await VALUES[option.long ?? '']?.(context, typed)) ?? []);
  return known.filter((word) => word.startsWith(typed));
}

/** The names of arguments that are the folder of a run. */
const RUN_ARGUMENTS: ReadonlySet<string> = new Set(['run', 'before', 'after']);

async function wordsOf(
  command: Command,
  typed: string,
  { program, context }: { readonly program: Command; readonly context: CommandContext },
): Promise<readonly string[]> {
  if (typed.startsWith('-'))
    return command.options.flatMap(({ long, hidden }) => (typeof long !== 'string' || hidden ? [] : [long]));
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const takesRun = command.registeredArguments.some((argument) => RUN_ARGUMENTS.has(argument.name()));
  return [
    ...namesOf(command),
    ...choices,
    ...(takesRun ? runsIn(context.io.cwd) : []),
    ...(command.name() === 'help' ? [...namesOf(program), 'samples'] : []),
    ...(command.name() === 'explain' ? await operationsOrClauses(context, typed) : []),
  ];
}

function namesOf(command: Command): readonly string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());
}

/** The ids of operations; if the typed word has a slash, those of clauses. */
async function operationsOrClauses({ contract }: CommandContext, typed: string): Promise<readonly string[]> {
  const { loaded, suiteUnder } = await contract();
  return [...(typed.includes('/') ? suiteUnder({}).clauses : readOperations(loaded.document)).keys()];
}

type Values = (context: CommandContext, typed: string) => readonly string[] | Promise<readonly string[]>;

const runs: Values = ({ io }) => runsIn(io.cwd);

/** The values of options without a fixed list of choices. */
const VALUES: Readonly<Record<string, Values>> = {
  '--profile': () => builtInProfiles(),
  '--only': operationsOrClauses,
  '--exclude': operationsOrClauses,
  '--reporter': () => REPORTER_NAMES,
  '--failed': runs,
  '--baseline': runs,
  '--allow': async ({ contract }) => permissionsOf((await contract()).loaded.document),
  '--branch': async ({ contract }) =>
    Object.entries((await contract()).loaded.document['x-conflicts']).flatMap(([id, { branches }]) =>
      Object.keys(branches).map((branch) => `${id}=${branch}`),
    ),
  '--mutant': async ({ contract }) => allMutants((await contract()).loaded).map(({ id }) => id),
};
