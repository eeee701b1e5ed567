import { createHash } from 'node:crypto';
import { JSON_WEB_TOKEN } from '../http/authorization.ts';
import { unescaped } from './search.ts';

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

/** Signs of JSON, which stand around words in every answer. */
const SIGNS = /["[\]{},]/gu;

export function isOrdinary(text: string): boolean {
  return ORDINARY.test(unescaped(text).meaning.replaceAll(SIGNS, '')) && !looksSecret(text);
}

/** `$CONFORM_API_KEY` for `apiKey`, `api-key` or `CONFORM_API_KEY`: always valid as a shell variable. */
export function placeholderFor(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/gu, '$1_$2').replace(/[^A-Za-z0-9]+/gu, '_');
  return `$CONFORM_${words.toUpperCase().replace(/^CONFORM_/u, '')}`;
}

/** The secrets within a secret, and their placeholders: payload and signature of a JWT, the values of a line of cookies. */
export function partsOf(value: string, shown: string): readonly (readonly [value: string, shown: string])[] {
  const [, , ...parts] = JSON_WEB_TOKEN.exec(value) ?? [];
  if (parts.length > 0) return parts.map((part) => [part, remainder(shown)]);
  const cookies = value.split(';').map((pair) => /^\s*([\w!#$%&'*.^`|~+-]+)=(?!=)"?(.*?)"?\s*$/su.exec(pair) ?? []);
  // Base64 may end in `=`, and is no cookie.
  if (cookies.some(({ length }) => length === 0) || cookies.every(([, , content]) => content === '')) return [];
  return cookies
    .filter(([, , content = '']) => cookies.length === 1 || looksSecret(content))
    .map(([, name = '', content = '']) => [content, `${shown}_${name.replace(/\W+/gu, '_').toUpperCase()}`]);
}

/** The placeholder of a part of a secret. */
export function remainder(placeholder: string): string {
  return `<redacted:${placeholder.replaceAll(/[$<>]|redacted:/gu, '')}>`;
}

/**
 * The forms of a value, always the same number: plain, form-encoded, hexadecimal, base64. The rest are escapes. A sign at the end
 * that begins an escape is left out, as the next character may be read as a part of it.
 */
export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const plain = unescaped(value).meaning.replace(/[%&\\]+$/u, '');
  const hex = bytes.toString('hex');
  const base64 = [bytes.toString('base64'), ...[0, 1, 2].map((offset) => base64Within(bytes, offset))];
  const base64url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [plain, plain.replaceAll(' ', '+'), hex, hex.toUpperCase(), ...base64, ...base64url];
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
  const bytes = createHash('shake256', { outputLength: value.length }).update(runKey).update(value).digest();
  const drawn = Array.from(value.slice(kept.length), (character, at) => {
    const alphabet = alphabetOf(character, isHex);
    return alphabet.charAt((bytes[at] ?? 0) % alphabet.length);
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
