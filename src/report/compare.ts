import { isBroken } from './facts.ts';
import type { Report, VerdictKind } from './model.ts';

/** One clause whose verdict differs between two runs; `absent` if it is not part of a run. */
export interface Difference {
  readonly clause: string;
  readonly before: VerdictKind | 'absent';
  readonly after: VerdictKind | 'absent';
}

/** What changed. Only a clause that both runs tested can be a regression or fixed. */
export interface Comparison {
  /** Passed before and is broken now. */
  readonly regressions: readonly Difference[];
  /** Broken before and passes now. */
  readonly fixed: readonly Difference[];
  /** Passes now and was not tested before. */
  readonly newlyPassing: readonly Difference[];
  /** Broken now and was not tested before. */
  readonly newlyBroken: readonly Difference[];
  /** Was tested before and is not tested now. That says nothing about the target. */
  readonly noLongerShown: readonly Difference[];
  readonly changedOtherwise: readonly Difference[];
  /** Is part of only one run, because of its selection or reading, and is not broken there. */
  readonly ofOneReading: readonly Difference[];
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
  const ofKind = (kind: keyof Comparison) => differences.filter((one) => kindOf(one) === kind);
  return {
    regressions: ofKind('regressions'),
    fixed: ofKind('fixed'),
    newlyPassing: ofKind('newlyPassing'),
    newlyBroken: ofKind('newlyBroken'),
    noLongerShown: ofKind('noLongerShown'),
    changedOtherwise: ofKind('changedOtherwise'),
    ofOneReading: ofKind('ofOneReading'),
  };
}

function kindOf({ before, after }: Difference): keyof Comparison {
  const [was, is] = [rankOf(before), rankOf(after)];
  if ((before === 'absent' || after === 'absent') && was !== 'broken' && is !== 'broken') return 'ofOneReading';
  if (was === 'passed' && is === 'broken') return 'regressions';
  if (was === 'broken' && is === 'passed') return 'fixed';
  if (was === 'not shown' && is === 'passed') return 'newlyPassing';
  if (was === 'not shown' && is === 'broken') return 'newlyBroken';
  if (was !== 'not shown') return is === 'not shown' ? 'noLongerShown' : 'changedOtherwise';
  return 'changedOtherwise';
}

function rankOf(verdict: Difference['before']): 'passed' | 'broken' | 'not shown' {
  if (verdict === 'pass') return 'passed';
  return isBroken({ verdict }) ? 'broken' : 'not shown';
}

function verdictsOf({ clauses }: Report): ReadonlyMap<string, VerdictKind> {
  return new Map(clauses.map(({ id, verdict }) => [id, verdict]));
}

/** The clauses of both reports. A clause in both comes from the later one, which may have tested only a few. */
export function joinedClauses(before: Report, { clauses }: Report): Report['clauses'] {
  const later = new Set(clauses.map(({ id }) => id));
  return [...clauses, ...before.clauses.filter(({ id }) => !later.has(id))];
}
