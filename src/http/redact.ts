import { redactJson, replaceMembers } from './json-text.ts';
import { isMaskOf } from './masked.ts';
import { braced, braceLast, formsOf, partsOf, placeholderFor, type SecretPart } from './secret-forms.ts';
import { createPublicText, createTraceFinder, MIN_LENGTH, type PublicText } from './secret-traces.ts';

export interface Secret {
  /** `bearer`, or the name of the environment variable that it came from. */
  readonly name: string;
  readonly value: string;
  /** A header that the user sends along may be no secret at all: a media type, say. Then it is shown as it is. */
  readonly mayBePublic?: boolean;
}

/**
 * Keeps secrets out of everything that is kept. It stands at the one door through which anything from outside enters the
 * record of a run (`src/send/session.ts`): what is judged, written down and shown is the same, and no word of the suite's
 * own structures is ever touched.
 */
export interface Redactor {
  /**
   * The text with every known secret replaced: the whole one by its placeholder (`$CONFORM_TOKEN`), eight characters or
   * more of it, in any case of letters and any usual encoding, by `<redacted:CONFORM_TOKEN>`.
   */
  readonly text: (text: string) => string;
  /** The same for a body: what is JSON stays JSON, and a number stays a number. */
  readonly body: (text: string) => string;
  /** The same for names and values of headers. In those so named even a short secret is found, where it is the whole value. */
  readonly headers: (
    headers: Readonly<Record<string, string>>,
    credentials?: ReadonlySet<string>,
  ) => Readonly<Record<string, string>>;
  /** One more secret, from now on. */
  readonly learn: (name: string, value: string) => void;
  /**
   * A JSON text with the secrets in it that the service handed out replaced: string values of 8 characters or more of
   * the members so named. Each becomes `<redacted:1>`, `<redacted:2>`, … in order of first appearance. With `teaches`
   * (the answer to a creation of this run) one of 16 characters or more is looked for everywhere from then on. What says
   * no more than one that was `given` with the request was not handed out, and stays.
   */
  readonly redactCreatedSecrets: (
    jsonText: string,
    names: ReadonlySet<string>,
    teaches?: boolean,
    given?: readonly string[],
  ) => string;
  /** A text with the placeholders of created secrets undone, for the wire alone. */
  readonly reveal: (text: string) => string;
}

const MIN_CREATED_LENGTH = 8;
/** A shorter value may be a word that stands elsewhere for itself. */
const MIN_TAUGHT_LENGTH = 16;
/** The answer to a creation is small; what is larger is a list of something. */
const MAX_LESSON = 100_000;
/** Of the secrets that a service hands out, so many are looked for everywhere. */
const MAX_TAUGHT = 500;
/** Characters of a body that is worth remembering, and so many of them are. */
const [LARGE, REMEMBERED] = [100_000, 2];
/** And so many are told apart; the others have one placeholder. */
const MAX_CREATED = 10_000;

/**
 * A redactor that knows these secrets. The value of a secret is a whole header value: `Bearer …` and cookies are taken
 * apart. Pieces of them that occur in a public text are not looked for.
 */
export function createRedactor(
  secrets: readonly Secret[],
  publicTexts: readonly PublicText[] = [createPublicText([])],
): Redactor {
  const patterns = createPatterns();
  const traces = createTraceFinder(publicTexts);
  /** Secrets of any length, for the places where nothing else stands. */
  const whole = new Map<string, string>();
  const created = createVault();
  /** Large bodies in which nothing was found; a target that has one such answer gives it to everything. */
  const clean: string[] = [];
  const isClean = (body: string): boolean => {
    if (body.length > LARGE && clean.includes(body)) return true;
    const found = traces.find(body).length > 0;
    if (!found && body.length > LARGE && clean.unshift(body) > REMEMBERED) clean.pop();
    return !found;
  };
  const learnPart = (part: SecretPart, mayBePublic = false): void => {
    if (!whole.has(part.value)) clean.length = 0;
    const hidden = traces.add(part.secret, part.placeholder);
    if (mayBePublic && !hidden) return;
    if (!whole.has(part.value)) whole.set(part.value, part.shown);
    if (part.value.length < MIN_LENGTH || !hidden) return;
    patterns.keep(part.placeholder);
    patterns.keep(remainder(part.placeholder));
    patterns.add(part);
  };
  /** A near miss is learnt each time it is sent; its pieces are made once. */
  const learnt = new Set<string>();
  const learn = (name: string, value: string, mayBePublic?: boolean): void => {
    const key = JSON.stringify([name, value]);
    if (learnt.has(key)) return;
    learnt.add(key);
    for (const part of partsOf(placeholderFor(name), value)) learnPart(part, mayBePublic);
  };
  const text = (original: string): string => {
    if (traces.find(original).length === 0) return original;
    return patterns.replace(original, (piece) => withoutTraces(piece, traces.find(piece)));
  };
  for (const { name, value, mayBePublic } of secrets) learn(name, value, mayBePublic);
  return {
    text,
    body: (original) => (isClean(original) ? original : redactJson(original, text)),
    headers: (given, credentials = new Set()) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          text(name),
          (credentials.has(name) ? whole.get(value) : undefined) ?? text(value),
        ]),
      ),
    learn: (name, value) => learn(name, value),
    redactCreatedSecrets: (jsonText, names, teaches = false, given = []) =>
      replaceMembers(jsonText, names, (value) => {
        if (value.length < MIN_CREATED_LENGTH || given.some((one) => isMaskOf(value, one))) return undefined;
        const known = patterns.whole(value);
        if (known !== undefined) return known;
        const placeholder = created.placeholderOf(value);
        const isLesson = teaches && value.length >= MIN_TAUGHT_LENGTH && jsonText.length <= MAX_LESSON;
        // What stands elsewhere in the same answer, as an id does, is no secret.
        if (isLesson && jsonText.split(value).length === 2 && created.teach(value)) {
          clean.length = 0;
          patterns.keep(placeholder);
          patterns.add({ value, secret: value, placeholder, shown: placeholder });
          for (const form of [value, ...formsOf(value)]) traces.addWhole(form, placeholder);
        }
        return placeholder;
      }),
    reveal: created.reveal,
  };
}

interface Vault {
  placeholderOf(value: string): string;
  /** Is there room for one more secret that is looked for everywhere? */
  teach(value: string): boolean;
  reveal(text: string): string;
}

/** The secrets that the service handed out, by their placeholders. */
function createVault(): Vault {
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const taught = new Set<string>();
  return {
    placeholderOf(value) {
      const known = placeholders.get(value);
      if (known !== undefined || placeholders.size >= MAX_CREATED) return known ?? '<redacted>';
      const placeholder = `<redacted:${placeholders.size + 1}>`;
      placeholders.set(value, placeholder);
      values.set(placeholder, value);
      return placeholder;
    },
    teach: (value) => !taught.has(value) && taught.size < MAX_TAUGHT && taught.add(value).size > 0,
    reveal: (text) => text.replaceAll(/<redacted:\d+>/gu, (placeholder) => values.get(placeholder) ?? placeholder),
  };
}

interface Patterns {
  /** Every way to write the whole secret is replaced from now on; the first to claim a text keeps it. */
  add(secret: SecretPart): void;
  /** The placeholder stands for itself, so that redacting twice does no harm. */
  keep(placeholder: string): void;
  /** What stands for a text that is a secret, or a placeholder, as a whole. */
  whole(text: string): string | undefined;
  /** Replaces whole secrets; `between` gives what becomes of the rest. */
  replace(text: string, between: (piece: string) => string): string;
}

function createPatterns(): Patterns {
  const replacements = new Map<string, string>();
  let pattern: RegExp | undefined;
  const claim = (text: string, replacement: string): void => {
    if (text.length < MIN_LENGTH || replacements.has(text)) return;
    replacements.set(text, replacement);
    pattern = undefined;
  };
  return {
    add({ value, placeholder, shown }) {
      claim(value, shown);
      for (const form of formsOf(value)) claim(form, placeholder);
    },
    keep(placeholder) {
      claim(placeholder, placeholder);
      claim(braced(placeholder), braced(placeholder));
    },
    whole: (text) => replacements.get(text),
    replace(text, between) {
      if (replacements.size === 0) return between(text);
      pattern ??= anyOf([...replacements.keys()]);
      const pieces: string[] = [];
      let copied = 0;
      // Not with matchAll, which makes a new pattern of this one for each of a hundred thousand texts.
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const { 0: found, index } = match;
        pieces.push(between(text.slice(copied, index)));
        const replacement = replacements.get(found) ?? found;
        copied = index + found.length;
        pieces.push(replacement !== found && /^\w/u.test(text.charAt(copied)) ? braceLast(replacement) : replacement);
      }
      return `${pieces.join('')}${between(text.slice(copied))}`;
    },
  };
}

function withoutTraces(text: string, traces: ReturnType<ReturnType<typeof createTraceFinder>['find']>): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, found } of traces) {
    if (found.counts === 'whole' || end <= copied) continue;
    pieces.push(text.slice(copied, Math.max(copied, start)), remainder(found.owner));
    copied = end;
  }
  return `${pieces.join('')}${text.slice(copied)}`;
}

/** What stands for a part of a secret, or for all of it in a form that no command line could make of it. */
function remainder(placeholder: string): string {
  return `<redacted:${placeholder.replaceAll(/[$<>]|redacted:/gu, '')}>`;
}

/** The longest first: where one secret begins another, the longer one is meant. */
function anyOf(texts: readonly string[]): RegExp {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')).join('|'), 'g');
}
