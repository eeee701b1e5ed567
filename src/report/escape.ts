import { UNPRINTABLE } from '../http/unprintable.ts';

/**
 * Makes a text from a target harmless for a terminal and a CI log. Control characters, direction marks, invisible characters
 * and lone surrogates become escapes. So does the mark of a logging command: `::name` at the beginning for GitHub, `##[` and
 * `##vso[` anywhere for Azure. One line stays one line.
 */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, escaped).replaceAll(LOGGING_COMMAND, escaped);
}

const LOGGING_COMMAND = /(?<=^\s*):(?=:)|#(?=#(?:vso)?\[)/giu;

const HIDDEN = new RegExp(UNPRINTABLE, 'gu');

function escaped(character: string): string {
  return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const SHORT: Readonly<Record<string, string | undefined>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The end of a text that was cut. */
const CUT = /… \((?<length>\d{1,9}) characters\)$/u;

/** How many characters a text has, or had before it was cut. */
export function lengthOf(text: string): number {
  return Number(CUT.exec(text)?.groups?.['length'] ?? [...text].length);
}

/** Cuts a long text, and says how many characters it had at first. */
export function clipped(text: string, limit: number): string {
  const characters = [...text.replace(CUT, '')];
  return characters.length > limit ? `${characters.slice(0, limit).join('')}… (${lengthOf(text)} characters)` : text;
}

/** The same without that number, for a value within a sentence. */
export function cut(text: string, limit: number): string {
  const characters = [...text];
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : text;
}

/** Cuts a text to `room` UTF-16 code units, with the mark `…` included. */
export function fit(text: string, room: number): string {
  if (text.length <= room) return text;
  const whole = text.slice(0, Math.max(0, room - 1)).replace(/[\ud800-\udbff]$/u, '');
  return `${whole}…`;
}
