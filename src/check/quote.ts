import { BOUNDS } from '../bounds.ts';
import { untrapped } from '../schema/traps.ts';
import type { Violation } from './verdict.ts';

/** The text, cut to what a report may quote. The result does not keep the whole text in memory. */
export function quoted(text: string): string {
  return text.length > BOUNDS.quoted ? `${detached(beginningOf(text, BOUNDS.quoted))}…` : text;
}

/** The violation with all its quotes cut to the limit. */
export function quotable(violation: Violation): Violation {
  const { expected, actual, at } = violation;
  const isShort = [expected, actual, at ?? ''].every((text) => text.length <= BOUNDS.quoted);
  if (isShort) return violation;
  return {
    ...violation,
    expected: quoted(expected),
    actual: quoted(actual),
    ...(at === undefined ? {} : { at: quoted(at) }),
  };
}

/** This many characters of a value suffice to show what is wrong with it. */
const MAX_CHARACTERS = 200;

/** A value as a finding shows it, cut: a text as it is, anything else as JSON. Broken places are readable here. */
export function inWords(value: unknown): string {
  return typeof value === 'string' ? cut(value, MAX_CHARACTERS) : jsonInWords(value, MAX_CHARACTERS);
}

export function jsonInWords(value: unknown, limit: number): string {
  return cut(jsonOf(untrapped(value)) ?? 'nothing', limit);
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${beginningOf(text, limit)}…` : text;
}

/** The first UTF-16 code units of a text. It never ends in half of a surrogate pair. */
function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/u, '');
}

/** The JSON text of a value, or of the beginning of a large one. Undefined for `undefined`. */
export function jsonOf(value: unknown): string | undefined {
  return JSON.stringify(cropped(value, { left: MAX_CROPPED })) as string | undefined;
}

/** Far more than is quoted, so only what would be cut anyway is left out. */
const MAX_CROPPED = 20_000;

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

/** A copy of a text. A slice would keep the whole text in memory. */
function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
