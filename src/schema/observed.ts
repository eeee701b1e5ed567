import { BOUNDS } from '../bounds.ts';
import { joinPointer } from './pointer.ts';

/** What one keyword says of one value: the raw material of derived clauses. */
export interface Observation {
  readonly place: readonly string[];
  readonly keyword: string;
  /** Where in the value it is broken first; '' where it holds. */
  readonly pointer: string;
  /** Everywhere that it is broken: of all keywords together as many places as the bounds allow. */
  readonly pointers: readonly string[];
  readonly holds: boolean;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A value, and how it was come to. */
export interface Spot {
  readonly value: unknown;
  /** Segments of the pointer that leads here, and one. */
  readonly depth: number;
  readonly outer?: Spot;
  readonly segment?: string;
}

/** What was observed, each thing once; how often is counted. */
export interface Findings {
  tell(place: readonly string[], keyword: string, spot: Spot, holds: boolean, expected: unknown): void;
  /** Takes over what another walk found. */
  take(other: Findings): void;
  readonly all: () => readonly Observation[];
  readonly counts: Counts;
}

export interface Counts {
  observed: number;
  broken: number;
  /** Places of breaks that are named. */
  pointed: number;
  /** How deep the shallowest break lies: a break deep inside says that the variant itself was recognised. */
  depth: number;
}

export function createFindings(): Findings {
  const counts: Counts = { observed: 0, broken: 0, pointed: 0, depth: Number.POSITIVE_INFINITY };
  const found: Told[] = [];
  // By the place itself, of which each step of a schema has one, so that no text has to be made for each value.
  const [held, broken] = [
    new Map<readonly string[], Map<string, Told>>(),
    new Map<readonly string[], Map<string, Told>>(),
  ];
  const known = (place: readonly string[], keyword: string, holds: boolean, make: () => Told): Told => {
    const told = holds ? held : broken;
    const ofPlace = told.get(place) ?? new Map<string, Told>();
    if (ofPlace.size === 0) told.set(place, ofPlace);
    const before = ofPlace.get(keyword);
    if (before !== undefined) return before;
    const one = make();
    ofPlace.set(keyword, one);
    found.push(one);
    return one;
  };
  const pointTo = (one: Told, pointers: () => readonly string[]): void => {
    if (counts.pointed < BOUNDS.brokenPlaces)
      for (const pointer of pointers()) counts.pointed += Math.min(1, one.pointers.push(pointer));
  };
  return {
    counts,
    tell(place, keyword, spot, holds, expected) {
      counts.observed += 1;
      const one = known(place, keyword, holds, () => observe(place, spot, keyword, holds, expected));
      if (holds) return;
      counts.broken += 1;
      counts.depth = Math.min(counts.depth, spot.depth);
      pointTo(one, () => [pointerTo(spot)]);
    },
    take(other) {
      counts.observed += other.counts.observed;
      counts.broken += other.counts.broken;
      counts.depth = Math.min(counts.depth, other.counts.depth);
      for (const { pointers, ...rest } of other.all()) {
        const one = known(rest.place, rest.keyword, rest.holds, () => ({ ...rest, pointers: [] }));
        pointTo(one, () => pointers);
      }
    },
    all: () => found,
  };
}

type Told = Observation & { readonly pointers: string[] };

/** A value within the value of a spot. */
export function inside(outer: Spot, segment: string, value: unknown): Spot {
  return { value, outer, segment, depth: outer.depth + 1 };
}

function observe(place: readonly string[], spot: Spot, keyword: string, holds: boolean, expected: unknown): Told {
  return { place, keyword, pointer: holds ? '' : pointerTo(spot), pointers: [], holds, expected, actual: spot.value };
}

function pointerTo({ outer, segment }: Spot): string {
  return outer === undefined || segment === undefined ? '' : joinPointer(pointerTo(outer), segment);
}
