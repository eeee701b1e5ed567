import type { Contract } from '../contract/contract.ts';
import { roleOf } from '../contract/roles.ts';
import { type Exchange, hasSucceeded } from '../http/exchange.ts';
import type { Conclusion } from '../judge/conclude.ts';
import { matchesAnyClause } from '../rules/suite.ts';
import { type Act, exchangesOf, type RunRecord } from '../send/journal.ts';
import { shellWord } from './command.ts';

/**
 * The flags of `conform run` that show a finding again; undefined if selecting its clause is enough. A counterexample of a
 * fuzz check is sent again, whether it broke the clause of that check or another one. If a credential was used that the run
 * created itself, which is gone by now, the flags create another one. If the declared reading does not have the clause, they
 * choose the branch that the target follows.
 */
export function replayOf(
  clause: string,
  shown: readonly number[],
  record: RunRecord,
  readings: Readings,
  bringerOf: BringerOf = bringersIn(record),
): string | undefined {
  const { acts, header } = record;
  const counterexample = counterexampleOf(acts, clause, shown);
  if (counterexample !== undefined)
    return `${selectionFlags([counterexample.clause, clause], readings)} --depth deep --seed ${header.seed} --replay ${shellWord(replayPathOf(counterexample))}`;
  const bringer = usesOwnCredential(shown, record, readings.suite.contract.roles)
    ? clauseThatShows(acts, clause, shown)
    : bringerOf(clause, shown);
  if (bringer === undefined && matchesAnyClause(readings.declared, clause)) return undefined;
  return `${selectionFlags([bringer ?? clause, clause], readings)} --depth ${header.depth} --seed ${header.seed}`;
}

/** The suite under the reading that the target follows, and under the declared one. */
type Readings = Pick<Conclusion, 'suite' | 'declared'>;

/** Returns the clause that brought an answer, for a broken clause and the numbers of the exchanges that show it. */
export type BringerOf = (clause: string, shown: readonly number[]) => string | undefined;

/**
 * Finds the clause whose check brought the answer that breaks another clause. A run that selects only that other clause sends
 * one valid request to its operation. If that is enough, nothing else has to be selected, and the result is undefined. A
 * deletion needs a check that also made what it deletes.
 */
export function bringersIn({ acts, exchanges }: RunRecord): BringerOf {
  const checked = new Set(acts.map(({ clause }) => clause));
  const valid = exchanges.filter((one) => one.intent?.kind === 'valid' && !isDeletion(one));
  const served = new Set(valid.filter(({ outcome }) => hasSucceeded(outcome)).map(({ operation }) => operation));
  // If others were served, it took more than a valid request to be refused: what it asked for was deleted, for example.
  const visits = valid.filter(({ operation, outcome }) => hasSucceeded(outcome) || !served.has(operation));
  const visitSeqs = new Set(visits.map(({ seq }) => seq));
  const bringers = new Map<number, string>();
  for (const act of acts) {
    const brought = exchangesOf(act);
    const isOfAnother = brought.length === 1 && brought.some(isDeletion);
    for (const { seq } of isOfAnother ? [] : brought) if (!bringers.has(seq)) bringers.set(seq, act.clause);
  }
  return (clause, shown) => {
    if (checked.has(clause) || shown.some((seq) => visitSeqs.has(seq))) return undefined;
    return shown.map((seq) => bringers.get(seq)).find((one) => one !== undefined);
  };
}

/** Does it delete what was made before? */
function isDeletion({ intent, request }: Exchange): boolean {
  return intent?.kind === 'valid' && request.method === 'DELETE';
}

function selectionFlags(clauses: readonly string[], { suite, declared }: Readings): string {
  const choices = clauses.every((clause) => matchesAnyClause(declared, clause))
    ? []
    : Object.entries(suite.contract.choices).filter(([conflict, one]) => declared.contract.choices[conflict] !== one);
  return [
    ...choices.map(([conflict, branch]) => `--branch ${shellWord(`${conflict}=${branch}`)}`),
    ...[...new Set(clauses)].map((clause) => `--only ${shellWord(clause)}`),
  ].join(' ');
}

/** The act of a fuzz check with a counterexample: that of the clause itself, else one that brought a shown exchange. */
function counterexampleOf(acts: readonly Act[], clause: string, shown: readonly number[]): Act | undefined {
  const fuzzed = acts.filter((one) => replayPathOf(one) !== '');
  return fuzzed.find((one) => one.clause === clause) ?? fuzzed.find((one) => shows(one, shown));
}

/** The clause itself if its own acts brought a shown exchange, else the first one whose acts did. */
function clauseThatShows(acts: readonly Act[], clause: string, shown: readonly number[]): string | undefined {
  const clauses = acts.filter((one) => shows(one, shown)).map((one) => one.clause);
  return clauses.includes(clause) ? clause : clauses[0];
}

/** Was a credential used whose role is none of those that the user gives? */
function usesOwnCredential(shown: readonly number[], { exchanges }: RunRecord, roles: Contract['roles']): boolean {
  const given: readonly string[] = roles.map(({ role }) => role);
  return exchanges.some(
    ({ seq, request }) => shown.includes(seq) && request.credentials.some((name) => !given.includes(roleOf(name))),
  );
}

function replayPathOf({ outcome }: Act): string {
  const path = outcome.kind === 'evidence' ? outcome.evidence['replay'] : undefined;
  return typeof path === 'string' ? path : '';
}

function shows(act: Act, shown: readonly number[]): boolean {
  return exchangesOf(act).some(({ seq }) => shown.includes(seq));
}
