/**
 * A credential in the query (`apiKey` with `in: query`, OpenAPI 3.1, Security Scheme Object) is given and kept like a header,
 * with this mark before its name. No header can have such a name (RFC 9110, section 5.6.2).
 */
export const QUERY_MARK = '?';

interface Fields {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request with what is marked in the query of its URL instead of the headers. */
export function withQueryFields<T extends Fields>(request: T, write: (text: string) => string = encodeURIComponent): T {
  const { url, headers } = request;
  const isMarked = ([name]: readonly [string, string]) => name.startsWith(QUERY_MARK);
  const fields = Object.entries(headers).filter(isMarked);
  if (fields.length === 0) return request;
  const query = fields.map(([name, value]) => `${encodeURIComponent(name.slice(1))}=${write(value)}`).join('&');
  const others = Object.entries(headers).filter((field) => !isMarked(field));
  return { ...request, url: `${url}${url.includes('?') ? '&' : '?'}${query}`, headers: Object.fromEntries(others) };
}
