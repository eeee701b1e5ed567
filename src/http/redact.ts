import { replaceMembers } from './json-text.ts';
import { braced, braceLast, formsOf, partsOf, placeholderFor, type SecretPart } from './secret-forms.ts';

export interface Secret {
  /** `bearer`, or the name of the environment variable that it came from. */
  readonly name: string;
  readonly value: string;
}

/** Keeps secrets out of everything that is written down. */
export interface Redactor {
  /** The text with every known secret, in any of the usual encodings, replaced by its placeholder. */
  readonly text: (text: string) => string;
  /** The same for the values of headers; here even a short secret is found, where it is the whole value. */
  readonly headers: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** One more secret, from now on. */
  readonly learn: (name: string, value: string) => void;
  /**
   * A JSON text with the secrets that the service has just made replaced: string values of 8 characters or more of the
   * members so named. Each becomes `<redacted:1>`, `<redacted:2>`, … in order of first appearance, and is a known secret
   * from then on. The rest of the text stays as it is; a text that is not JSON is treated as well as it goes.
   */
  readonly redactCreatedSecrets: (jsonText: string, names?: readonly string[]) => string;
}

/** The members in which account endpoints hand out what opens doors. */
export const CREATED_SECRET_NAMES: readonly string[] = ['key', 'secret', 'token', 'authorization'];

/** Shorter values are too likely to occur by chance. */
const MIN_LENGTH = 6;
const MIN_CREATED_LENGTH = 8;

/** A redactor that knows these secrets. The value of a secret is a whole header value: `Bearer …` and cookies are taken apart. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const patterns = createPatterns();
  const short = new Map<string, string>();
  let created = 0;
  const learn = (name: string, value: string): void => {
    for (const part of partsOf(placeholderFor(name), value)) {
      patterns.keep(part.placeholder);
      if (part.value.length < MIN_LENGTH) short.set(part.value, part.placeholder);
      else patterns.add(part);
    }
  };
  const tokenFor = (value: string): string | undefined => {
    if (value.length < MIN_CREATED_LENGTH) return undefined;
    const known = patterns.whole(value);
    if (known !== undefined) return known;
    created += 1;
    const placeholder = `<redacted:${created}>`;
    patterns.keep(placeholder);
    patterns.add({ value, placeholder, shown: placeholder });
    return placeholder;
  };
  for (const { name, value } of secrets) learn(name, value);
  return {
    text: (text) => patterns.replace(text),
    headers: (headers) => mapValues(headers, (value) => short.get(value) ?? patterns.replace(value)),
    learn,
    redactCreatedSecrets: (jsonText, names = CREATED_SECRET_NAMES) =>
      replaceMembers(jsonText, new Set(names), tokenFor),
  };
}

interface Patterns {
  /** Every way to write the secret is replaced from now on; the first to claim a text keeps it. */
  add(secret: SecretPart): void;
  /** The placeholder stands for itself, so that redacting twice does no harm. */
  keep(placeholder: string): void;
  /** What stands for a text that is a secret, or a placeholder, as a whole. */
  whole(text: string): string | undefined;
  replace(text: string): string;
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
    replace(text) {
      if (replacements.size === 0 || text.length < MIN_LENGTH) return text;
      pattern ??= anyOf([...replacements.keys()]);
      return text.replace(pattern, (found: string, at: number) => {
        const replacement = replacements.get(found) ?? found;
        return replacement !== found && /^\w/u.test(text.charAt(at + found.length))
          ? braceLast(replacement)
          : replacement;
      });
    },
  };
}

/** The longest first: where one secret begins another, the longer one is meant. */
function anyOf(texts: readonly string[]): RegExp {
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')).join('|'), 'g');
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
