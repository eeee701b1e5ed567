import { randomBytes } from 'node:crypto';
import {
  cookiesOf,
  EDGE,
  formsOf,
  isOrdinary,
  looksSecret,
  placeholderFor,
  schemeOf,
  standInFor,
  tokenParts,
} from './secret-forms.ts';
import { createMatcher, type Match } from './secret-matcher.ts';

/** Where a text goes: before somebody's eyes, or into a journal, which is judged again and holds stand-ins of the same form. */
export type View = 'shown' | 'recorded';

/** What a secret is called, and what a journal has in its place. */
export interface StandIn {
  readonly shown: string;
  readonly standIn: string;
}

/**
 * Keeps secrets out of everything that is written or shown. Nothing that is judged, and nothing that a request is made of,
 * has been through it. `SECURITY.md` says what it promises.
 */
export interface Redactor {
  /** The text with every secret in it replaced: whole ones, and long beginnings and ends. */
  readonly text: (text: string, view?: View) => string;
  /** What stands for this whole value, however short, where it is a credential or was handed out; else undefined. */
  readonly inPlace: (value: string, view?: View) => string | undefined;
  /** What stands for a value of which nobody knows whether it is secret. */
  readonly unseen: (value: string, view?: View) => string;
  /** The placeholder of a credential; any other value as it is. */
  readonly credential: (value: string) => string;
  /** One more credential, from now on. Of one that is made from another no beginnings and ends are looked for. */
  readonly learn: (name: string, value: string, hasEdges?: boolean) => void;
  /** A secret that the service handed out. One that might be a word is hidden only in its place. */
  readonly handedOut: (value: string) => void;
  /** What the run itself made up is no secret, whoever sends it back. */
  readonly given: (value: string) => void;
  /** What a caller without credentials was answered: beginnings and ends of secrets in it are none. */
  readonly publish: (text: string) => void;
  /** All that was learnt, in order, for whoever reads the journal. */
  readonly standIns: () => readonly StandIn[];
  /** The members of an operation's answers that hold secrets. */
  readonly secretsOf: (operation: string | undefined) => ReadonlySet<string>;
}

export interface RedactorOptions {
  /** What a value is that anybody may read, in the contract say. */
  readonly isPublic?: (value: string) => boolean;
  readonly secretsOf?: Redactor['secretsOf'];
  /** Of a journal: what stands in it is hidden again. */
  readonly standIns?: readonly StandIn[];
}

/** A shorter value stands in many places by chance. */
const SHORTEST = 6;
/** Of what a service hands out: a shorter one stands for something else. */
const SHORTEST_KEY = 8;
/** Of the secrets that a service hands out, so many are looked for everywhere, and so many have a number of their own. */
const [MAX_TAUGHT, MAX_NUMBERED] = [500, 10_000];

const NAMES = { shown: 'shown', recorded: 'standIn' } as const;

/** A redactor that knows these credentials: whole values of headers. */
export function createRedactor(
  credentials: readonly { readonly name: string; readonly value: string }[] = [],
  { isPublic = () => false, secretsOf = () => new Set(), standIns = [] }: RedactorOptions = {},
): Redactor {
  const runKey = randomBytes(32);
  const matcher = createMatcher();
  const known: StandIn[] = [];
  /** By their values: what is hidden where it stands for itself. */
  const inPlace = new Map<string, StandIn>();
  const numbered = new Map<string, StandIn>();
  const given = new Set<string>();

  const named = (shown: string, value: string): StandIn => ({ shown, standIn: standInFor(value, runKey) });
  const hide = (value: string, { shown, standIn }: StandIn, hasEdges: boolean): void => {
    if (value.length < SHORTEST || isOrdinary(value) || isPublic(value)) return;
    const [forms, likewise] = [formsOf(value), formsOf(standIn)];
    for (const [index, text] of forms.entries()) {
      const edge = hasEdges ? Math.ceil((EDGE * text.length) / value.length) : 0;
      matcher.add({ text, standIn: likewise[index] ?? standIn, shown, edge });
    }
  };
  const learnOne = (value: string, { shown, standIn }: StandIn, hasEdges: boolean): StandIn => {
    const before = inPlace.get(value);
    if (before !== undefined) return before;
    const one = { shown, standIn };
    inPlace.set(value, one);
    if (standIn !== value) known.push(one);
    const parts = hasEdges ? tokenParts(value) : [];
    hide(value, one, parts.length === 0 && hasEdges && looksSecret(value));
    for (const [index, part] of parts.entries())
      hide(part, { shown: remainder(shown), standIn: tokenParts(standIn)[index] ?? '' }, true);
    return one;
  };
  const learn = (name: string, value: string, hasEdges = true): void => {
    if (inPlace.has(value)) return;
    const shown = placeholderFor(name);
    const cookies = cookiesOf(value);
    const made = cookies.map(([cookie, content]) => {
      const own = named(`${shown}_${cookie.replace(/\W+/gu, '_').toUpperCase()}`, content);
      return `${cookie}=${cookies.length === 1 || looksSecret(content) ? learnOne(content, own, hasEdges).standIn : own.standIn}`;
    });
    if (made.length > 0) return void learnOne(value, { shown, standIn: made.join('; ') }, false);
    const [scheme, secret] = schemeOf(value);
    const one = learnOne(secret, named(shown, secret), hasEdges);
    if (scheme === '') return;
    inPlace.set(value, { shown: scheme + shown, standIn: scheme + one.standIn });
    const [, password = ''] = /^basic /iu.test(scheme)
      ? (/^[^:]*:(.+)$/su.exec(Buffer.from(secret, 'base64').toString()) ?? [])
      : [];
    if (password !== '') learnOne(password, named(`${shown}_PASSWORD`, password), hasEdges);
  };
  const handedOut = (value: string): void => {
    if (value.length < SHORTEST_KEY || given.has(value) || numbered.has(value) || inPlace.has(value)) return;
    if (numbered.size >= MAX_NUMBERED) return;
    const shown = `<redacted:${numbered.size + 1}>`;
    const isTaught = numbered.size < MAX_TAUGHT && looksSecret(value);
    const one = isTaught ? learnOne(value, named(shown, value), true) : named(shown, value);
    if (!isTaught) known.push(one);
    numbered.set(value, one);
  };
  for (const { name, value } of credentials) learn(name, value);
  for (const one of standIns) learnOne(one.standIn, one, true);
  return {
    text: (text, view = 'shown') => matcher.replace(text, (match, next) => replacement(match, next, view)),
    inPlace: (value, view = 'shown') => (inPlace.get(value) ?? numbered.get(value))?.[NAMES[view]],
    unseen: (value, view = 'shown') => (view === 'shown' ? '<redacted>' : standInFor(value, runKey)),
    credential: (value) => (numbered.has(value) ? value : (inPlace.get(value)?.shown ?? value)),
    learn: (name, value, hasEdges) => {
      if (!numbered.has(value)) learn(name, value, hasEdges);
    },
    handedOut,
    given: (value) => void given.add(value),
    publish: matcher.publish,
    standIns: () => known,
    secretsOf,
  };
}

function replacement({ pattern, from, to }: Match, next: string, view: View): string {
  const { text, standIn, shown } = pattern;
  const isWhole = to - from === text.length;
  if (view === 'recorded')
    return isWhole ? standIn : from === 0 ? standIn.slice(0, to) : standIn.slice(from - text.length);
  if (!isWhole) return remainder(shown);
  return /^\w/u.test(next) ? shown.replace(/^\$(\w+)$/u, '$${$1}') : shown;
}

/** What stands for a part of a secret. */
function remainder(placeholder: string): string {
  return `<redacted:${placeholder.replaceAll(/[$<>]|redacted:/gu, '')}>`;
}
