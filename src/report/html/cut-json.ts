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

/** Where the last whole member or element ends, and what closes the text there. */
function lastWhole(text: string): { readonly end: number; readonly closers: string } {
  const stack: string[] = [];
  let best = { end: 0, closers: '' };
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === '{' || character === '[') stack.push(character === '{' ? '}' : ']');
    else if (character === '}' || character === ']') stack.pop();
    if (character === ',') best = { end: index, closers: stack.toReversed().join('') };
    else if (character === '{' || character === '[' || character === '}' || character === ']')
      best = { end: index + 1, closers: stack.toReversed().join('') };
  }
  return best;
}
