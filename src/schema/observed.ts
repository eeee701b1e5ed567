import { BOUNDS } from '../bounds.ts';
import { getOrMake } from '../memoize.ts';
import { joinPointer } from './pointer.ts';

/** The result of one keyword for one value. Derived clauses are judged by it. */
export interface Observation {
  readonly place: readonly string[];
  readonly keyword: string;
  /** The first place in the value that breaks it; '' if it holds. */
  readonly pointer: string;
  /** Every place that breaks it. The bounds limit their number for all keywords together. */
  readonly pointers: readonly string[];
  readonly holds: boolean;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A value, and the way to it. */
export interface Spot {
  readonly value: unknown;
  /** One more than the number of segments of the pointer to the value. */
  readonly depth: number;
  readonly outer?: Spot;
  readonly segment?: string;
}

/** Observations, each once, and counts of all that was observed. */
export interface Findings {
  tell(place: readonly string[], keyword: string, spot: Spot, holds: boolean, expected: unknown): void;
  /** Adds what another walk found. */
  take(other: Findings): void;
  readonly all: () => readonly Observation[];
  readonly counts: Counts;
}

export interface Counts {
  observed: number;
  broken: number;
  /** How many broken places are kept. */
  pointed: number;
  /** The depth of the shallowest break. If it is deep, the value probably is of this variant. */
  depth: number;
}

export function createFindings(): Findings {
  const counts: Counts = { observed: 0, broken: 0, pointed: 0, depth: Number.POSITIVE_INFINITY };
  const { all, findOrAdd } = createCollection();
  const pointTo = (observation: Collected, pointers: () => readonly string[]): void => {
    if (counts.pointed >= BOUNDS.brokenPlaces) return;
    const added = pointers();
    observation.pointers.push(...added);
    counts.pointed += added.length;
  };
  return {
    counts,
    tell(place, keyword, spot, holds, expected) {
      counts.observed += 1;
      const observation = findOrAdd(place, keyword, holds, () => observe(place, spot, keyword, holds, expected));
      if (holds) return;
      counts.broken += 1;
      counts.depth = Math.min(counts.depth, spot.depth);
      pointTo(observation, () => [pointerTo(spot)]);
    },
    take(other) {
      counts.observed += other.counts.observed;
      counts.broken += other.counts.broken;
      counts.depth = Math.min(counts.depth, other.counts.depth);
      for (const { pointers, ...rest } of other.all()) {
        const observation = findOrAdd(rest.place, rest.keyword, rest.holds, () => ({ ...rest, pointers: [] }));
        pointTo(observation, () => pointers);
      }
    },
    all: () => all,
  };
}

type Collected = Observation & { readonly pointers: string[] };

/** Observations, one for each place, keyword and result. */
function createCollection() {
  const all: Collected[] = [];
  // The keys are the place arrays themselves: each step of a schema has one, so no text has to be made for each value.
  const holding = new Map<readonly string[], Map<string, Collected>>();
  const broken: typeof holding = new Map();
  const findOrAdd = (place: readonly string[], keyword: string, holds: boolean, create: () => Collected): Collected => {
    const byKeyword = getOrMake(holds ? holding : broken, place, () => new Map<string, Collected>());
    return getOrMake(byKeyword, keyword, () => {
      const observation = create();
      all.push(observation);
      return observation;
    });
  };
  return { all, findOrAdd };
}

/** A value within the value of a spot. */
export function inside(outer: Spot, segment: string, value: unknown): Spot {
  return { value, outer, segment, depth: outer.depth + 1 };
}

function observe(place: readonly string[], spot: Spot, keyword: string, holds: boolean, expected: unknown): Collected {
  return { place, keyword, pointer: holds ? '' : pointerTo(spot), pointers: [], holds, expected, actual: spot.value };
}

function pointerTo({ outer, segment }: Spot): string {
  return outer === undefined || segment === undefined ? '' : joinPointer(pointerTo(outer), segment);
}
