import { UsageError } from '../errors.ts';

/**
 * The base URL of a target: absolute, http or https, perhaps with a path prefix for a service that is mounted below one.
 * The path comes back without a slash at its end. Throws UsageError with the remedy; it never repeats a credential.
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
  // A token that stands here by mistake is not repeated.
  const speakable = /^(?=.{1,60}$)[a-z0-9[][a-z0-9.:[\]/-]*$/u.test(text) && URL.canParse(guess);
  return `the base URL is not an absolute one; give scheme and host, such as ${speakable ? guess : 'https://staging.example'}.`;
}

function faultOf(url: URL): string | undefined {
  if (url.username !== '' || url.password !== '')
    return 'the base URL holds credentials; remove them and put them into the target file, under credentials or headers.';
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `the base URL has the scheme ${url.protocol.slice(0, -1)}; only http and https are supported.`;
  // Neither is repeated: a query may well hold a key.
  if (url.search !== '') return 'the base URL has a query (from the ? on); remove it: the operations bring their own.';
  if (url.hash !== '') return 'the base URL has a fragment (from the # on); remove it: it is never sent.';
  return undefined;
}

/**
 * The absolute URL of a target (path and query) below a base. What an HTTP request line cannot carry (blanks, control
 * characters, `#`, anything beyond ASCII) is percent-encoded; all else stays as it is, dot segments and odd escapes too.
 */
export function joinUrl(base: URL, target: string): string {
  const path = target.startsWith('/') ? target : `/${target}`;
  return `${base.origin}${base.pathname.replace(/\/+$/u, '')}${path.replace(/[^\u0021\u0022\u0024-\u007e]+/gu, percentEncode)}`;
}

/** The path of a request, without its query. */
export function pathOf({ target }: { readonly target: string }): string {
  return target.split('?', 1)[0] ?? '';
}

/** With its percent-encoding undone; the text itself where that is none. */
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
