import type { Clause } from '../contract/contract.ts';
import type { Choices } from '../contract/resolve.ts';
import type { Suite, SuiteUnder } from './suite.ts';

/** A clause that exists only once a conflict is decided. */
export interface ClauseOfReading {
  readonly clause: Clause;
  readonly suite: Suite;
  /** The branches that add it, as `--branch` takes them. */
  readonly branches: readonly string[];
}

/** The clauses that a reading lacks and that deciding one more conflict would add, by id. */
export function clausesOfOtherReadings(suiteUnder: SuiteUnder, choices: Choices): ReadonlyMap<string, ClauseOfReading> {
  const own = suiteUnder(choices);
  const found = new Map<string, ClauseOfReading>();
  for (const [branch, suite] of decidingOneMore(suiteUnder, choices))
    for (const clause of suite.clauses.values()) {
      if (own.clauses.has(clause.id)) continue;
      const known = found.get(clause.id) ?? { clause, suite, branches: [] };
      found.set(clause.id, { ...known, branches: [...known.branches, branch] });
    }
  return found;
}

/** The suite for each branch of each conflict that may add clauses, by the branch as `--branch` takes it. */
function decidingOneMore(
  suiteUnder: SuiteUnder,
  choices: Choices,
): readonly (readonly [branch: string, suite: Suite])[] {
  // Answers are judged by the clauses of every branch, so only conflicts with a probe add clauses.
  const probed = [...suiteUnder(choices).contract.conflicts.values()].filter(({ probe }) => probe !== undefined);
  return probed.flatMap(({ id, branches }) =>
    Object.keys(branches).map((branch) => [`${id}=${branch}`, suiteUnder({ ...choices, [id]: branch })] as const),
  );
}

/** How many clauses there are in all where deciding one more conflict adds some, by the branch as `--branch` takes it. */
export function sizesOfOtherReadings(suiteUnder: SuiteUnder, choices: Choices): ReadonlyMap<string, number> {
  const own = suiteUnder(choices).clauses.size;
  const sizes = decidingOneMore(suiteUnder, choices).map(([branch, { clauses }]) => [branch, clauses.size] as const);
  return new Map(sizes.filter(([, size]) => size > own));
}

/** Follows a number of clauses: how many they are under other readings. Empty if there are none. */
export function otherReadingsNote(
  sizes: ReadonlyMap<string, number>,
  write: (size: number) => string = String,
): string {
  const told = [...sizes].map(([branch, size]) => `${write(size)} with ${branch}`);
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}
