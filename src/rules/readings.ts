import type { Clause } from '../contract/contract.ts';
import type { Choices } from '../contract/resolve.ts';
import type { Suite } from './suite.ts';

/** A clause that comes into being only where a conflict is decided. */
export interface ClauseOfReading {
  readonly clause: Clause;
  /** The suite of a reading that has it. */
  readonly suite: Suite;
  /** The branches that bring it, as `--branch` takes them. */
  readonly branches: readonly string[];
}

/** The clauses that a reading leaves out and that one more decision of a conflict would bring, by their ids. */
export function clausesOfOtherReadings(
  suiteUnder: (choices: Choices) => Suite,
  choices: Choices,
): ReadonlyMap<string, ClauseOfReading> {
  const own = suiteUnder(choices);
  const found = new Map<string, ClauseOfReading>();
  // Answers are judged by the clauses of every branch; only the requests that a probe decides on bring clauses of their own.
  const probed = [...own.contract.conflicts.values()].filter(({ probe }) => probe !== undefined);
  for (const { id, branches } of probed)
    for (const branch of Object.keys(branches)) {
      const suite = suiteUnder({ ...choices, [id]: branch });
      for (const clause of suite.clauses.values()) {
        if (own.clauses.has(clause.id)) continue;
        const before = found.get(clause.id);
        found.set(clause.id, {
          clause: before?.clause ?? clause,
          suite: before?.suite ?? suite,
          branches: [...(before?.branches ?? []), `${id}=${branch}`],
        });
      }
    }
  return found;
}

/** How many more there are, and what brings them, behind a number of clauses; '' where there are none. */
export function otherReadingsNote(others: ReadonlyMap<string, ClauseOfReading>): string {
  const branches = [...new Set([...others.values()].flatMap((one) => one.branches))];
  return others.size === 0 ? '' : ` (and ${others.size} more that a decision brings: ${branches.join(', ')})`;
}
