import type { Steps } from '../../turns.ts';
import type { Fault } from './fault.ts';
import type { Bundle } from './pairs.ts';
import type { Shows } from './simulate.ts';

/** What is known of a fault beside a bundle: nothing yet, that it does not show there, that it does. */
export const UNKNOWN = 0;
export const NO = 1;
export const YES = 2;

/** A bundle, and what is known of the faults that it may show. */
export interface Prospect {
  readonly bundle: Bundle;
  readonly keys: readonly string[];
  /** The faults that can make a difference to it, by index. */
  readonly may: Uint16Array;
  /** Of each of those: UNKNOWN, NO or YES. */
  readonly told: Uint8Array;
}

/** Bundles to choose from: nothing is simulated yet, only which faults have to do with each. */
export function* prospectsOf(candidates: readonly Bundle[], faults: readonly Fault[]): Steps<readonly Prospect[]> {
  const prospects: Prospect[] = [];
  for (const bundle of candidates) {
    const may = faults.flatMap((fault, index) => (bundle.asks.some((ask) => fault.when(ask)) ? [index] : []));
    prospects.push({ bundle, keys: keysOf(bundle), may: Uint16Array.from(may), told: new Uint8Array(may.length) });
    yield;
  }
  return prospects;
}

/** The same bundle, of which nothing is known. */
export function unknown(one: Prospect): Prospect {
  return { ...one, told: new Uint8Array(one.may.length) };
}

/** Finds out which of these faults the bundle shows, as far as it is not known. Answers those that it found out about. */
export function* tell(
  { bundle, may, told }: Prospect,
  shows: Shows,
  among: (fault: number) => boolean,
): Steps<ReadonlyMap<number, boolean>> {
  const places = new Map<number, number>();
  for (const [place, fault] of may.entries()) if (told[place] === UNKNOWN && among(fault)) places.set(fault, place);
  if (places.size === 0) return new Map();
  const shown = new Set(yield* shows(bundle, [...places.keys()]));
  for (const [fault, place] of places) told[place] = shown.has(fault) ? YES : NO;
  return new Map([...places.keys()].map((fault) => [fault, shown.has(fault)]));
}

/** The faults that the bundle is known to show. */
export function shownBy({ may, told }: Prospect): readonly number[] {
  return [...may].filter((_fault, place) => told[place] === YES);
}

function keysOf({ asks, again }: Bundle): readonly string[] {
  const keys = asks.map((ask) => JSON.stringify(ask));
  return again === true ? [...keys, `${keys.at(-1)} again`] : keys;
}
