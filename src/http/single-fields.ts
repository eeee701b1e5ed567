import type { Answer } from './exchange.ts';

/** Fields that may have only one value (RFC 9110 section 5.3), and what separates the values if a sender gives several. */
const SEPARATORS: Readonly<Record<string, RegExp>> = {
  'content-type': /\s*,\s*(?=(?:[^"]*"[^"]*")*[^"]*$)/u,
  date: /(?<=GMT)\s*,\s*/iu,
  'last-modified': /(?<=GMT)\s*,\s*/iu,
  expires: /(?<=\d|GMT)\s*,\s*/iu,
  age: /\s*,\s*/u,
  'content-length': /\s*,\s*/u,
  'retry-after': /(?<=\d|GMT)\s*,\s*/iu,
  etag: /(?<=.")\s*,\s*(?=(?:W\/)?")/u,
  // A URL contains no blank.
  location: /,\s+/u,
  'content-location': /,\s+/u,
};

/** The values of such a field; several if it was repeated. */
export function valuesOf({ headers }: Pick<Answer, 'headers'>, name: string): readonly string[] {
  const [text, separator] = [headers[name], SEPARATORS[name]];
  if (text === undefined) return [];
  return separator === undefined ? [text] : text.split(separator);
}

/** The first of these fields that has several values. */
export function repeatedField(
  answer: Answer,
): { readonly name: string; readonly values: readonly string[] } | undefined {
  return Object.keys(SEPARATORS)
    .map((name) => ({ name, values: valuesOf(answer, name) }))
    .find(({ values }) => values.length > 1);
}
