import { BOUNDS } from '../bounds.ts';
import { withHeldNumbers } from './held-numbers.ts';
import { endOfString, parseJson } from './json-text.ts';

/** The result of parsing a text as JSON, within the bounds. */
export interface Reading {
  /** Undefined if the text is not well-formed JSON, or over a bound. */
  readonly json?: { readonly value: unknown };
  /** Why it was not read completely; undefined if it was. */
  readonly unread?: string;
  /** How many values were read. */
  readonly values: number;
}

/**
 * Parses a JSON text. A text with too many values or levels, or an object with too many members, is not read. A list that is
 * too long is cut to its first elements.
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
  /** Members, elements, lists and objects. Counting stops soon after there are too many. */
  values: number;
  levels: number;
  /** Elements of the longest list. */
  longest: number;
  /** Members of the object with most of them. */
  widest: number;
}

const QUOTE = 0x22;
const [COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Measures a text by its characters outside strings. That is cheaper than walking the value, and needs no recursion. */
function measure(text: string): Measures {
  const seen: Measures = { values: 0, levels: 0, longest: 0, widest: 0 };
  /** The number of commas in each open list or object. */
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

/** Cuts long lists. The value is within `BOUNDS.depth`, so the recursion is safe. */
function cutLists(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) && value.length > BOUNDS.items) value.length = BOUNDS.items;
  for (const child of Object.values(value)) cutLists(child);
}
