import { exchangesIn } from '../check/check.ts';
import type { Contract } from '../contract/contract.ts';
import { shellWord } from './shell-word.ts';
import type { Act, RunRecord } from '../send/journal.ts';

/**
 * The flags that make `conform run` send the one counterexample again that a fuzz check found: whether its own clause
 * fell, or one that the answer to the counterexample broke. For what was asked with a credential that the run made
 * itself, which is gone by now, those that make another one.
 */
export function replayOf(
  clause: string,
  shown: readonly number[],
  record: RunRecord,
  { roles }: Pick<Contract, 'roles'>,
): string | undefined {
  const { acts, header } = record;
  const repeatable = acts.filter((one) => pathOf(one) !== '');
  const act = actOf(repeatable, clause, shown);
  if (act !== undefined)
    return `--only ${shellWord(act.clause)} --depth deep --seed ${header.seed} --replay ${shellWord(pathOf(act))}`;
  const made = usesOwnCredential(shown, record, roles)
    ? actOf(
        acts.filter((one) => shows(one, shown)),
        clause,
        shown,
      )
    : undefined;
  return made === undefined
    ? undefined
    : `--only ${shellWord(made.clause)} --depth ${header.depth} --seed ${header.seed}`;
}

/** That of the clause itself, or one that brought what is shown. */
function actOf(acts: readonly Act[], clause: string, shown: readonly number[]): Act | undefined {
  return acts.find((one) => one.clause === clause) ?? acts.find((one) => shows(one, shown));
}

/** Was it presented under a name that is none of the roles that the user gives? */
function usesOwnCredential(shown: readonly number[], { exchanges }: RunRecord, roles: Contract['roles']): boolean {
  const given: readonly string[] = roles.flatMap(({ role }) => [role, `wrong ${role}`]);
  return exchanges.some(
    ({ seq, request }) => shown.includes(seq) && request.credentials.some((name) => !given.includes(name)),
  );
}

function pathOf({ outcome }: Act): string {
  const path = outcome.kind === 'evidence' ? outcome.evidence['replay'] : undefined;
  return typeof path === 'string' ? path : '';
}

function shows({ outcome }: Act, shown: readonly number[]): boolean {
  return outcome.kind === 'evidence' && exchangesIn(outcome.evidence).some(({ seq }) => shown.includes(seq));
}
