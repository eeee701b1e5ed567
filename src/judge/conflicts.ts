import type { Verdict, Violation } from '../check/verdict.ts';
import type { Conflict, Contract } from '../contract/contract.ts';
import type { Choices } from '../contract/resolve.ts';
import { defined } from '../defined.ts';
import type { ObservedConflict } from './branches.ts';

/** Does the target follow a branch that excludes the declared one? */
export function contradicts(conflict: Conflict | undefined, { answers }: ObservedConflict, declared: Choices): boolean {
  const choice = conflict === undefined ? undefined : declared[conflict.id];
  if (conflict === undefined || choice === undefined) return false;
  return [...answers.keys()].some(
    (branch) =>
      branch !== choice &&
      conflict.branches[branch]?.default === undefined &&
      !(conflict.branches[branch]?.satisfies ?? []).includes(choice),
  );
}

/**
 * The reading to judge the target by. Each conflict that is open or contradicted gets the branch that the target follows; an
 * open one only if a sign shows it. Without such a branch, a probed conflict gets the one for which the requests were made
 * (`made`).
 */
export function followedReading(
  { conflicts }: Contract,
  made: Choices,
  declared: Choices,
  observed: readonly ObservedConflict[],
  contradicted: readonly string[],
): Choices {
  const followed = observed.flatMap(({ conflict, branch, certain, consistent }) => {
    const isContradicted = contradicted.includes(conflict);
    if (declared[conflict] !== undefined && !isContradicted) return [];
    if (branch !== undefined && (certain || isContradicted)) return [[conflict, branch]];
    // If the conflict is open and the target answers both ways, it breaks neither branch. The mixture is the finding.
    const isMixed = consistent === 'no' && !isContradicted;
    const asked = conflicts.get(conflict)?.probe === undefined || isMixed ? undefined : made[conflict];
    return asked === undefined ? [] : [[conflict, asked]];
  });
  return { ...declared, ...Object.fromEntries(followed) };
}

/** The verdict on the clause that the target follows one branch of a conflict, namely the declared one. */
export function verdictOfConflict(
  { conflict, answers, consistent }: ObservedConflict,
  contradicted: readonly string[],
  declared: Choices,
): Verdict {
  const choice = declared[conflict];
  const describe = (pairs: readonly (readonly [string, readonly number[]])[], expected: string): readonly Violation[] =>
    pairs.map(([branch, exchanges]) => ({
      expected,
      actual: `${exchanges.length} ${exchanges.length === 1 ? 'answer follows' : 'answers follow'} ${branch}`,
      ...defined({ exchange: exchanges[0] === 0 ? undefined : exchanges[0] }),
    }));
  if (contradicted.includes(conflict)) {
    const others = [...answers].filter(([branch]) => branch !== choice);
    const violations = describe(others, `the branch ${choice} of ${conflict}, as the profile says`);
    return { kind: 'fail', violations, flaky: false };
  }
  if (consistent === 'no' && choice === undefined)
    return {
      kind: 'warn',
      violations: describe([...answers], `one branch of ${conflict} in every answer`),
      flaky: false,
    };
  return consistent === 'not seen'
    ? { kind: 'skip', reason: 'no response showed which branch it uses' }
    : { kind: 'pass' };
}
