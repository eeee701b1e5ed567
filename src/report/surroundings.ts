import { jsonInWords } from '../check/quote.ts';
import type { Body } from '../http/exchange.ts';
import { readJson } from '../http/read-json.ts';
import { atPointer, isObject, joinPointer, splitPointer } from '../schema/pointer.ts';
import { clipped } from './escape.ts';

/** So much of an answer tells what kind of answer it is, and so much of each neighbour what stands there. */
const BEGINNING = 200;
const NEIGHBOUR = 60;

/** What of an answer shows a finding: what stands around the place at fault, or the beginning where no place is. */
export function surroundings({ text, json = readJson(text).json }: Body, at = ''): string {
  const steps = splitPointer(at);
  const wild = steps.indexOf('*');
  const place = joinPointer('', ...(wild < 0 ? steps : steps.slice(0, wild)));
  if (json === undefined || place === '') return clipped(text.trim(), BEGINNING);
  const value = atPointer(json.value, place);
  // Of what is missing, the object without it; of a value, its neighbours as well.
  if (isObject(value) || Array.isArray(value)) return `${place}: ${jsonInWords(value, BEGINNING)}`;
  const [outer, last] = [joinPointer('', ...splitPointer(place).slice(0, -1)), splitPointer(place).at(-1) ?? ''];
  const around = neighbours(atPointer(json.value, outer), last);
  return outer === '' ? around : `${outer}: ${around}`;
}

/** The member with the one before it and the one after it. */
function neighbours(outer: unknown, name: string): string {
  if (typeof outer !== 'object' || outer === null) return jsonInWords(outer, BEGINNING);
  const all = Object.entries(outer);
  const index = all.findIndex(([key]) => key === name);
  const from = Math.max(0, index - 1);
  const shown = all.slice(from, index + 2).map(([key, value]) => {
    const json = jsonInWords(value, NEIGHBOUR);
    return Array.isArray(outer) ? json : `${JSON.stringify(key)}: ${json}`;
  });
  const parts = [...(from > 0 ? ['…'] : []), ...shown, ...(index + 2 < all.length ? ['…'] : [])].join(', ');
  return Array.isArray(outer) ? `[${parts}]` : `{ ${parts} }`;
}
