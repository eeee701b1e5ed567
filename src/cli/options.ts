import { type Command, InvalidArgumentError, Option } from 'commander';
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

/** Does an option add up when it is given several times? It says so of itself. */
export function isRepeatable({ description }: Option): boolean {
  return description.includes('repeatable');
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

/** A number above zero, up to a bound. */
function numberOf(what: string, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value > 0 && value <= most) return value;
    throw new InvalidArgumentError(`A number of ${what} above 0 and up to ${most} is needed.`);
  };
}

const UNITS = { ms: 0.001, s: 1, m: 60, h: 3600 } as const;

/** Seconds: a number of them, or a duration such as 500ms, 30s, 10m or 2h; from zero on only where that is allowed. */
function secondsUpTo(most: number, zero = false): (text: string) => number {
  return (text) => {
    const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/u.exec(text.trim()) ?? [];
    const value = Number(amount) * UNITS[unit as keyof typeof UNITS];
    if ((value > 0 || (zero && value === 0)) && value <= most) return value;
    throw new InvalidArgumentError(
      `A duration ${zero ? 'from 0' : 'above 0 and'} up to ${most} seconds is needed, such as 30, 30s or 10m.`,
    );
  };
}

/** The path of a counterexample: numbers between colons; of a sequence also which of its commands were run, behind an `@`. */
function replayPath(text: string): string {
  if (/^\d+(?::\d+)*(?:@[\w+/=:-]*)?$/u.test(text)) return text;
  throw new InvalidArgumentError(
    'The path of a finding is needed, such as 12:3:0; the finding that came from fuzzing prints it.',
  );
}

/** The options of the reading of a contract. */
export function addReading(command: Command): Command {
  return command
    .option(
      '--profile <name|path>',
      'how conflicts in the contract are decided: any (default), machine-readable, reference-pages, or a file',
    )
    .option('--branch <conflict=branch>', 'decide one conflict; repeatable', several);
}

/** The options that several commands share. */
export const OPTIONS = {
  only: () =>
    new Option('--only <ids>', 'operations, tags, clause ids, or prefixes of ids ending in *; repeatable').argParser(
      words,
    ),
  exclude: () =>
    new Option(
      '--exclude <ids>',
      'leave these out, named as with --only; what others need of them is still sent; repeatable',
    ).argParser(words),
  seed: () =>
    new Option(
      '--seed <number>',
      'seed for random choices; the same seed sends the same requests (default: 1)',
    ).argParser(wholeNumber(0, 4_294_967_295)),
  depth: () => choice('--depth <depth>', 'request limit: smoke 100, standard 1000 (default), deep 10000', DEPTHS),
  report: () =>
    new Option(
      '--report <folder>',
      'where to write report.html, report.json and the journal of all requests (default: reports/<time>-<host>)',
    ),
  json: () => new Option('--json', 'print the report as JSON and nothing else'),
  strict: () => new Option('--strict', 'a SHOULD that is not met fails the run, too'),
  requireComplete: () =>
    new Option(
      '--require-complete',
      'clauses that lack a permission, a credential or a sample make the run incomplete',
    ),
  allow: () =>
    new Option(
      '--allow <permissions>',
      'allow what may change or burden the target, such as writes (conform doctor explains each); repeatable',
    ).argParser(words),
  timeout: () =>
    new Option('--timeout <duration>', 'the longest that one answer may take (default: 30s)').argParser(
      secondsUpTo(3600),
    ),
  concurrency: () =>
    new Option(
      '--concurrency <number>',
      'requests sent at the same time (default: 8, and 1 at smoke); it changes no verdict, unless the service mixes them up',
    ).argParser(wholeNumber(1, 64)),
  rate: () =>
    new Option('--rate <number>', 'requests a second at most, such as 0.5').argParser(
      numberOf('requests a second', 10_000),
    ),
  maxWait: () =>
    new Option('--max-wait <duration>', 'the longest wait for a new rate window (default: 60s)').argParser(
      secondsUpTo(86_400, true),
    ),
  maxTime: () =>
    new Option(
      '--max-time <duration>',
      'stop sending requests after this time (default: 10m at smoke, 45m at standard, 4h at deep)',
    ).argParser(secondsUpTo(604_800)),
  replay: () =>
    new Option(
      '--replay <path>',
      'repeat one failing case found at depth deep; with --only, --depth deep and the --seed of the run that found it',
    ).argParser(replayPath),
  header: () => new Option("--header <'Name: value'>", 'send it with every request; repeatable').argParser(several),
} as const;
