import type { Verdict, Violation } from '../check/verdict.ts';
import type { Conflict, Contract } from '../contract/contract.ts';
import type { Choices } from '../contract/resolve.ts';
import { defined } from '../defined.ts';
import type { ObservedConflict } from './branches.ts';

/** Does the target follow a branch that the declared one excludes? */
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
 * The declared reading, except where the target contradicts it. Where that leaves a conflict open and every answer
 * showed one branch, that branch is what the target has to keep to. What the requests were made for counts where the declared
 * reading leaves a probed conflict open, or where the target answered both ways; a record may be judged under another
 * reading than that of its run.
 */
export function followedReading(
  { conflicts }: Contract,
  made: Choices,
  declared: Choices,
  observed: readonly ObservedConflict[],
  contradicted: readonly string[],
): Choices {
  const mixed = new Set(observed.filter(({ consistent }) => consistent === 'no').map(({ conflict }) => conflict));
  const probed = Object.entries(made).filter(
    ([id]) =>
      conflicts.get(id)?.probe !== undefined &&
      // A target that answers both ways while the conflict is open breaks neither branch: that it is mixed is the finding.
      ((declared[id] === undefined && !mixed.has(id)) || contradicted.includes(id)),
  );
  const followed = observed.filter(
    ({ conflict, branch, certain }) =>
      branch !== undefined && (contradicted.includes(conflict) || (declared[conflict] === undefined && certain)),
  );
  return {
    ...declared,
    ...Object.fromEntries(probed),
    ...Object.fromEntries(followed.map(({ conflict, branch }) => [conflict, branch ?? ''])),
  };
}

/** The verdict on the clause that the target follows one branch of a conflict, and the declared one. */
export function verdictOfConflict(
  { conflict, answers, consistent }: ObservedConflict,
  contradicted: readonly string[],
  declared: Choices,
): Verdict {
  const choice = declared[conflict];
  const told = (branches: readonly (readonly [string, readonly number[]])[], expected: string): readonly Violation[] =>
    branches.map(([branch, exchanges]) => ({
      expected,
      actual: `${exchanges.length} ${exchanges.length === 1 ? 'answer follows' : 'answers follow'} ${branch}`,
      ...defined({ exchange: exchanges[0] === 0 ? undefined : exchanges[0] }),
    }));
  if (contradicted.includes(conflict)) {
    const others = [...answers].filter(([branch]) => branch !== choice);
    const violations = told(others, `the branch ${choice} of ${conflict}, as the profile says`);
    return { kind: 'fail', violations, flaky: false };
  }
  if (consistent === 'no' && choice === undefined)
    return {
      kind: 'warn',
      violations: told([...answers], `one branch of ${conflict} in every answer`),
      flaky: false,
    };
  return consistent === 'not seen'
    ? { kind: 'skip', reason: 'no response showed which branch it uses' }
    : { kind: 'pass' };
}
