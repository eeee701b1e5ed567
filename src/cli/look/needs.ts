import { type Target, unmetNeed } from '../../check/target.ts';
import type { Clause } from '../../contract/contract.ts';
import { groupBy } from '../../groups.ts';
import type { Suite } from '../../rules/suite.ts';

/** What a clause and its checks say that it takes to show it. */
export function ownNeeds({ id, needs }: Pick<Clause, 'id' | 'needs'>, suite: Suite): readonly string[] {
  const own = suite.checks.filter((check) => check.clause === id).flatMap((check) => check.needs ?? []);
  return [...new Set([...needs, ...own])];
}

/** The permission that it takes to send the requests of a clause's operation, as a need. */
function permissionNeed({ operation }: Clause, { contract }: Suite): string | undefined {
  const permission = operation === undefined ? undefined : contract.operations.get(operation)?.permission;
  return permission === undefined ? undefined : `allow:${permission}`;
}

/** All that showing a clause takes: its own needs, those of its checks, and the permission to send its operation's requests. */
export function needsOf(clause: Clause, suite: Suite): readonly string[] {
  const permission = permissionNeed(clause, suite);
  return [...new Set([...ownNeeds(clause, suite), ...(permission === undefined ? [] : [permission])])];
}

/** Something that a target does not give, and the clauses that cannot be shown without it. */
export interface Missing {
  readonly need: string;
  readonly remedy: string;
  readonly clauses: readonly Clause[];
}

/** What is missing, that which hides the most clauses first. */
export function missingFor(target: Target, suite: Suite): readonly Missing[] {
  const observable = [...suite.clauses.values()].filter(
    ({ unobservable, unreadable }) => (unobservable ?? unreadable) === undefined,
  );
  const wanted = observable.flatMap((clause) => needsOf(clause, suite).map((need) => ({ need, clause })));
  return [...groupBy(wanted, ({ need }) => need)]
    .flatMap(([need, members]) => {
      const unmet = unmetNeed(target, need);
      return unmet === undefined ? [] : [{ need, remedy: unmet.remedy, clauses: members.map(({ clause }) => clause) }];
    })
    .sort((a, b) => b.clauses.length - a.clauses.length);
}
