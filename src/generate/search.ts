import * as fc from 'fast-check';

/** What a property came to: the shrunk counterexample and the path that leads to it again. */
export interface SearchResult<T> {
  readonly counterexample?: T;
  readonly path?: string;
}

export interface SearchOptions {
  readonly seed: number;
  readonly runs: number;
  /** Repeats a counterexample that was found before. */
  readonly path?: string | undefined;
  /** At most so many values are tried on the way to a small one. */
  readonly tries?: number;
}

/** What values are drawn from. */
export type Drawn<T> = fc.Arbitrary<T>;

const TRIES = 80;

/** Looks for a value for which `holds` answers false, and shrinks it. What `holds` throws ends the search and is thrown on. */
export async function search<T>(
  arbitrary: Drawn<T>,
  holds: (value: T) => Promise<boolean>,
  options: SearchOptions,
): Promise<SearchResult<T>> {
  const trial = patiently(holds, options);
  const details = await fc.check(fc.asyncProperty(arbitrary, trial.holds), {
    seed: options.seed,
    numRuns: options.runs,
    ...(options.path === undefined ? {} : { path: options.path, endOnFailure: true }),
  });
  trial.rethrow();
  const [counterexample] = details.counterexample ?? [];
  return {
    ...(counterexample === undefined ? {} : { counterexample }),
    ...(details.counterexamplePath === null ? {} : { path: details.counterexamplePath }),
  };
}

/** A value that breaks something at one place. */
export interface Broken {
  /** The place and the keyword, as in the id of the clause about them. */
  readonly place: string;
}

/** At most so many places are told apart: where more is broken than that, one more tells nothing new. */
const PLACES = 6;

/**
 * Looks for a value per place for which `holds` answers false, so that one defect does not hide another. No value is
 * asked about twice. `failures` is how many may fail at all, where each leaves something behind.
 */
export async function searchEach<T extends Broken>(
  arbitrary: Drawn<T>,
  holds: (value: T) => Promise<boolean>,
  { failures = Number.POSITIVE_INFINITY, ...options }: SearchOptions & { readonly failures?: number | undefined },
): Promise<readonly (Required<SearchResult<T>> & Broken)[]> {
  const found = new Map<string, Required<SearchResult<T>> & Broken>();
  const known = new Map<string, boolean>();
  const ask = async (value: T) => {
    const key = JSON.stringify(value);
    const before = known.get(key) ?? (failuresIn(known) >= failures || (await holds(value)));
    known.set(key, before);
    return before;
  };
  while (found.size < PLACES) {
    const result = await search(arbitrary, async (value) => found.has(value.place) || ask(value), options);
    const { counterexample, path = '' } = result;
    if (counterexample === undefined) break;
    found.set(counterexample.place, { counterexample, path, place: counterexample.place });
    if (options.path !== undefined) break;
  }
  return [...found.values()];
}

function failuresIn(known: ReadonlyMap<string, boolean>): number {
  return [...known.values()].filter((held) => !held).length;
}

/** The question within its budget of shrinking: what is beyond it holds, so that the smallest failure so far remains. */
function patiently<T>(holds: (value: T) => Promise<boolean>, { tries = TRIES }: SearchOptions) {
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
