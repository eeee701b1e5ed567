import type { Steps } from '../../turns.ts';
import { queryKey } from './answer.ts';
import type { Fault } from './fault.ts';
import type { RequestGroup } from './pairs.ts';
import type { Detector } from './simulate.ts';

/** Does a group detect a fault? Not simulated yet, no, yes. */
export const UNKNOWN = 0;
export const NO = 1;
export const YES = 2;

/** A request group, and which faults it detects, if known. */
export interface Detection {
  readonly group: RequestGroup;
  readonly keys: readonly string[];
  /** The faults that can change an answer of the group, by index. */
  readonly possible: Uint16Array;
  /** For each of those faults: UNKNOWN, NO or YES. */
  readonly states: Uint8Array;
}

/** The detections of groups to choose from, with the faults that each may detect. Nothing is simulated yet. */
export function* detectionsOf(
  candidates: readonly RequestGroup[],
  faults: readonly Fault[],
): Steps<readonly Detection[]> {
  const detections: Detection[] = [];
  for (const group of candidates) {
    const possible = faults.flatMap((fault, index) =>
      group.queries.some((query) => fault.when(query)) ? [index] : [],
    );
    detections.push({
      group,
      keys: keysOf(group),
      possible: Uint16Array.from(possible),
      states: new Uint8Array(possible.length),
    });
    yield;
  }
  return detections;
}

/** The same group with all states reset to UNKNOWN. */
export function unknown(one: Detection): Detection {
  return { ...one, states: new Uint8Array(one.possible.length) };
}

/** Simulates those of these faults whose state is UNKNOWN. Returns for each of them whether the group detects it. */
export function* simulate(
  { group, possible, states }: Detection,
  detect: Detector,
  among: (fault: number) => boolean,
): Steps<ReadonlyMap<number, boolean>> {
  const places = new Map<number, number>();
  for (const [place, fault] of possible.entries())
    if (states[place] === UNKNOWN && among(fault)) places.set(fault, place);
  if (places.size === 0) return new Map();
  const detected = new Set(yield* detect(group, [...places.keys()]));
  for (const [fault, place] of places) states[place] = detected.has(fault) ? YES : NO;
  return new Map([...places.keys()].map((fault) => [fault, detected.has(fault)]));
}

/** The faults that the group is known to detect. */
export function detectedBy({ possible, states }: Detection): readonly number[] {
  return [...possible].filter((_fault, place) => states[place] === YES);
}

function keysOf({ queries, again }: RequestGroup): readonly string[] {
  const keys = queries.map(queryKey);
  return again === true ? [...keys, againKey(keys.at(-1) ?? '')] : keys;
}

export function againKey(key: string): string {
  return `${key} again`;
}
