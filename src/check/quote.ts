import { BOUNDS } from '../bounds.ts';
import { untrapped } from '../schema/traps.ts';
import type { Violation } from './verdict.ts';

/** A text from outside as a report quotes it: cut, and independent of the text that it was cut from, which may be megabytes long. */
export function quoted(text: string): string {
  return text.length > BOUNDS.quoted ? `${detached(beginningOf(text, BOUNDS.quoted))}…` : text;
}

/** The violation with everything that it quotes within bounds. */
export function quotable(violation: Violation): Violation {
  const { expected, actual, at } = violation;
  const within = [expected, actual, at ?? ''].every((text) => text.length <= BOUNDS.quoted);
  if (within) return violation;
  return {
    ...violation,
    expected: quoted(expected),
    actual: quoted(actual),
    ...(at === undefined ? {} : { at: quoted(at) }),
  };
}

/** So much of a value tells what is wrong with it. */
const WORDS = 200;

/** A value as a finding tells it: a text as it is, whatever else as JSON; cut, and read whatever is broken within it. */
export function inWords(value: unknown): string {
  return typeof value === 'string' ? cut(value, WORDS) : jsonInWords(value, WORDS);
}

/** The same with a text as JSON as well. */
export function jsonInWords(value: unknown, limit: number): string {
  return cut(jsonOf(untrapped(value)) ?? 'nothing', limit);
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${beginningOf(text, limit)}…` : text;
}

/** The first UTF-16 code units of a text, without half of a surrogate pair at the end. */
function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/u, '');
}

/** The JSON text of a value; of one that is large, of its beginning. `undefined` has none. */
export function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(cropped(value, { left: CROP })) as string | undefined;
}

/** Far above what is quoted, so that only what is cut anyway is cropped. */
const CROP = 20_000;

function cropped(value: unknown, room: { left: number }): unknown {
  room.left -= typeof value === 'string' ? value.length : 1;
  if (typeof value === 'string') return room.left < 0 ? value.slice(0, BOUNDS.quoted) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as readonly unknown[]) {
      if (room.left <= 0) break;
      items.push(cropped(item, room));
    }
    return items;
  }
  const members: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    room.left -= name.length;
    if (room.left <= 0) break;
    members.push([name, cropped((value as Readonly<Record<string, unknown>>)[name], room)]);
  }
  return Object.fromEntries(members);
}

/** A slice of a text keeps the whole of it in memory; a copy does not. */
function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** A noun with its article: a number, an integer. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/u.test(noun) ? 'an' : 'a'} ${noun}`;
}
