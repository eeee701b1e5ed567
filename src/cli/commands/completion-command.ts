import type { Option } from 'commander';
import { Argument, type Command } from 'commander';
import { builtInProfiles } from '../../config/profile.ts';
import { readOperations } from '../../contract/operations.ts';
import type { CommandContext } from '../context.ts';

/** Scripts that ask `conform complete` for the words that may follow; the last word is the one at the cursor. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_conform() {
  local IFS=$'\\n'
  COMPREPLY=($(conform complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _conform conform
`,
  zsh: `#compdef conform
_conform() {
  local -a words_known
  words_known=("\${(@f)$(conform complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$words_known" ]]; then compadd -- $words_known; else _files; fi
}
compdef _conform conform
`,
  fish: `complete -c conform -a '(conform complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName conform -ScriptBlock {
  param($word, $ast, $cursor)
  $before = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $before += '""' }
  conform complete -- @before 2>$null | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};

/** `conform completion <shell>`, and the hidden command that its scripts call. */
export function addCompletion(program: Command, { io, contract }: CommandContext): void {
  const operations = async () => [...readOperations((await contract()).loaded.document).keys()];
  program
    .command('completion')
    .description('print a script that completes conform in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(Object.keys(SCRIPTS)))
    .action((shell: string) => io.stdout.write(SCRIPTS[shell] ?? ''));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const known = await completions(program, words, operations);
      io.stdout.write(known.map((word) => `${word}\n`).join(''));
    });
}

/** The ids of the operations of the contract. */
type Operations = () => Promise<readonly string[]>;

/** The words that may stand where the last one is being typed. */
async function completions(
  program: Command,
  words: readonly string[],
  operations: Operations,
): Promise<readonly string[]> {
  const before = words.at(-2);
  const typed = (words.at(-1) ?? '').replace(/^""$/u, '');
  const command = program.commands.find((one) => one.name() === words[0] && words.length > 1) ?? program;
  const option = command.options.find(
    ({ long, short, required, optional }) =>
      before !== undefined && [long, short].includes(before) && (required || optional),
  );
  const known = option === undefined ? await wordsOf(command, typed, operations) : await valuesOf(option, operations);
  return known.filter((word) => word.startsWith(typed));
}

async function wordsOf(command: Command, typed: string, operations: Operations): Promise<readonly string[]> {
  if (typed.startsWith('-'))
    return command.options.flatMap(({ long, hidden }) => (typeof long !== 'string' || hidden ? [] : [long]));
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const names = command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());
  return [...names, ...choices, ...(command.name() === 'explain' ? await operations() : [])];
}

async function valuesOf(option: Option, operations: Operations): Promise<readonly string[]> {
  if (option.long === '--profile') return builtInProfiles();
  if (option.long === '--only' || option.long === '--exclude') return operations();
  return option.argChoices ?? [];
}
