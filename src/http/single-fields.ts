import type { Answer } from './exchange.ts';

/** Fields of one value (RFC 9110 section 5.3), and what stands between two values where a sender gives several all the same. */
const BETWEEN: Readonly<Record<string, RegExp>> = {
  'content-type': /\s*,\s*(?=(?:[^"]*"[^"]*")*[^"]*$)/u,
  date: /(?<=GMT)\s*,\s*/iu,
  'last-modified': /(?<=GMT)\s*,\s*/iu,
  expires: /(?<=\d|GMT)\s*,\s*/iu,
  age: /\s*,\s*/u,
  'content-length': /\s*,\s*/u,
  'retry-after': /(?<=\d|GMT)\s*,\s*/iu,
  etag: /(?<=.")\s*,\s*(?=(?:W\/)?")/u,
  // No address has a blank.
  location: /,\s+/u,
  'content-location': /,\s+/u,
};

/** The values of a field of one value; more than one where it stands twice. */
export function valuesOf({ headers }: Pick<Answer, 'headers'>, name: string): readonly string[] {
  const [text, between] = [headers[name], BETWEEN[name]];
  if (text === undefined) return [];
  return between === undefined ? [text] : text.split(between);
}

/** A field of one value that stands there with several. */
export function repeatedField(
  answer: Answer,
): { readonly name: string; readonly values: readonly string[] } | undefined {
  return Object.keys(BETWEEN)
    .map((name) => ({ name, values: valuesOf(answer, name) }))
    .find(({ values }) => values.length > 1);
}
