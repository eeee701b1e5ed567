import { joinUrl } from './base-url.ts';
import type { SentRequest } from './exchange.ts';
import { nearMissIn } from './near-misses.ts';
import { UNPRINTABLE } from './unprintable.ts';

/**
 * One line for PowerShell 7 that repeats the request. Placeholders of secrets (`$CONFORM_BEARER`) become environment
 * variables. Throws if `baseUrl` is not an absolute URL.
 */
export function powershellFor({ method, target, headers, body }: SentRequest, baseUrl: string): string {
  const pairs = Object.entries(headers).map(([name, value]) => `${quote(name)} = ${quote(value)}`);
  return [
    'Invoke-WebRequest -SkipHttpErrorCheck -SkipHeaderValidation',
    `-CustomMethod ${quote(method)}`,
    `-Uri ${quote(joinUrl(new URL(baseUrl), target))}`,
    ...(pairs.length === 0 ? [] : [`-Headers @{ ${pairs.join('; ')} }`]),
    ...(body === undefined ? [] : [`-Body ${quote(body)}`]),
  ].join(' ');
}

const PLACEHOLDER = /\$\{?(CONFORM_[A-Z0-9_]+)\}?/u;

/** A text as an expression: literals in single quotes and environment variables. */
function quote(text: string): string {
  const pieces = text.split(PLACEHOLDER);
  const words = pieces
    .map((piece, index) => (index % 2 === 1 ? (nearMissIn('powershell', piece) ?? `$env:${piece}`) : literal(piece)))
    .filter((word) => word !== "''");
  return words.length > 1 ? `(${words.join(' + ')})` : (words[0] ?? "''");
}

/**
 * A string literal. PowerShell also takes typographic quotes as quotes. Unprintable text is sent as base64, in brackets: without
 * them an argument would be text.
 */
function literal(text: string): string {
  if (UNPRINTABLE.test(text))
    return `([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text, 'utf8').toString('base64')}')))`;
  return `'${text.replaceAll(/['\u2018\u2019\u201a\u201b]/gu, '$&$&')}'`;
}
