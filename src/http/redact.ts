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

/** Where a text goes: shown to somebody, or into a journal, which has stand-ins of the same form so that it can be rejudged. */
export type View = 'shown' | 'recorded';

/** The replacements of a secret: its placeholder when shown, and its stand-in in a journal. */
export interface StandIn {
  readonly shown: string;
  readonly standIn: string;
  /** Only the whole secret is searched for, not its beginning or end. */
  readonly whole?: true;
}

/**
 * Keeps secrets out of everything that is written or shown. It does not change what is judged or sent. `SECURITY.md` says what
 * it promises.
 */
export interface Redactor {
  /** The text with all secrets replaced, and long beginnings and ends of them. */
  readonly text: (text: string, view?: View) => string;
  /** The replacement of this whole value, however short, if it is a credential or was handed out; else undefined. */
  readonly inPlace: (value: string, view?: View) => string | undefined;
  /** The replacement of a value that may be secret. */
  readonly unseen: (value: string, view?: View) => string;
  /** The placeholder of a credential; any other value unchanged. */
  readonly credential: (value: string) => string;
  /** Adds a credential. `hasEdges: false` for one made from another: its beginning and end are not searched for. */
  readonly learn: (name: string, value: string, hasEdges?: boolean) => void;
  /** Adds a secret that the service handed out. One that may be a word is replaced only as a whole value. */
  readonly handedOut: (value: string) => void;
  /** Declares a value that the run made up: it is no secret if the service returns it. */
  readonly given: (value: string) => void;
  /** Declares a text that callers without credentials get: beginnings and ends of secrets in it are public. */
  readonly publish: (text: string) => void;
  /** All stand-ins in order, for readers of the journal. */
  readonly standIns: () => readonly StandIn[];
  /** The members of an operation's answers that hold secrets. */
  readonly secretsOf: (operation: string | undefined) => ReadonlySet<string>;
}

export interface RedactorOptions {
  /** Is this value public, for example because it occurs in the contract? */
  readonly isPublic?: (value: string) => boolean;
  readonly secretsOf?: Redactor['secretsOf'];
  /** The stand-ins of a journal, which are replaced when it is shown. */
  readonly standIns?: readonly StandIn[];
}

/** Shorter values are not searched for: they occur by chance. */
const SHORTEST = 6;
/** Shorter values that a service hands out are not keys. */
const SHORTEST_KEY = 8;
/** How many secrets that a service hands out are searched for everywhere, and how many get a number. */
const [MAX_SEARCHED, MAX_NUMBERED] = [500, 10_000];

const NAMES = { shown: 'shown', recorded: 'standIn' } as const;

/** A redactor for these credentials. Their values are whole header values. */
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
    if (numbered.size < MAX_SEARCHED && looksSecret(value)) known.add(value, one, true);
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
  /** By value: what is replaced if it is a whole value. */
  readonly inPlace: Map<string, StandIn>;
  readonly all: StandIn[];
  readonly standInOf: (shown: string, value: string) => StandIn;
  /** Searches for it from now on. `hasEdges`: also for its beginning and end, if it looks like a secret. */
  readonly add: (value: string, one: StandIn, hasEdges: boolean) => void;
}

function createKnown(matcher: Matcher, isPublic: (value: string) => boolean): Known {
  const runKey = randomBytes(32);
  const inPlace = new Map<string, StandIn>();
  const all: StandIn[] = [];
  const hide = (value: string, { shown, standIn }: StandIn, hasEdges: boolean): void => {
    if (value.length < SHORTEST || isOrdinary(value) || isPublic(value)) return;
    const [forms, standInForms] = [formsOf(value), formsOf(standIn)];
    for (const [index, text] of forms.entries()) {
      const edge = hasEdges ? Math.ceil((EDGE * text.length) / value.length) : 0;
      matcher.add({ text, standIn: standInForms[index] ?? standIn, shown, edge });
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

/** Learns a header value: a line of cookies and each that looks secret, or what follows the scheme. */
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

/** The replacement of a part of a secret. */
function remainder(placeholder: string): string {
  return `<redacted:${placeholder.replaceAll(/[$<>]|redacted:/gu, '')}>`;
}
