/** Parses and compares media types and media ranges (RFC 9110 sections 8.3.1 and 12.5.1). */

/** A change of an object: what to replace, and null for what to remove (RFC 7396). */
export const MERGE_PATCH = 'application/merge-patch+json';

interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

function parse(text: string): MediaType {
  const [, type = '', subtype = '', rest = ''] = /^\s*([^\s;,/]*)\/?([^\s;,]*)(.*)$/su.exec(text.toLowerCase()) ?? [];
  const parameters = [...firstValue(rest).matchAll(/;\s*([^\s;=]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*))/gu)].map(
    ([, name = '', quoted, plain = '']) => [name, quoted?.replaceAll(/\\(.)/gu, '$1') ?? plain] as const,
  );
  return { type, subtype, parameters: new Map(parameters) };
}

/** The text before the first comma outside quotes: the field must have only one value, so the first counts. */
function firstValue(parameters: string): string {
  return /^(?:[^",]|"(?:[^"\\]|\\.)*")*/u.exec(parameters)?.[0] ?? '';
}

/** Type and subtype in lower case, without parameters; '' if there is none. */
export function essenceOf(text: string): string {
  const { type, subtype } = parse(text);
  return subtype === '' ? type : `${type}/${subtype}`;
}

/** True for `application/json` and every `+json` type, whatever their parameters. */
export function isJsonMedia(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === 'application/json' || essence.endsWith('+json');
}

/** Does this key of the document allow JSON? */
export function takesJson(key: string): boolean {
  return isJsonMedia(key) || isWithin(parse('application/json'), parse(key));
}

export function isRange(key: string): boolean {
  return essenceOf(key).includes('*');
}

/** The most specific key that matches a media type; undefined if none does. */
export function bestMatch(keys: readonly string[], mediaType: string): string | undefined {
  const actual = parse(mediaType);
  const ranked = keys
    .map((key) => ({ key, declared: parse(key) }))
    .filter(({ declared }) => isWithin(actual, declared) && !contradicts(actual, declared))
    .sort((one, other) => specificity(other.declared, actual) - specificity(one.declared, actual));
  return ranked[0]?.key;
}

/** Also accepts `application/*+json`, which is no range of HTTP but is used. */
function isWithin(actual: MediaType, { type, subtype }: MediaType): boolean {
  if (type === '*') return subtype === '*' || subtype === '';
  if (actual.type !== type) return false;
  return subtype.startsWith('*') ? actual.subtype.endsWith(subtype.slice(1)) : actual.subtype === subtype;
}

/** Has a parameter another value than declared? It may be left out. `charset` has no meaning for JSON (RFC 8259 section 11). */
function contradicts(actual: MediaType, { parameters }: MediaType): boolean {
  const isJson = isJsonMedia(`${actual.type}/${actual.subtype}`);
  return [...parameters].some(([name, value]) => {
    const given = actual.parameters.get(name);
    return given !== undefined && given !== value && !(isJson && name === 'charset');
  });
}

/** Ranks matches: exact, suffix, type, anything; then the number of equal parameters. */
function specificity({ type, subtype, parameters }: MediaType, actual: MediaType): number {
  const kind = type === '*' ? 0 : subtype === '*' ? 1 : subtype.startsWith('*') ? 2 : 3;
  const shared = [...parameters].filter(([name, value]) => actual.parameters.get(name) === value).length;
  return kind * 100 + shared * 10 - parameters.size;
}
