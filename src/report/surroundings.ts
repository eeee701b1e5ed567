import { jsonInWords } from '../check/quote.ts';
import type { Body } from '../http/exchange.ts';
import { readJson } from '../http/read-json.ts';
import { atPointer, isObject, joinPointer, lastSegment, parentPointer, splitPointer } from '../schema/pointer.ts';
import { clipped } from './escape.ts';

/** How many characters are shown of an answer or object, and of each neighbour of a value. */
const BEGINNING = 200;
const NEIGHBOUR = 60;

/** The part of an answer that shows a finding: around the place at fault, or the beginning if there is no place. */
export function surroundings({ text, json = readJson(text).json }: Body, at = ''): string {
  const steps = splitPointer(at);
  const wildcard = steps.indexOf('*');
  const place = joinPointer('', ...(wildcard < 0 ? steps : steps.slice(0, wildcard)));
  if (json === undefined || place === '') return clipped(text.trim(), BEGINNING);
  const value = atPointer(json.value, place);
  // An object or array is shown itself, such as one that lacks a member; another value is shown with its neighbours.
  if (isObject(value) || Array.isArray(value)) return `${place}: ${jsonInWords(value, BEGINNING)}`;
  const [outer, last] = [parentPointer(place), lastSegment(place)];
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
