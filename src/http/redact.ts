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
import { createMatcher, type Match, type Matcher } from './secret-matcher.ts';

/** Where a text goes: before somebody's eyes, or into a journal, which is judged again and holds stand-ins of the same form. */
export type View = 'shown' | 'recorded';

/** What a secret is called, and what a journal has in its place. */
export interface StandIn {
  readonly shown: string;
  readonly standIn: string;
  /** No beginnings and ends of it are looked for. */
  readonly whole?: true;
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
  const matcher = createMatcher();
  const known = createKnown(matcher, isPublic);
  const { inPlace } = known;
  const numbered = new Map<string, StandIn>();
  const given = new Set<string>();
  const handedOut = (value: string): void => {
    if (value.length < SHORTEST_KEY || given.has(value) || numbered.has(value) || inPlace.has(value)) return;
    const isNumbered = numbered.size < MAX_NUMBERED;
    const one = known.standInOf(isNumbered ? `<redacted:${numbered.size + 1}>` : '<redacted>', value);
    if (numbered.size < MAX_TAUGHT && looksSecret(value)) known.add(value, one, true);
    else if (isNumbered) known.all.push(one);
    numbered.set(value, one);
  };
  for (const { name, value } of credentials) learnCredential(known, name, value, true);
  for (const one of standIns) known.add(one.standIn, one, one.whole !== true);
  return {
    text: (text, view = 'shown') => matcher.replace(text, (match, next) => replacement(match, next, view)),
    inPlace: (value, view = 'shown') => (inPlace.get(value) ?? numbered.get(value))?.[NAMES[view]],
    unseen: (value, view = 'shown') => known.standInOf('<redacted>', value)[NAMES[view]],
    credential: (value) => (numbered.has(value) ? value : (inPlace.get(value)?.shown ?? value)),
    learn: (name, value, hasEdges = true) => {
      if (!numbered.has(value) && !inPlace.has(value)) learnCredential(known, name, value, hasEdges);
    },
    handedOut,
    given: (value) => void given.add(value),
    publish: matcher.publish,
    standIns: () => known.all,
    secretsOf,
  };
}

/** The secrets of a run. */
interface Known {
  /** By their values: what is hidden where it stands for itself. */
  readonly inPlace: Map<string, StandIn>;
  readonly all: StandIn[];
  readonly standInOf: (shown: string, value: string) => StandIn;
  /** Looks for it from now on; `hasEdges`: for its beginning and its end as well, where it is a secret by its looks. */
  readonly add: (value: string, one: StandIn, hasEdges: boolean) => void;
}

function createKnown(matcher: Matcher, isPublic: (value: string) => boolean): Known {
  const runKey = randomBytes(32);
  const inPlace = new Map<string, StandIn>();
  const all: StandIn[] = [];
  const hide = (value: string, { shown, standIn }: StandIn, hasEdges: boolean): void => {
    if (value.length < SHORTEST || isOrdinary(value) || isPublic(value)) return;
    const [forms, likewise] = [formsOf(value), formsOf(standIn)];
    for (const [index, text] of forms.entries()) {
      const edge = hasEdges ? Math.ceil((EDGE * text.length) / value.length) : 0;
      matcher.add({ text, standIn: likewise[index] ?? standIn, shown, edge });
    }
  };
  return {
    inPlace,
    all,
    standInOf: (shown, value) => ({ shown, standIn: standInFor(value, runKey) }),
    add(value, one, hasEdges) {
      if (inPlace.has(value)) return;
      inPlace.set(value, one);
      if (one.standIn !== value) all.push(hasEdges ? one : { ...one, whole: true });
      const parts = hasEdges ? tokenParts(value) : [];
      hide(value, one, parts.length === 0 && hasEdges && looksSecret(value));
      for (const [index, part] of parts.entries())
        hide(part, { shown: remainder(one.shown), standIn: tokenParts(one.standIn)[index] ?? '' }, true);
    },
  };
}

/** The value of a header: a line of cookies and each that looks like a secret, or what follows the scheme. */
function learnCredential({ inPlace, standInOf, add }: Known, name: string, value: string, hasEdges: boolean): void {
  const shown = placeholderFor(name);
  const cookies = cookiesOf(value).map(([cookie, content]) => {
    return { cookie, content, one: standInOf(`${shown}_${cookie.replace(/\W+/gu, '_').toUpperCase()}`, content) };
  });
  for (const { content, one } of cookies) if (cookies.length === 1 || looksSecret(content)) add(content, one, hasEdges);
  const line = cookies.map(({ cookie, one: { standIn } }) => `${cookie}=${standIn}`).join('; ');
  if (line !== '') return add(value, { shown, standIn: line }, false);
  const [scheme, secret] = schemeOf(value);
  const one = standInOf(shown, secret);
  add(secret, one, hasEdges);
  if (scheme !== '') inPlace.set(value, { shown: scheme + shown, standIn: scheme + one.standIn });
  if (!/^basic /iu.test(scheme)) return;
  const [, password = ''] = /^[^:]*:(.+)$/su.exec(Buffer.from(secret, 'base64').toString()) ?? [];
  if (password !== '') add(password, standInOf(`${shown}_PASSWORD`, password), hasEdges);
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
