import type { Command } from 'commander';
import { hint, UsageError } from '../errors.ts';
import type { CommandContext } from './context.ts';
import { samplesHelp } from './look/samples.ts';

/** The commands under each heading of the help. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Start:': ['demo', 'init', 'doctor'],
  'Test a service:': ['run', 'watch', 'detect', 'clean'],
  'Look at results:': ['report', 'show', 'open', 'judge', 'compare', 'expect'],
  'Look at the contract:': ['list', 'explain', 'spec', 'annotate', 'serve'],
  'Shell:': ['completion', 'help'],
};

/** The commands for users. The others are called by scripts only. */
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
  open: ['conform open', 'conform open reports/<run>'],
  expect: ['conform expect reports/<run>', "conform expect reports/<run> --reason 'not built yet' --owner papers"],
  report: ['conform report reports/<run> --reporter junit=conform.xml'],
  compare: ['conform compare reports/<before> reports/<after>'],
  detect: ['conform detect --base-url https://staging.example --write mine.yaml'],
  serve: ['conform serve --port 8899', 'conform serve --mutant <clause> --write-target broken.yaml'],
  list: ['conform list --only <operation>', 'conform list --json'],
  annotate: [
    'conform annotate --spec api.yaml --out overlay.yaml',
    'conform annotate https://staging.example --spec api.yaml --out overlay.yaml',
  ],
  completion: [
    'eval "$(conform completion bash)"',
    'conform completion fish > ~/.config/fish/completions/conform.fish',
  ],
};

/** Commands whose help names the options for another contract, which stand in the help of conform itself. */
const OF_ANY_CONTRACT = ['run', 'watch', 'doctor', 'list', 'explain', 'annotate'];

const SPEC_HELP = `
Another contract:
  --spec <file>, --overlay <file>  see conform --help`;

/** Adds headings, examples, and `conform help <topic>`. Call it after all other commands are added. */
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
    if (OF_ANY_CONTRACT.includes(command.name())) command.addHelpText('after', SPEC_HELP);
    const examples = EXAMPLES[command.name()];
    if (examples !== undefined)
      command.addHelpText('after', `\nExamples:\n${examples.map((one) => `  ${one}`).join('\n')}`);
  }
}

async function help(program: Command, topic: string | undefined, context: CommandContext): Promise<void> {
  if (topic === undefined) return program.outputHelp();
  if (topic === 'samples') return context.io.stdout.write(samplesHelp(await context.contract()));
  const command = program.commands.find((one) => one.name() === topic);
  if (command !== undefined) return command.outputHelp();
  const known = [...VISIBLE, 'samples'];
  throw new UsageError(`there is no help on ${topic}${hint(topic, known)}. Known: ${known.join(', ')}.`);
}
