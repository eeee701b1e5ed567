import { DEPTHS } from './check/target.ts';
import { hint, UsageError } from './errors.ts';
import { FAIL_ON } from './run/gating.ts';

/** A kind of option value: its description, and a test for it. */
interface Kind {
  readonly words: string;
  readonly fits: (value: unknown) => boolean;
}

const text: Kind = { words: 'a text that is not empty', fits: (value) => typeof value === 'string' && value !== '' };
const flag: Kind = { words: 'true or false', fits: (value) => typeof value === 'boolean' };
const object: Kind = { words: 'an object', fits: (value) => typeof value === 'object' && value !== null };
const call: Kind = { words: 'a function', fits: (value) => typeof value === 'function' };
const list: Kind = { words: 'a list', fits: Array.isArray };
const texts: Kind = {
  words: 'a list of texts with one at least; leave it out for everything',
  fits: (value) => Array.isArray(value) && value.length > 0 && value.every(text.fits),
};

function either(one: Kind, other: Kind): Kind {
  return { words: `${one.words}, or ${other.words}`, fits: (value) => one.fits(value) || other.fits(value) };
}

function oneOf(...words: readonly string[]): Kind {
  return { words: `one of ${words.join(', ')}`, fits: (value) => typeof value === 'string' && words.includes(value) };
}

function number(least: number, most: number, whole = false): Kind {
  const fits = (value: unknown): boolean =>
    typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  return { words: `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`, fits };
}

const DAY_MS = 86_400_000;

/** An Express application is a function, too, but returns no Response. It is recognized by its `listen`. */
const handler: Kind = {
  words:
    'a function that takes a Request and returns a Response; an application of Express is none: let it listen, and give its address as target',
  fits: (value) => typeof value === 'function' && !('listen' in value),
};

const OPTIONS: Readonly<Record<string, Kind>> = {
  target: either(text, object),
  fetch: handler,
  profile: either(text, object),
  depth: oneOf(...DEPTHS),
  only: texts,
  seed: number(0, 4_294_967_295, true),
  strict: flag,
  requireComplete: flag,
  expectations: text,
  baseline: text,
  failOn: oneOf(...FAIL_ON),
  timeoutMs: number(1, 3_600_000),
  concurrency: number(1, 64, true),
  ratePerSecond: number(0.001, 10_000),
  maxWaitMs: number(0, DAY_MS),
  maxTimeMs: number(1, 7 * DAY_MS),
  replay: text,
  checks: list,
  clauses: object,
  document: text,
  folder: text,
  env: object,
  signal: object,
  onEvent: call,
  reporters: list,
};

/** The members of the option `target`. Other settings of a target file have options of their own. */
const PARTS = ['baseUrl', 'credentials', 'samples', 'allow', 'headers', 'secretHeaders', 'levels'];

/** Throws a UsageError for an unknown option or an invalid value. */
export function assertOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new UsageError(`options have to be an object, such as { target: 'http://localhost:3000' }.`);
  for (const [name, value] of Object.entries(options)) {
    const kind = OPTIONS[name];
    if (kind === undefined && PARTS.includes(name))
      throw new UsageError(`there is no option ${name}; it is a part of the option target: { target: { ${name} } }.`);
    if (kind === undefined) throw new UsageError(`there is no option ${name}${hint(name, Object.keys(OPTIONS))}.`);
    if (value !== undefined && !kind.fits(value)) throw new UsageError(`the option ${name} has to be ${kind.words}.`);
  }
  const { target } = options as { readonly target?: unknown };
  for (const name of typeof target === 'object' && target !== null ? Object.keys(target) : [])
    if (!PARTS.includes(name)) throw new UsageError(`the option target has no ${name}${hint(name, PARTS)}.`);
}
