import { exchangesIn } from '../check/check.ts';
import type { Contract } from '../contract/contract.ts';
import { roleOf } from '../contract/roles.ts';
import type { Conclusion } from '../judge/conclude.ts';
import { matchesAnyClause } from '../rules/suite.ts';
import type { Act, RunRecord } from '../send/journal.ts';
import { shellWord } from './command.ts';

/**
 * The flags that make `conform run` send the one counterexample again that a fuzz check found: whether its own clause
 * fell, or one that the answer to the counterexample broke. For what was asked with a credential that the run made
 * itself, which is gone by now, those that make another one. For a clause that the profile does not have, because the target
 * follows another branch, those that choose that branch.
 */
export function replayOf(
  clause: string,
  shown: readonly number[],
  record: RunRecord,
  readings: Readings,
  bringerOf: BringerOf = bringersIn(record),
): string | undefined {
  const { acts, header } = record;
  const repeatable = acts.filter((one) => pathOf(one) !== '');
  const act = actOf(repeatable, clause, shown);
  if (act !== undefined)
    return `${onlyWords([act.clause, clause], readings)} --depth deep --seed ${header.seed} --replay ${shellWord(pathOf(act))}`;
  const made = usesOwnCredential(shown, record, readings.suite.contract.roles)
    ? actOf(
        acts.filter((one) => shows(one, shown)),
        clause,
        shown,
      )?.clause
    : bringerOf(clause, shown);
  if (made === undefined && matchesAnyClause(readings.declared, clause)) return undefined;
  return `${onlyWords([made ?? clause, clause], readings)} --depth ${header.depth} --seed ${header.seed}`;
}

/** The reading that the target follows, and the declared one. */
type Readings = Pick<Conclusion, 'suite' | 'declared'>;

/** Tells who brought an answer, for a clause and the numbers of exchanges that show it broken. */
export type BringerOf = (clause: string, shown: readonly number[]) => string | undefined;

/**
 * The clause whose check brought the answer that breaks another clause. A run that is asked for that other clause alone sends
 * one valid request to its operation; what shows it otherwise has to be asked for, too. Undefined where nothing has to.
 */
export function bringersIn({ acts, exchanges }: RunRecord): BringerOf {
  const own = new Set(acts.map(({ clause }) => clause));
  const valid = new Set(exchanges.flatMap(({ seq, intent }) => (intent?.kind === 'valid' ? [seq] : [])));
  const bringers = new Map<number, string>();
  for (const { clause, outcome } of acts)
    for (const { seq } of outcome.kind === 'evidence' ? exchangesIn(outcome.evidence) : [])
      if (!bringers.has(seq)) bringers.set(seq, clause);
  return (clause, shown) => {
    if (own.has(clause) || shown.some((seq) => valid.has(seq))) return undefined;
    return shown.map((seq) => bringers.get(seq)).find((one) => one !== undefined);
  };
}

function onlyWords(clauses: readonly string[], { suite, declared }: Readings): string {
  const other = clauses.every((clause) => matchesAnyClause(declared, clause))
    ? []
    : Object.entries(suite.contract.choices).filter(([conflict, one]) => declared.contract.choices[conflict] !== one);
  return [
    ...other.map(([conflict, branch]) => `--branch ${shellWord(`${conflict}=${branch}`)}`),
    ...[...new Set(clauses)].map((clause) => `--only ${shellWord(clause)}`),
  ].join(' ');
}

/** That of the clause itself, or one that brought what is shown. */
function actOf(acts: readonly Act[], clause: string, shown: readonly number[]): Act | undefined {
  return acts.find((one) => one.clause === clause) ?? acts.find((one) => shows(one, shown));
}

/** Was it presented under a name that is none of the roles that the user gives? */
function usesOwnCredential(shown: readonly number[], { exchanges }: RunRecord, roles: Contract['roles']): boolean {
  const given: readonly string[] = roles.map(({ role }) => role);
  return exchanges.some(
    ({ seq, request }) => shown.includes(seq) && request.credentials.some((name) => !given.includes(roleOf(name))),
  );
}

function pathOf({ outcome }: Act): string {
  const path = outcome.kind === 'evidence' ? outcome.evidence['replay'] : undefined;
  return typeof path === 'string' ? path : '';
}

function shows({ outcome }: Act, shown: readonly number[]): boolean {
  return outcome.kind === 'evidence' && exchangesIn(outcome.evidence).some(({ seq }) => shown.includes(seq));
}
