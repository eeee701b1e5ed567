/** Media types and their ranges (RFC 9110 sections 8.3.1 and 12.5.1), read and compared by their parts. */

interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

function parse(text: string): MediaType {
  const [, type = '', subtype = '', rest = ''] = /^\s*([^\s;,/]*)\/?([^\s;,]*)(.*)$/su.exec(text.toLowerCase()) ?? [];
  const parameters = [...first(rest).matchAll(/;\s*([^\s;=]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*))/gu)].map(
    ([, name = '', quoted, plain = '']) => [name, quoted?.replaceAll(/\\(.)/gu, '$1') ?? plain] as const,
  );
  return { type, subtype, parameters: new Map(parameters) };
}

/** Of several values, which a field of one value must not have, the first counts. */
function first(parameters: string): string {
  return /^(?:[^",]|"(?:[^"\\]|\\.)*")*/u.exec(parameters)?.[0] ?? '';
}

/** Type and subtype in lower case, without parameters; '' where there is none. */
export function essenceOf(text: string): string {
  const { type, subtype } = parse(text);
  return subtype === '' ? type : `${type}/${subtype}`;
}

/** True for `application/json` and every `+json` type, whatever their parameters. */
export function isJsonMedia(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence === 'application/json' || essence.endsWith('+json');
}

/** Can what a document declares under this key be JSON? */
export function takesJson(key: string): boolean {
  return isJsonMedia(key) || isWithin(parse('application/json'), parse(key));
}

export function isRange(key: string): boolean {
  return essenceOf(key).includes('*');
}

/** The key that names a media type most specifically; undefined where none does. */
export function bestMatch(keys: readonly string[], mediaType: string): string | undefined {
  const actual = parse(mediaType);
  const ranked = keys
    .map((key) => ({ key, declared: parse(key) }))
    .filter(({ declared }) => isWithin(actual, declared) && !contradicts(actual, declared))
    .sort((one, other) => specificity(other.declared, actual) - specificity(one.declared, actual));
  return ranked[0]?.key;
}

/** `application/*+json` is no range of HTTP, and written all the same. */
function isWithin(actual: MediaType, { type, subtype }: MediaType): boolean {
  if (type === '*') return subtype === '*' || subtype === '';
  if (actual.type !== type) return false;
  return subtype.startsWith('*') ? actual.subtype.endsWith(subtype.slice(1)) : actual.subtype === subtype;
}

/** A parameter with another value than is declared; one that is left out may have it. That of a charset means nothing to JSON (RFC 8259 section 11). */
function contradicts(actual: MediaType, { parameters }: MediaType): boolean {
  const isJson = isJsonMedia(`${actual.type}/${actual.subtype}`);
  return [...parameters].some(([name, value]) => {
    const given = actual.parameters.get(name);
    return given !== undefined && given !== value && !(isJson && name === 'charset');
  });
}

/** Exact before a suffix, a suffix before a type, a type before anything; then the one that shares most parameters. */
function specificity({ type, subtype, parameters }: MediaType, actual: MediaType): number {
  const kind = type === '*' ? 0 : subtype === '*' ? 1 : subtype.startsWith('*') ? 2 : 3;
  const shared = [...parameters].filter(([name, value]) => actual.parameters.get(name) === value).length;
  return kind * 100 + shared * 10 - parameters.size;
}
