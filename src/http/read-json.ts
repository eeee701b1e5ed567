import { BOUNDS } from '../bounds.ts';
import { withHeldNumbers } from './held-numbers.ts';
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
 * Reads a JSON text. One with too many values, too many levels or an object of too many members is not looked at; of a
 * list that is too long the first elements are, and the others are as if they were not there.
 */
export function readJson(text: string): Reading {
  const { values, levels, longest, widest } = measure(text);
  if (values > BOUNDS.values) return { values: 0, unread: `it holds more than ${BOUNDS.values} values` };
  const json = parseJson(withHeldNumbers(text));
  if (json === undefined) return { values: 0 };
  if (widest > BOUNDS.members)
    return { values: 0, unread: `it holds an object of ${widest} members, more than ${BOUNDS.members}` };
  if (levels > BOUNDS.depth) return { values: 0, unread: `it nests deeper than ${BOUNDS.depth} levels` };
  if (longest <= BOUNDS.items) return { json, values };
  cutLists(json.value);
  return { json, values, unread: `of a list of ${longest} elements the first ${BOUNDS.items} were looked at` };
}

interface Measures {
  /** Members, elements, lists and objects; no more are counted than it takes to see that there are too many. */
  values: number;
  levels: number;
  /** Elements of the longest list. */
  longest: number;
  /** Members of the object with most of them. */
  widest: number;
}

const QUOTE = 0x22;
const [COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Measures what stands between the strings of a text: cheaper than to walk the value, and needs no recursion. */
function measure(text: string): Measures {
  const seen: Measures = { values: 0, levels: 0, longest: 0, widest: 0 };
  /** The commas of each list and object that is open. */
  const open: number[] = [];
  for (let at = 0; at < text.length && seen.values <= BOUNDS.values; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) {
      seen.values += 1;
      open.push((open.pop() ?? 0) + 1);
    } else if (code === LIST || code === OBJECT) {
      seen.values += 1;
      open.push(0);
      if (open.length > seen.levels) seen.levels = open.length;
    } else if (code === LIST_END || code === OBJECT_END) {
      const elements = (open.pop() ?? 0) + 1;
      if (code === LIST_END) seen.longest = Math.max(seen.longest, elements);
      else seen.widest = Math.max(seen.widest, elements);
    }
  }
  return seen;
}

/** Within `BOUNDS.depth`, so that the recursion ends. */
function cutLists(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > BOUNDS.items) value.length = BOUNDS.items;
  for (const child of Object.values(value)) cutLists(child);
}
