import { type Target, unmetNeed } from '../../check/target.ts';
import type { Clause } from '../../contract/contract.ts';
import { groupBy } from '../../groups.ts';
import { table } from '../../report/console-text.ts';
import type { Suite } from '../../rules/suite.ts';
import type { Schema } from '../../schema/schema.ts';
import type { DryRun } from './dry-run.ts';

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
interface Missing {
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

/** What is missing, as a table: how many clauses want it, what it costs, and what to do. */
export function missingLines(missing: readonly Missing[], dry: DryRun | undefined, clauses: string): readonly string[] {
  if (missing.length === 0) return ['', 'Nothing is missing, as far as that can be told before a run.'];
  const columns = table([
    ['what', 'clauses', 'of them MUST', 'more requests'],
    ...missing.map((one) => [
      one.need.replace(':', ' '),
      one.clauses.length,
      one.clauses.filter(({ level }) => level === 'MUST').length,
      dry === undefined ? '-' : cost(one, dry),
    ]),
  ]);
  const remedies = ['what to do', ...missing.map(({ remedy }) => remedy)];
  return [
    '',
    `Missing, of ${clauses}. Each is optional: what needs it is skipped.`,
    '',
    ...columns.map((line, index) => `${line}  ${remedies[index] ?? ''}`),
  ];
}

/** Requests that serve nothing but clauses that want this. */
function cost({ clauses }: Missing, { plan }: DryRun): number {
  const ids = new Set(clauses.map(({ id }) => id));
  return plan.filter((one) => one.clauses.length > 0 && one.clauses.every((id) => ids.has(id))).length;
}

/** What a permission costs besides requests stands in the schema of the target file. */
export function permissionNotes(missing: readonly Missing[], schema: Schema): readonly string[] {
  const known = (schema.properties?.['allow'] as Schema | undefined)?.properties ?? {};
  return missing.flatMap(({ need }) => {
    const name = need.startsWith('allow:') ? need.slice('allow:'.length) : undefined;
    const own = name === undefined ? undefined : (known[name] as Schema & { readonly description?: string });
    return own?.description === undefined ? [] : ['', `${name ?? ''}: ${own.description}`];
  });
}
