import { UsageError } from '../errors.ts';

/**
 * Parses the base URL of a target: absolute, http or https, and perhaps with a path prefix. Removes trailing slashes of the
 * path. Throws a UsageError with the remedy; its message never repeats a credential.
 */
export function parseBaseUrl(text: string): URL {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed) || !/^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed)) throw new UsageError(notAbsolute(trimmed));
  const url = new URL(trimmed);
  const fault = faultOf(url);
  if (fault !== undefined) throw new UsageError(fault);
  // An empty `?` or `#` would otherwise stay in the address.
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/u, '');
  return url;
}

function notAbsolute(text: string): string {
  if (text === '') return 'the base URL is empty; give one such as https://staging.example.';
  if (/^https?:\/\//iu.test(text))
    return 'the base URL cannot be read: its host or its port (0 to 65535) is wrong; give one such as https://staging.example:8443.';
  if (/\.(?:ya?ml|json)$/iu.test(text))
    return 'a file is no base URL; a target file is given by --target <file>, a contract document by --spec <file>.';
  const scheme = /^(?:localhost|127\.|\[?::1)/iu.test(text) ? 'http' : 'https';
  const guess = `${scheme}://${text}`;
  // The message must not repeat a token that was given by mistake.
  const speakable = /^(?=.{1,60}$)[a-z0-9[][a-z0-9.:[\]/-]*$/u.test(text) && URL.canParse(guess);
  return `the base URL is not an absolute one; give scheme and host, such as ${speakable ? guess : 'https://staging.example'}.`;
}

function faultOf(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '')
    return 'the base URL holds credentials; remove them and put them into the target file, under credentials or headers.';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `the base URL has the scheme ${url.protocol.slice(0, -1)}; only http and https are supported.`;
  // The messages repeat neither: a query may hold a key.
  if (url.search !== '') return 'the base URL has a query (from the ? on); remove it: the operations bring their own.';
  if (url.hash !== '') return 'the base URL has a fragment (from the # on); remove it: it is never sent.';
  return undefined;
}

/**
 * The absolute URL of a path and query below a base URL. Only what a request line cannot carry is percent-encoded: blanks,
 * control characters, `#` and non-ASCII. Dot segments and odd escapes stay as they are.
 */
export function joinUrl(base: URL, target: string): string {
  const path = target.startsWith('/') ? target : `/${target}`;
  return `${base.origin}${base.pathname.replace(/\/+$/u, '')}${path.replace(/[^\u0021\u0022\u0024-\u007e]+/gu, percentEncode)}`;
}

/** The path of a request, without its query. */
export function pathOf({ target }: { readonly target: string }): string {
  return target.split('?', 1)[0] ?? '';
}

/** The text with its percent-encoding decoded; the text itself if it cannot be decoded. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function percentEncode(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
