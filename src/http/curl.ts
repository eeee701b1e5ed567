import { joinUrl, pathOf } from './base-url.ts';
import type { SentRequest } from './exchange.ts';
import { nearMissIn } from './near-misses.ts';
import { UNPRINTABLE } from './unprintable.ts';

/**
 * One line for a POSIX shell that repeats the request. Placeholders of secrets (`$CONFORM_BEARER`) become shell variables.
 * Everything else reaches curl byte for byte. Throws if `baseUrl` is not an absolute URL.
 */
export function curlFor(request: SentRequest, baseUrl: string): string {
  const url = joinUrl(new URL(baseUrl), request.target);
  const { prefix, words } = bodyWords(request.body);
  const parts = ['curl', '-sS', '-i', ...methodWords(request), ...urlWords(url), ...headerWords(request), ...words];
  return `${prefix}${parts.join(' ')}`;
}

/** A HEAD request needs `--head`: `-X HEAD` would wait for a body that never comes. */
function methodWords({ method, body }: SentRequest): readonly string[] {
  const name = method.toUpperCase();
  if (name === 'GET' && body === undefined) return [];
  return name === 'HEAD' && body === undefined ? ['--head'] : ['-X', /^[A-Z]+$/u.test(name) ? name : quote(name)];
}

function urlWords(url: string): readonly string[] {
  const path = pathOf({ target: url });
  return [
    ...(/[[\]{}]/u.test(url) ? ['--globoff'] : []),
    ...(/\/(?:\.|%2e){1,2}(?:\/|$)/iu.test(path) ? ['--path-as-is'] : []),
    quote(url),
  ];
}

function headerWords({ headers, body }: SentRequest): readonly string[] {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return [
    ...(names.has('accept-encoding') ? ['--compressed'] : []),
    // For an empty value curl needs a semicolon. A colon alone removes the header.
    ...Object.entries(headers).flatMap(([name, value]) => [
      '-H',
      quote(value === '' ? `${name};` : `${name}: ${value}`),
    ]),
    // Otherwise curl declares any body as a form.
    ...(body === undefined || names.has('content-type') ? [] : ['-H', quote('content-type:')]),
  ];
}

/**
 * A body with unprintable characters goes through printf: an argument cannot contain NUL, line breaks would make several
 * lines, an escape character must not reach the reader's terminal, and a report shows none of them as it is.
 */
function bodyWords(body: string | undefined): { readonly prefix: string; readonly words: readonly string[] } {
  if (body === undefined) return { prefix: '', words: [] };
  if (!UNPRINTABLE.test(body)) return { prefix: '', words: ['--data-raw', quote(body)] };
  return { prefix: `printf '%b' ${quote(escapeForPrintf(body))} | `, words: ['--data-binary', '@-'] };
}

function escapeForPrintf(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(new RegExp(UNPRINTABLE, 'gu'), octal);
}

function octal(character: string): string {
  return [...Buffer.from(character, 'utf8')].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('');
}

const PLACEHOLDER = /(\$CONFORM_[A-Z0-9_]+(?![A-Za-z0-9_])|\$\{CONFORM_[A-Z0-9_]+\})/u;

/** Quotes a text. If only harmless text surrounds its placeholders, one pair of double quotes is the most readable. */
function quote(text: string): string {
  const pieces = text
    .split(PLACEHOLDER)
    .map((piece, index) => (index % 2 === 1 ? (nearMissIn('posix', piece.replaceAll(/[${}]/gu, '')) ?? piece) : piece));
  if (pieces.length > 1 && pieces.every((piece, index) => index % 2 === 1 || /^[\w :;=,./@%+-]*$/u.test(piece)))
    return `"${pieces.join('')}"`;
  const quoted = pieces.map((piece, index) => (index % 2 === 1 ? `"${piece}"` : singleQuote(piece)));
  return quoted.join('') || "''";
}

function singleQuote(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`;
}
