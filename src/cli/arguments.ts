import type { Command } from 'commander';
import { targetFileIn } from '../config/target.ts';
import { UsageError } from '../errors.ts';
import type { Io } from './io.ts';
import { isRepeatable } from './options.ts';

/** A bare `conform` runs what conform.yaml says. */
export function refuseNothing(argv: readonly string[], { cwd }: Io): void {
  if (argv.length === 0 && targetFileIn(cwd) === undefined)
    throw new UsageError(
      'no conform.yaml in this folder. conform init <url> writes one; conform --help lists the commands.',
    );
}

/** Takes an option that holds one value only once: of two values one would be dropped without a word. */
export function refuseTwice(command: Command): void {
  for (const option of command.options) {
    if (!option.required || isRepeatable(option)) continue;
    let given = 0;
    command.on(`option:${option.name()}`, () => {
      given += 1;
      if (given > 1) throw new UsageError(`${option.long ?? option.flags} is given twice; give it once.`);
    });
  }
}

/** The command is `run` where none is named: `conform`, `conform <url>` and `conform --base-url <url>` all run the suite. */
export function withDefaultCommand(program: Command, argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word, index) => !isGlobal(program, word) && !isValueOfGlobal(program, argv[index - 1]));
  const [before, rest] = at < 0 ? [argv, []] : [argv.slice(0, at), argv.slice(at)];
  const isRun = rest.every((word) => !HELP.includes(word)) && /^$|^-|^https?:/iu.test(rest[0] ?? '');
  return isRun ? [...before, 'run', ...rest] : argv;
}

const HELP = ['-h', '--help', '-V', '--version'];

function isGlobal({ options }: Command, word: string): boolean {
  return options.some(({ long }) => !HELP.includes(word) && (word === long || word.startsWith(`${long ?? ''}=`)));
}

function isValueOfGlobal({ options }: Command, before: string | undefined): boolean {
  return options.some(({ long, required }) => required && before === long);
}

/**
 * Refuses options and arguments with nothing in them: in a script they come from a variable that is not set, and what
 * they were meant to narrow down would silently become everything.
 */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) === 'cli' && isEmpty(command.getOptionValue(name)))
      throw new UsageError(
        `${option.long ?? option.flags}: the value is empty; give one, or leave the option out. Is a variable not set?`,
      );
  }
  // Completion asks what may stand where nothing stands yet.
  if (command.name() !== 'complete' && command.args.some((text) => text.trim() === ''))
    throw new UsageError(`${command.name()}: an argument is empty. Is a variable not set?`);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && (value.length === 0 || value.some(isEmpty));
}

/** What the parser of arguments says of a mistake, in the words and with the prefix of every other message. */
export function usageMessage(text: string): string {
  return WORDS.reduce((message, [pattern, words]) => message.replace(pattern, words), text).replace(
    /^error: /u,
    'conform: ',
  );
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^error: option '(\S+)[^']*' argument '([^']*)' is invalid\. /u, 'conform: $1 $2: '],
  [/^error: option '(\S+) ([^']*)' argument missing/u, 'conform: $1 needs a value: $1 $2'],
  [
    /^error: command-argument value '([^']*)' is invalid for argument '([^']*)'\. Allowed choices are /u,
    'conform: $1 is no $2. Known: ',
  ],
  [/^error: missing required argument '([^']*)'/u, 'conform: the argument <$1> is missing'],
  [
    /^error: too many arguments for '([^']*)'\. Expected (\d+) arguments? but got (\d+)\./u,
    'conform: too many arguments for $1: it takes $2, and $3 were given',
  ],
];
