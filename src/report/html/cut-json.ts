import { endOfString } from '../../http/json-text.ts';
import { readJson } from '../../http/read-json.ts';

/**
 * The value of a JSON text of which the end was cut off: what was whole until there, closed. Undefined for what is no
 * JSON at all.
 */
export function parseCut(text: string): { readonly value: unknown } | undefined {
  const whole = readJson(text).json;
  if (whole !== undefined) return whole;
  if (!/^\s*[[{]/u.test(text)) return undefined;
  const { end, closers } = lastWhole(text);
  return end === 0 ? undefined : readJson(`${text.slice(0, end)}${closers}`).json;
}

/** A list or an object that is open, and what it stands in. */
interface Open {
  readonly closer: string;
  readonly within: Open | undefined;
}

/** Where the last whole member or element ends, and what closes the text there. */
function lastWhole(text: string): { readonly end: number; readonly closers: string } {
  let open: Open | undefined;
  let best: { readonly end: number; readonly open?: Open | undefined } = { end: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at);
    else if (character === ',') best = { end: at, open };
    else if ('[{}]'.includes(character)) {
      open = '[{'.includes(character) ? { closer: character === '{' ? '}' : ']', within: open } : open?.within;
      best = { end: at + 1, open };
    }
  }
  let closers = '';
  for (let one = best.open; one !== undefined; one = one.within) closers += one.closer;
  return { end: best.end, closers };
}
