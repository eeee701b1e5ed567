import { BOUNDS } from '../bounds.ts';
import { endOfString, parseJson } from './json-text.ts';

/** What a text says as JSON, within the bounds. */
export interface Reading {
  /** Undefined where the text is not well-formed JSON, or was not looked at. */
  readonly json?: { readonly value: unknown };
  /** Why not all of it was looked at; undefined where all was. */
  readonly unread?: string;
  /** How many values were looked at. */
  readonly values: number;
}

/**
 * Reads a JSON text. One with too many values or levels is not looked at; of a list that is too long the first elements
 * are, and the others are as if they were not there.
 */
export function readJson(text: string): Reading {
  // Each value but the first takes two characters at least: a short text need not be counted.
  if (text.length > 2 * BOUNDS.values && hasMoreValues(text, BOUNDS.values))
    return { values: 0, unread: `it holds more than ${BOUNDS.values} values` };
  const json = parseJson(text);
  if (json === undefined) return { values: 0 };
  const seen: Seen = { values: 0, longest: 0 };
  if (!look(json.value, BOUNDS.depth, seen))
    return { values: 0, unread: `it nests deeper than ${BOUNDS.depth} levels` };
  if (seen.longest <= BOUNDS.items) return { json, values: seen.values };
  const unread = `of a list of ${seen.longest} elements the first ${BOUNDS.items} were looked at`;
  return { json, values: seen.values, unread };
}

const QUOTE = 0x22;
const [COMMA, LIST, OBJECT] = [0x2c, 0x5b, 0x7b];

/** Counts what stands before a value, outside of strings. */
function hasMoreValues(text: string, most: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === LIST || code === OBJECT) values += 1;
  }
  return values > most;
}

interface Seen {
  values: number;
  /** The length of the longest list, before it was cut. */
  longest: number;
}

/** Counts values and cuts lists; false where the value is nested too deep. */
function look(value: unknown, levels: number, seen: Seen): boolean {
  seen.values += 1;
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (!Array.isArray(value)) {
    for (const name in value)
      if (!look((value as Readonly<Record<string, unknown>>)[name], levels - 1, seen)) return false;
    return true;
  }
  seen.longest = Math.max(seen.longest, value.length);
  if (value.length > BOUNDS.items) value.length = BOUNDS.items;
  return value.every((item) => look(item, levels - 1, seen));
}
