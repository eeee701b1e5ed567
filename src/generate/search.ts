import * as fc from 'fast-check';
import { defined } from '../defined.ts';

/** The result of a search: the shrunk counterexample, and the path that reproduces it. */
export interface SearchResult<T> {
  readonly counterexample?: T;
  readonly path?: string;
}

export interface SearchOptions {
  readonly seed: number;
  readonly runs: number;
  /** Reproduces a counterexample that was found before. */
  readonly path?: string | undefined;
  /** The most values that shrinking tries. */
  readonly tries?: number;
}

export type Drawn<T> = fc.Arbitrary<T>;

const DEFAULT_TRIES = 80;

/** Looks for a value for which `holds` is false, and shrinks it. An error in `holds` ends the search and is rethrown. */
export async function search<T>(
  arbitrary: Drawn<T>,
  holds: (value: T) => Promise<boolean>,
  options: SearchOptions,
): Promise<SearchResult<T>> {
  const trial = withinBudget(holds, options);
  const details = await fc.check(fc.asyncProperty(arbitrary, trial.holds), {
    seed: options.seed,
    numRuns: options.runs,
    ...(options.path === undefined ? {} : { path: options.path, endOnFailure: true }),
  });
  trial.rethrow();
  const [counterexample] = details.counterexample ?? [];
  return defined({ counterexample, path: details.counterexamplePath ?? undefined });
}

/** A value that breaks something at one place. */
export interface Broken {
  /** The place and the keyword, as in the id of the clause about them. */
  readonly place: string;
}

/** The search stops after this many places: if so much is broken, one more says nothing new. */
const MAX_PLACES = 6;

/**
 * Looks for one value per place for which `holds` is false, so that one defect does not hide another. No value is checked
 * twice. `failures` limits how many values may fail in total, for checks that leave something behind when they fail.
 */
export async function searchEach<T extends Broken>(
  arbitrary: Drawn<T>,
  holds: (value: T) => Promise<boolean>,
  { failures = Number.POSITIVE_INFINITY, ...options }: SearchOptions & { readonly failures?: number | undefined },
): Promise<readonly (Required<SearchResult<T>> & Broken)[]> {
  const found = new Map<string, Required<SearchResult<T>> & Broken>();
  const outcomes = new Map<string, boolean>();
  const holdsOnce = async (value: T) => {
    const key = JSON.stringify(value);
    const held = outcomes.get(key) ?? (failuresIn(outcomes) >= failures || (await holds(value)));
    outcomes.set(key, held);
    return held;
  };
  while (found.size < MAX_PLACES) {
    const result = await search(arbitrary, async (value) => found.has(value.place) || holdsOnce(value), options);
    const { counterexample, path = '' } = result;
    if (counterexample === undefined) break;
    found.set(counterexample.place, { counterexample, path, place: counterexample.place });
    if (options.path !== undefined) break;
  }
  return [...found.values()];
}

function failuresIn(outcomes: ReadonlyMap<string, boolean>): number {
  return [...outcomes.values()].filter((held) => !held).length;
}

/** Limits shrinking: after `tries` values every value counts as holding, so that the smallest failure so far remains. */
function withinBudget<T>(holds: (value: T) => Promise<boolean>, { tries = DEFAULT_TRIES }: SearchOptions) {
  const state: { failed: boolean; tries: number; thrown?: { readonly error: unknown } } = { failed: false, tries: 0 };
  const isOver = () => state.thrown !== undefined || (state.failed && (state.tries += 1) > tries);
  return {
    async holds(value: T): Promise<boolean> {
      if (isOver()) return true;
      try {
        const held = await holds(value);
        state.failed ||= !held;
        return held;
      } catch (error) {
        state.thrown = { error };
        return true;
      }
    },
    rethrow(): void {
      if (state.thrown !== undefined) throw state.thrown.error;
    },
  };
}
