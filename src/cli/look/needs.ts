import { type Role, type Target, unmetNeed } from '../../check/target.ts';
import type { Clause } from '../../contract/contract.ts';
import type { Operation } from '../../contract/operations.ts';
import { statusFits } from '../../contract/statuses.ts';
import { present } from '../../defined.ts';
import { groupBy } from '../../groups.ts';
import { table } from '../../report/console-text.ts';
import type { Suite } from '../../rules/suite.ts';
import type { Schema } from '../../schema/schema.ts';
import type { DryRun } from './dry-run.ts';

/** The needs that the clause and its checks declare. */
export function ownNeeds({ id, needs }: Pick<Clause, 'id' | 'needs'>, suite: Suite): readonly string[] {
  const own = suite.checks.filter((check) => check.clause === id).flatMap((check) => check.needs ?? []);
  return [...new Set([...needs, ...own])];
}

/** What a successful request to the clause's operation needs. A clause about bad credentials needs no credential. */
function callNeeds(clause: Clause, { contract }: Suite): readonly string[] {
  const operation = contract.operations.get(clause.operation ?? '');
  if (operation === undefined) return [];
  const { permission } = operation;
  const roles = isAboutCredentials(clause, operation) ? [] : requiredRoles(operation);
  return present(...roles.map((role) => `credential:${role}`), permission !== undefined && `allow:${permission}`);
}

function isAboutCredentials(clause: Clause, { rejects }: Operation): boolean {
  const refusals = [rejects['missing-credential'], rejects['wrong-credential']];
  return clause.subject?.kind === 'credential' || isOfStatus(clause, refusals);
}

/** The roles that are in every alternative. */
function requiredRoles({ roles: [first = [], ...others] }: Operation): readonly Role[] {
  return present(...first).filter((role) => others.every((one) => one.includes(role)));
}

/** For each parameter that takes its value from samples: its first sample, if the target provides none of them. */
function pathNeeds(clause: Clause, { contract }: Suite, target: Target): readonly string[] {
  const operation = contract.operations.get(clause.operation ?? '');
  if (operation === undefined || isOfStatus(clause, ['4XX'])) return [];
  return operation.parameters.flatMap(({ 'x-sources': sources = [] }) => {
    const samples = sources.flatMap((source) => ('sample' in source ? [`sample:${source.sample}`] : []));
    return samples.every((need) => unmetNeed(target, need) !== undefined) ? samples.slice(0, 1) : [];
  });
}

function isOfStatus({ id }: Clause, keys: readonly (string | undefined)[]): boolean {
  const status = Number(id.split('/')[1]);
  return keys.some((key) => key !== undefined && statusFits(status, key));
}

/** Everything that a clause needs: its own needs, those of its checks, and those of a call of its operation. */
export function needsOf(clause: Clause, suite: Suite): readonly string[] {
  return [...new Set([...ownNeeds(clause, suite), ...callNeeds(clause, suite)])];
}

/** A need that the target does not meet, and the clauses that cannot be judged without it. */
export interface Missing {
  readonly need: string;
  readonly remedy: string;
  readonly clauses: readonly Clause[];
}

/** The needs that the target does not meet, the one with the most clauses first. */
export function missingFor(target: Target, suite: Suite): readonly Missing[] {
  const observable = [...suite.clauses.values()].filter(
    ({ unobservable, unreadable }) => (unobservable ?? unreadable) === undefined,
  );
  const wanted = observable.flatMap((clause) =>
    [...new Set([...needsOf(clause, suite), ...pathNeeds(clause, suite, target)])].map((need) => ({ need, clause })),
  );
  return [...groupBy(wanted, ({ need }) => need)]
    .flatMap(([need, members]) => {
      const unmet = unmetNeed(target, need, suite.contract.roles);
      return unmet === undefined ? [] : [{ need, remedy: unmet.remedy, clauses: members.map(({ clause }) => clause) }];
    })
    .sort((a, b) => b.clauses.length - a.clauses.length);
}

/** A table of what is missing: how many clauses need it, how many requests it costs, and what to do. */
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

/** How many requests are sent only for clauses with this need. */
function cost({ clauses }: Missing, { plan }: DryRun): number {
  const ids = new Set(clauses.map(({ id }) => id));
  const reasons = plan.map(({ clauses: shown, sentFor }) => (sentFor.length > 0 ? sentFor : shown));
  return reasons.filter((reason) => reason.length > 0 && reason.every((id) => ids.has(id))).length;
}

/** The descriptions of the missing permissions, from the schema of the target file. */
export function permissionNotes(missing: readonly Missing[], schema: Schema): readonly string[] {
  const known = (schema.properties?.['allow'] as Schema | undefined)?.properties ?? {};
  return missing.flatMap(({ need }) => {
    const name = need.startsWith('allow:') ? need.slice('allow:'.length) : undefined;
    const own = name === undefined ? undefined : (known[name] as Schema & { readonly description?: string });
    return own?.description === undefined ? [] : ['', `${name ?? ''}: ${own.description}`];
  });
}
