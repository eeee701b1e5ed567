import type { Report, VerdictKind } from './model.ts';

/** One clause whose verdict differs between two runs; `absent` where a run does not know it. */
export interface Difference {
  readonly clause: string;
  readonly before: VerdictKind | 'absent';
  readonly after: VerdictKind | 'absent';
}

export interface Comparison {
  /** Passed before and does not pass now: what a gate is about. */
  readonly leftPass: readonly Difference[];
  readonly arrivedAtPass: readonly Difference[];
  /** Clauses that the later run does not know any more. */
  readonly vanished: readonly Difference[];
  readonly changedOtherwise: readonly Difference[];
}

/** What changed from one report to another. Pure. */
export function compareReports(before: Report, after: Report): Comparison {
  const [old, current] = [verdictsOf(before), verdictsOf(after)];
  const ids = [...new Set([...old.keys(), ...current.keys()])].sort();
  const differences = ids
    .map(
      (clause): Difference => ({ clause, before: old.get(clause) ?? 'absent', after: current.get(clause) ?? 'absent' }),
    )
    .filter((one) => one.before !== one.after);
  return {
    leftPass: differences.filter((one) => one.before === 'pass' && one.after !== 'absent'),
    arrivedAtPass: differences.filter((one) => one.after === 'pass'),
    vanished: differences.filter((one) => one.after === 'absent'),
    changedOtherwise: differences.filter(
      (one) => one.before !== 'pass' && one.after !== 'pass' && one.after !== 'absent',
    ),
  };
}

function verdictsOf({ clauses }: Report): ReadonlyMap<string, VerdictKind> {
  return new Map(clauses.map(({ id, verdict }) => [id, verdict]));
}
