import type { Command } from 'commander';
import { targetSchema } from '../config/target-schema.ts';
import { hint, UsageError } from '../errors.ts';
import { wrapped } from '../report/console-text.ts';
import type { Schema } from '../schema/schema.ts';
import type { CommandContext } from './context.ts';
import { sampleSchema } from './look/find-samples.ts';
import { needsOf } from './look/needs.ts';

/** In which part of the help a command stands. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Start:': ['demo', 'init', 'doctor'],
  'Test a service:': ['run', 'watch', 'detect', 'clean'],
  'Look at results:': ['report', 'show', 'judge', 'compare', 'expect'],
  'Look at the contract:': ['list', 'explain', 'spec', 'serve'],
  'Shell:': ['completion', 'help'],
};

/** The commands that a user may give; others are called by scripts alone. */
export const VISIBLE: readonly string[] = Object.values(GROUPS).flat();

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  conform: ['conform demo', 'conform init https://staging.example', 'conform run https://staging.example'],
  run: [
    'conform run https://staging.example --depth smoke',
    'conform run --target conform.yaml --only <operation> --strict',
    'CONFORM_TOKEN=... conform run https://staging.example --wait 60s --allow writes',
    "PowerShell: $env:CONFORM_TOKEN = '...'; conform run https://staging.example",
  ],
  init: ['conform init', 'CONFORM_TOKEN=... conform init https://staging.example --write staging.yaml'],
  doctor: ['conform doctor', 'conform doctor --target staging.yaml'],
  watch: ['conform watch http://localhost:3000 --watch src', 'conform watch --target conform.yaml --only <operation>'],
  show: ['conform show 3', 'conform show reports/<run> <clause>', 'conform show reports/<run> exchange 12'],
  expect: ['conform expect reports/<run>', "conform expect reports/<run> --reason 'not built yet' --owner papers"],
  report: ['conform report reports/<run> --reporter junit=conform.xml'],
  compare: ['conform compare reports/<before> reports/<after>'],
  detect: ['conform detect --base-url https://staging.example --write mine.yaml'],
  serve: ['conform serve --port 8899', 'conform serve --mutant <clause> --write-target broken.yaml'],
  list: ['conform list --only <operation>', 'conform list --json'],
  completion: [
    'eval "$(conform completion bash)"',
    'conform completion fish > ~/.config/fish/completions/conform.fish',
  ],
};

/** Groups, examples, and `conform help <topic>`. Call it when every command is there. */
export function addHelp(program: Command, context: CommandContext): void {
  program
    .helpCommand(false)
    .command('help')
    .description('show help for a command, or what each sample of a target file is: help samples')
    .argument('[topic]', 'a command, or samples')
    .action((topic: string | undefined) => help(program, topic, context));
  for (const [group, names] of Object.entries(GROUPS))
    for (const command of program.commands) if (names.includes(command.name())) command.helpGroup(group);
  for (const command of [program, ...program.commands]) {
    const examples = EXAMPLES[command.name()];
    if (examples !== undefined)
      command.addHelpText('after', `\nExamples:\n${examples.map((one) => `  ${one}`).join('\n')}`);
  }
}

async function help(program: Command, topic: string | undefined, context: CommandContext): Promise<void> {
  if (topic === undefined) return program.outputHelp();
  if (topic === 'samples') return context.io.stdout.write(await samplesHelp(context));
  const command = program.commands.find((one) => one.name() === topic);
  if (command !== undefined) return command.outputHelp();
  const known = [...VISIBLE, 'samples'];
  throw new UsageError(`there is no help on ${topic}${hint(topic, known)}. Known: ${known.join(', ')}.`);
}

/** Each sample: what it is, where to find it, what a wrong one does, and how many clauses need it. */
async function samplesHelp({ contract }: CommandContext): Promise<string> {
  const { loaded, suiteUnder } = await contract();
  const schema = targetSchema(loaded.document, loaded.path);
  const suite = suiteUnder({});
  const needs = [...suite.clauses.values()].flatMap((clause) => needsOf(clause, suite));
  const parts = samplePaths(schema).map((path) => {
    const { title = '', description = '' } = sampleSchema(schema, path) ?? {};
    const clauses = needs.filter((need) => need === `sample:${path}`).length;
    return [
      `samples.${path}`,
      `  ${title}${clauses === 0 ? '' : ` (${clauses === 1 ? '1 clause needs' : `${clauses} clauses need`} it)`}`,
      ...wrapped(description, '  '),
    ];
  });
  const outline = ['In the target file:', '', ...outlineOf(samplePaths(schema))];
  return `${[INTRODUCTION, ...[...parts, outline].map((lines) => lines.join('\n'))].join('\n\n')}\n`;
}

const INTRODUCTION = wrapped(
  'Samples are what cannot be discovered over the API. Each is optional: without it its clauses are skipped. conform init finds some of them by itself.',
  '',
).join('\n');

/** The samples as they stand in a target file, their values left to be filled in. */
function outlineOf(paths: readonly string[]): readonly string[] {
  const isGroup = (path: string) => paths.some((other) => other.startsWith(`${path}.`));
  const lines = paths.map((path) => {
    const names = path.split('.');
    return `${'  '.repeat(names.length + 1)}${names.at(-1) ?? ''}:${isGroup(path) ? '' : ' ...'}`;
  });
  return ['  samples:', ...lines];
}

/** Every sample that the schema of the target file knows, groups before their members. */
export function samplePaths(root: Schema): readonly string[] {
  const below = (node: Schema, path: string): readonly string[] =>
    Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
      const own = path === '' ? name : `${path}.${name}`;
      return [own, ...(typeof child === 'object' ? below(child, own) : [])];
    });
  return below((root.properties?.['samples'] ?? {}) as Schema, '');
}
