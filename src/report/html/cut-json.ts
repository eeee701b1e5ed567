import { endOfString } from '../../http/json-text.ts';
import { readJson } from '../../http/read-json.ts';

/**
 * The value of a JSON text whose end was cut off: everything up to the last whole part, with the brackets closed. Undefined
 * for a text that is not JSON.
 */
export function parseCut(text: string): { readonly value: unknown } | undefined {
  const whole = readJson(text).json;
  if (whole !== undefined) return whole;
  if (!/^\s*[[{]/u.test(text)) return undefined;
  const { end, closers } = lastWhole(text);
  return end === 0 ? undefined : readJson(`${text.slice(0, end)}${closers}`).json;
}

/** An open list or object, and the one that contains it. */
interface Open {
  readonly closer: string;
  readonly within: Open | undefined;
}

/** Where the last whole member or element ends, and the brackets that close the text there. */
function lastWhole(text: string): { readonly end: number; readonly closers: string } {
  let open: Open | undefined;
  let last: { readonly end: number; readonly open?: Open | undefined } = { end: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === ',') last = { end: at, open };
    else if ('[{}]'.includes(character)) {
      open = '[{'.includes(character) ? { closer: character === '{' ? '}' : ']', within: open } : open?.within;
      last = { end: at + 1, open };
    }
  }
  let closers = '';
  for (let one = last.open; one !== undefined; one = one.within) closers += one.closer;
  return { end: last.end, closers };
}
