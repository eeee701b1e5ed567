import type { Command } from 'commander';
import { targetFileIn } from '../config/target.ts';
import { UsageError } from '../errors.ts';
import type { Io } from './io.ts';
import { isRepeatable } from './options.ts';

/** `conform` without arguments needs a conform.yaml; throws a UsageError if there is none. */
export function refuseNothing(argv: readonly string[], { cwd }: Io): void {
  if (argv.length === 0 && targetFileIn(cwd) === undefined)
    throw new UsageError(
      'no conform.yaml in this folder. conform init <url> writes one; conform --help lists the commands.',
    );
}

/** Refuses an option that is given twice but holds one value: the parser would silently drop one of the two. */
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

/** Adds `run` if no command is named: `conform`, `conform <url>` and `conform --base-url <url>` all run the suite. */
export function withDefaultCommand(program: Command, argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word, index) => !isGlobal(program, word) && !isValueOfGlobal(program, argv[index - 1]));
  const [before, rest] = at < 0 ? [argv, []] : [argv.slice(0, at), argv.slice(at)];
  const isRun = rest.every((word) => !HELP_FLAGS.includes(word)) && /^$|^-|^https?:/iu.test(rest[0] ?? '');
  return isRun ? [...before, 'run', ...rest] : argv;
}

const HELP_FLAGS = ['-h', '--help', '-V', '--version'];

function isGlobal({ options }: Command, word: string): boolean {
  return options.some(({ long }) => !HELP_FLAGS.includes(word) && (word === long || word.startsWith(`${long ?? ''}=`)));
}

function isValueOfGlobal({ options }: Command, before: string | undefined): boolean {
  return options.some(({ long, required }) => required && before === long);
}

/**
 * Refuses empty options and arguments. In a script they come from a variable that is not set, and an empty filter would
 * silently select everything.
 */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) === 'cli' && isBlank(command.getOptionValue(name)))
      throw new UsageError(
        `${option.long ?? option.flags}: the value is empty; give one, or leave the option out. Is a variable not set?`,
      );
  }
  // For completion, the word at the cursor may be empty.
  if (command.name() !== 'complete' && command.args.some((text) => text.trim() === ''))
    throw new UsageError(`${command.name()}: an argument is empty. Is a variable not set?`);
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && (value.length === 0 || value.some(isBlank));
}

/** Rewrites a message of commander in the style of our other messages, with their prefix. */
export function usageMessage(text: string): string {
  return REWRITES.reduce((message, [pattern, replacement]) => message.replace(pattern, replacement), text).replace(
    /^error: /u,
    'conform: ',
  );
}

const REWRITES: readonly (readonly [RegExp, string])[] = [
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
