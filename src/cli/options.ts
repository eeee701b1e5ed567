import { InvalidArgumentError, Option } from 'commander';
import { DEPTHS } from '../check/target.ts';
import { hint } from '../errors.ts';

/** A word out of a list, with a hint where it is none of them. */
export function choice(flags: string, description: string, known: readonly string[]): Option {
  return new Option(flags, description).choices(known).argParser((text) => oneOf(text, known));
}

function oneOf(text: string, known: readonly string[]): string {
  if (known.includes(text)) return text;
  throw new InvalidArgumentError(`Known: ${known.join(', ')}${hint(text, known)}.`);
}

/** Words separated by commas; given several times, they add up. */
export function words(text: string, before: readonly string[] | undefined): readonly string[] {
  return [
    ...(before ?? []),
    ...text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ];
}

/** An option that may be given several times. */
export function several(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < least || value > most)
      throw new InvalidArgumentError(`A whole number from ${least} to ${most} is needed.`);
    return value;
  };
}

/** A number above zero, or from zero on, up to a bound. */
function numberOf(what: string, most: number, zero = false): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && (value > 0 || (zero && value === 0)) && value <= most) return value;
    throw new InvalidArgumentError(`A number of ${what} ${zero ? 'from 0' : 'above 0 and'} up to ${most} is needed.`);
  };
}

/** The path of a counterexample: numbers between colons; of a sequence also which of its commands were run, behind an `@`. */
function replayPath(text: string): string {
  if (/^\d+(?::\d+)*(?:@[\w+/=:-]*)?$/u.test(text)) return text;
  throw new InvalidArgumentError(
    'The path of a finding is needed, such as 12:3:0; the finding that came from fuzzing prints it.',
  );
}

/** The options that several commands share. */
export const OPTIONS = {
  profile: () => new Option('--profile <name|path>', 'which reading of the contract, where it contradicts itself'),
  branch: () => new Option('--branch <conflict=branch>', 'decide one conflict; repeatable').argParser(several),
  only: () =>
    new Option(
      '--only <ids>',
      'operations, tags, clause ids, or beginnings of ids that end in *; repeatable',
    ).argParser(words),
  seed: () => new Option('--seed <number>', 'same seed, same requests').argParser(wholeNumber(0, 4_294_967_295)),
  depth: () => choice('--depth <depth>', 'how many requests at most: 100, 1000 or 10000', DEPTHS),
  report: () =>
    new Option(
      '--report <folder>',
      'where to write report.html, report.json and the journal of all requests (default: reports/<time>-<host>)',
    ),
  json: () => new Option('--json', 'print the report as JSON and nothing else'),
  strict: () => new Option('--strict', 'count a SHOULD that is not met as a violation'),
  requireComplete: () =>
    new Option('--require-complete', 'count clauses that want a permission, a credential or a sample as incomplete'),
  allow: () =>
    new Option(
      '--allow <permissions>',
      'what the run may do to the target, as the contract names it (conform doctor shows what each is for); repeatable',
    ).argParser(words),
  timeout: () =>
    new Option('--timeout <seconds>', 'the longest that one answer may take (default: 30)').argParser(
      numberOf('seconds', 3600),
    ),
  concurrency: () =>
    new Option(
      '--concurrency <number>',
      'requests under way at once (default: 8, and 1 at smoke); it changes no verdict',
    ).argParser(wholeNumber(1, 64)),
  rate: () =>
    new Option('--rate <number>', 'requests a second at most, such as 0.5').argParser(
      numberOf('requests a second', 10_000),
    ),
  maxWait: () =>
    new Option('--max-wait <seconds>', 'the longest wait for a new rate window (default: 60)').argParser(
      numberOf('seconds', 86_400, true),
    ),
  maxTime: () =>
    new Option(
      '--max-time <seconds>',
      'the longest that requests are sent (default: 600 at smoke, 2700 at standard, 14400 at deep)',
    ).argParser(numberOf('seconds', 604_800)),
  replay: () =>
    new Option(
      '--replay <path>',
      'repeat one counterexample of the fuzz phase; with --only, --depth deep and the --seed of the run that found it',
    ).argParser(replayPath),
  header: () => new Option("--header <'Name: value'>", 'send it with every request; repeatable').argParser(several),
} as const;
