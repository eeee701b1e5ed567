import { createHmac } from 'node:crypto';
import { withoutEscapes } from './secret-matcher.ts';

/** Which texts are secret, in which forms they are written, and which stand-ins a journal has for them. */

/** A beginning or end of this many characters reveals too much of a secret. */
export const EDGE = 12;

/** Does it have eight letters and digits outside words, numbers and dates? That is the entropy of a secret. */
export function looksSecret(text: string): boolean {
  const words = text.match(/[A-Za-z0-9]+/gu) ?? [];
  return words.filter((word) => !isWord(word)).join('').length >= 8;
}

const WORD = /^(?:[A-Za-z]{1,19}\d{0,8}|\d{1,8}[A-Za-z]{1,19}|\d{1,16}|\d{8}T\d{6}Z?)$/u;

/** A word or name, such as `getRateLimit2`: its capital and small letters come in long runs. */
function isWord(word: string): boolean {
  const rows = word.match(/[A-Z]?[a-z]+|[A-Z]+/gu) ?? [];
  return WORD.test(word) && (rows.length < 2 || word.length >= 4 * rows.length);
}

/** A word, a sentence, an address or part of one, or a date: it occurs in many places without being secret. */
const ORDINARY = /^[A-Za-z]*$|\s|^[\w%-]*[.:/][\w.:/%-]*$|^[\d-]*-[\d-]*$/u;

export function isOrdinary(text: string): boolean {
  return ORDINARY.test(text) && !looksSecret(text);
}

/** `$CONFORM_API_KEY` for `apiKey`, `api-key` or `CONFORM_API_KEY`: always valid as a shell variable. */
export function placeholderFor(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/gu, '$1_$2')
    .replace(/[^A-Za-z0-9]+/gu, '_')
    .toUpperCase();
  return words.startsWith('CONFORM_') ? `$${words}` : `$CONFORM_${words}`;
}

/** Splits a header value into its scheme, such as `Bearer `, and the rest. */
export function schemeOf(value: string): readonly [scheme: string, rest: string] {
  const [scheme = ''] = /^(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|JWT|DPoP|Negotiate) +(?=\S)/iu.exec(value) ?? [];
  return [scheme, value.slice(scheme.length)];
}

/** The pairs of `name=value; name=value`; empty for any other text, such as base64 that ends in `=`. */
export function cookiesOf(text: string): readonly (readonly [name: string, value: string])[] {
  const pairs = text.split(';').map((pair) => /^\s*([\w!#$%&'*.^`|~+-]+)=((?!=).*?)\s*$/su.exec(pair));
  if (pairs.includes(null) || pairs.every((match) => match?.[2] === '')) return [];
  return pairs.map((match) => [match?.[1] ?? '', (match?.[2] ?? '').replace(/^"(.*)"$/su, '$1')]);
}

/** A JWT (RFC 7519). Its payload and its signature are secret, its header is not. */
export const JSON_WEB_TOKEN = /^(eyJ[\w-]*)\.([\w-]+)\.([\w-]+)$/u;

export function tokenParts(value: string): readonly string[] {
  return JSON_WEB_TOKEN.exec(value)?.slice(2) ?? [];
}

/** The forms of a value, always the same number: plain, unescaped, form-encoded, hexadecimal, base64. The rest are escapes. */
export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const hex = bytes.toString('hex');
  const base64 = [bytes.toString('base64'), ...[0, 1, 2].map((offset) => base64Within(bytes, offset))];
  return [
    value,
    withoutEscapes(value),
    value.replaceAll(' ', '+'),
    hex,
    hex.toUpperCase(),
    ...base64.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
  ];
}

/** The base64 digits that depend on these bytes alone, if they begin `offset` bytes into a group of three. */
function base64Within(bytes: Uint8Array, offset: number): string {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(3)]);
  const [first, last] = [Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)];
  return padded.toString('base64').slice(first, last);
}

/** Short words in front of a secret, such as `sk_live_`. They say what a key is for. */
const PREFIX = /^(?:[A-Za-z]{1,5}[_-]){1,2}(?=.{8})/u;

/**
 * The stand-in of a secret in a journal: the same within a run, and of the same form, so that it matches the same schemas when
 * the journal is rejudged.
 */
export function standInFor(value: string, runKey: Uint8Array): string {
  const [header = '', ...parts] = JSON_WEB_TOKEN.exec(value)?.slice(1) ?? [];
  if (header !== '') return [header, ...parts.map((part) => standInFor(part, runKey))].join('.');
  const [prefix = ''] = PREFIX.exec(value) ?? [];
  const kept = prefix.length < EDGE && looksSecret(value) ? prefix : '';
  const isHex = /^[0-9a-f-]+$/iu.test(value);
  const digest = (block: number): Buffer => createHmac('sha256', runKey).update(`${block} ${value}`).digest();
  let bytes = digest(0);
  const drawn = Array.from(value.slice(kept.length), (character, at) => {
    if (at > 0 && at % 32 === 0) bytes = digest(at / 32);
    const alphabet = alphabetOf(character, isHex);
    return alphabet.charAt((bytes[at % 32] ?? 0) % alphabet.length);
  });
  return kept + drawn.join('');
}

/** The characters that may replace this one. Digits exclude 0, as a number may not begin with it. */
function alphabetOf(character: string, isHex: boolean): string {
  const letters = isHex ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz';
  if (/\d/u.test(character)) return '123456789';
  if (/[a-z]/u.test(character)) return letters;
  if (/[A-Z]/u.test(character)) return letters.toUpperCase();
  return /[-_.:/@ =+]/u.test(character) ? character : '!*~^';
}
