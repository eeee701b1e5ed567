import type { Exchange } from '../http/exchange.ts';
import { readJson } from '../http/read-json.ts';
import type { Steps } from '../turns.ts';
import { isObject, joinPointer } from '../schema/pointer.ts';
import type { Finding } from './model.ts';

/** Characters of a body that a report keeps whole. */
const EXCERPT = 16_000;

/** Elements of a list, and characters of a text, that are kept where nothing is at fault. */
const KEPT = { elements: 3, characters: 200 } as const;

/**
 * Exchanges as a report carries them: the parsed twin of a body is left out, and a long body is cut, but never at a place
 * that a finding is about. Elements that are left out become `…`, so that pointers still lead where they led.
 */
export function* abridged(exchanges: readonly Exchange[], findings: readonly Finding[]): Steps<readonly Exchange[]> {
  const places = new Map<number, readonly string[]>();
  for (const {
    exchanges: [shown],
    at,
  } of findings)
    if (shown !== undefined && at !== undefined) places.set(shown, [...(places.get(shown) ?? []), at]);
  const short: Exchange[] = [];
  for (const exchange of exchanges) {
    yield;
    short.push(shortened(exchange, places.get(exchange.seq) ?? []));
  }
  return short;
}

function shortened(exchange: Exchange, places: readonly string[]): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'failure') return exchange;
  const { json: _json, ...body } = outcome.body;
  return { ...exchange, outcome: { ...outcome, body: { ...body, text: cut(body.text, places) } } };
}

function cut(text: string, places: readonly string[]): string {
  if (text.length <= EXCERPT) return text;
  const parsed = readJson(text).json;
  const pruned = parsed === undefined ? text : JSON.stringify(prune(parsed.value, '', places));
  return pruned.length > 2 * EXCERPT ? `${pruned.slice(0, EXCERPT)}…` : pruned;
}

function prune(value: unknown, at: string, places: readonly string[]): unknown {
  const isOnWay = (pointer: string): boolean =>
    places.some((place) => place === pointer || place.startsWith(`${pointer}/`));
  if (Array.isArray(value))
    return value.map((item: unknown, index) => {
      const pointer = joinPointer(at, index);
      return index < KEPT.elements || isOnWay(pointer) ? prune(item, pointer, places) : '…';
    });
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, prune(child, joinPointer(at, name), places)]),
    );
  return typeof value === 'string' && value.length > KEPT.characters && !isOnWay(at)
    ? `${value.slice(0, KEPT.characters)}…`
    : value;
}
