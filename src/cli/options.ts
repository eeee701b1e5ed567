import { type Command, InvalidArgumentError, Option } from 'commander';
import { DEPTHS } from '../check/target.ts';
import { EXPECTATIONS } from '../config/expectations.ts';
import { UsageError } from '../errors.ts';
import { parseReporter, REPORTER_NAMES } from '../report/write-reports.ts';
import { FAIL_ON } from '../run/gating.ts';
import { numberOf, oneOf, replayPath, secondsUpTo, several, upToAnHour, wholeNumber, words } from './values.ts';

/** An option of the command line. Without `read` its value is the text as given, or true for a switch. */
interface Flag {
  readonly flags: string;
  readonly description: string;
  readonly read?: (text: string, before: never) => unknown;
  /** For completion, and for the help. */
  readonly choices?: readonly string[];
}

/** The type of the values that a table of options gives, by name. */
export type FlagsOf<T extends Readonly<Record<string, Flag>>> = {
  readonly [Name in keyof T]?: T[Name] extends { readonly read: (...given: never[]) => infer Value }
    ? Value | undefined
    : T[Name]['flags'] extends `${string}<${string}`
      ? string | undefined
      : boolean | undefined;
};

export function flag<const F extends string>(flags: F, description: string) {
  return { flags, description };
}

export function valued<T>(flags: string, description: string, read: (text: string, before: T | undefined) => T) {
  return { flags, description, read };
}

export function choice<T extends string>(flags: string, description: string, choices: readonly T[]) {
  return { flags, description, read: oneOf(choices), choices };
}

export function addFlags(command: Command, table: Readonly<Record<string, Flag>>, heading?: string): Command {
  if (heading !== undefined) command.optionsGroup(heading);
  for (const [name, { flags, description, read, choices }] of Object.entries(table)) {
    const option = new Option(flags, description);
    option.attributeName = () => name;
    if (choices !== undefined) option.choices(choices);
    command.addOption(read === undefined ? option : option.argParser(withCommanderError(read)));
  }
  return command;
}

/** Turns a UsageError into an error of commander, which then puts the name of the option before the message. */
function withCommanderError<T>(read: (text: string, before: never) => T): (text: string, before: unknown) => T {
  return (text, before) => {
    try {
      return read(text, before as never);
    } catch (error) {
      throw error instanceof UsageError ? new InvalidArgumentError(error.message) : error;
    }
  };
}

/** May the option be given several times? Then its description has the word "repeatable". */
export function isRepeatable({ description }: Option): boolean {
  return description.includes('repeatable');
}

/** The options that several commands share, by the name of their value. For a run, it is the name in its options. */
const SHARED = {
  baseUrl: flag(
    '--base-url <url>',
    'address of the service; credentials come from the environment or from a target file',
  ),
  target: flag('--target <file>', 'a target file, which describes the service (conform serve prints one)'),
  header: valued("--header <'Name: value'>", 'send it with every request; repeatable', several),
  insecure: flag('--insecure', 'accept any TLS certificate'),
  ca: flag('--ca <file>', 'PEM certificates to trust'),
  cert: flag('--cert <file>', 'a PEM certificate to show to a service that asks for one, with --key'),
  key: flag('--key <file>', 'its private key; a passphrase comes from CONFORM_KEY_PASSPHRASE'),
  profile: flag(
    '--profile <name|path>',
    'how conflicts in the contract are decided: any (default), machine-readable, reference-pages, or a file',
  ),
  branch: valued('--branch <conflict=branch>', 'decide one conflict; repeatable', several),
  only: valued('--only <ids>', 'operations, tags, clause ids, or prefixes of ids ending in *; repeatable', words),
  exclude: valued(
    '--exclude <ids>',
    'leave these out, named as with --only; what others need of them is still sent; repeatable',
    words,
  ),
  failed: flag('--failed <run>', 'only what failed in that run, and what could not be judged because of it'),
  depth: choice(
    '--depth <depth>',
    'request limit: smoke 100, standard 1000 (default), deep 10000; more for a document of many operations',
    DEPTHS,
  ),
  seed: valued(
    '--seed <number>',
    'seed for random choices; the same seed sends the same requests (default: 1)',
    wholeNumber(0, 4_294_967_295),
  ),
  replay: valued(
    '--replay <path>',
    'repeat one failing case found at depth deep; with --only, --depth deep and the --seed of the run that found it',
    replayPath,
  ),
  allow: valued(
    '--allow <permissions>',
    'allow what may change or burden the target, such as writes (conform doctor explains each); repeatable',
    words,
  ),
  concurrency: valued(
    '--concurrency <number>',
    'requests sent at the same time (default: 8, and 1 at smoke); it changes no verdict, unless the service mixes them up',
    wholeNumber(1, 64),
  ),
  ratePerSecond: valued(
    '--rate <number>',
    'requests a second at most, such as 0.5',
    numberOf('requests a second', 10_000),
  ),
  maxWaitMs: valued(
    '--max-wait <duration>',
    'the longest wait for a new rate window (default: 60s)',
    secondsUpTo(86_400, true),
  ),
  maxTimeMs: valued(
    '--max-time <duration>',
    'stop sending requests after this time (default: 10m at smoke, 45m at standard, 4h at deep)',
    secondsUpTo(604_800),
  ),
  timeoutMs: valued('--timeout <duration>', 'the longest that one answer may take (default: 30s)', secondsUpTo(3600)),
  wait: valued('--wait <duration>', 'wait up to this long for the service to answer first, such as 60s', upToAnHour),
  retries: valued(
    '--retries <number>',
    'try a request again where the network failed; never where an answer came (default: 0)',
    wholeNumber(0, 10),
  ),
  bail: flag('--bail', 'stop at the first MUST failure, without repeating the request to see whether it is flaky'),
  expectations: flag(
    '--expectations <file>',
    `known failures, which do not fail the run (default: ${EXPECTATIONS}, if there is one)`,
  ),
  baseline: flag('--baseline <run>', 'fail only on what is worse than in that run'),
  failOn: choice('--fail-on <what>', 'must (the default), should, or new: what --baseline did not break', FAIL_ON),
  strict: flag('--strict', 'a SHOULD that is not met fails the run, too'),
  requireComplete: flag(
    '--require-complete',
    'clauses that lack a permission, a credential or a sample make the run incomplete',
  ),
  report: flag(
    '--report <folder>',
    'where to write report.html, report.json and the journal of all requests (default: reports/<time>-<host>)',
  ),
  json: flag('--json', 'print the report as JSON and nothing else'),
  reporter: valued(
    '--reporter <name[=file]>',
    `write the report in another format, too: ${REPORTER_NAMES.join(', ')}; =- prints it instead of the summary (no blank before the -); repeatable (default: the format that this CI reads)`,
    parseReporter,
  ),
};

/** The shared options with these names. */
export function shared<N extends keyof typeof SHARED>(...names: readonly N[]): Pick<typeof SHARED, N> {
  return Object.fromEntries(names.map((name) => [name, SHARED[name]])) as Pick<typeof SHARED, N>;
}

export const CONNECTION = shared('baseUrl', 'target', 'header', 'insecure', 'ca', 'cert', 'key');
export const READING = shared('profile', 'branch');
export const PACE = shared('concurrency', 'ratePerSecond', 'maxWaitMs', 'maxTimeMs', 'timeoutMs');
export const GATE = shared('expectations', 'baseline', 'failOn');
export const RESULT = shared('json', 'reporter');

/** The option that names the known failures, for commands on a finished run. */
export const KNOWN_IN = {
  target: flag(
    '--target <file>',
    'the target file whose known failures count (default: conform.yaml, if there is one)',
  ),
};

/** The options of a run, by their heading in the help. */
const OF_RUN = {
  'Target:': CONNECTION,
  'Reading and choice:': {
    ...READING,
    ...shared('only', 'exclude', 'failed', 'depth', 'seed', 'replay', 'allow'),
  },
  'Pace:': PACE,
  'Pipelines:': shared('wait', 'retries', 'bail'),
  'What fails it:': { ...GATE, ...shared('strict', 'requireComplete') },
  'Result:': shared('report'),
};

/** The flags of a run, and how much it prints. */
export type OnceFlags = FlagsOf<typeof SHARED> & {
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
};

export function addOnce(command: Command): Command {
  for (const [heading, table] of Object.entries(OF_RUN)) addFlags(command, table, heading);
  return command;
}
