import { exchangesIn } from '../check/check.ts';
import type { Act, RunRecord } from '../run/record.ts';

/**
 * The flags that make `conform run` send the one counterexample again that a fuzz check found: whether its own clause
 * fell, or one that the answer to the counterexample broke.
 */
export function replayOf(clause: string, shown: readonly number[], { acts, header }: RunRecord): string | undefined {
  const repeatable = acts.filter((one) => pathOf(one) !== '');
  const act = repeatable.find((one) => one.clause === clause) ?? repeatable.find((one) => shows(one, shown));
  return act === undefined
    ? undefined
    : `--only '${act.clause}' --depth deep --seed ${header.seed} --replay ${pathOf(act)}`;
}

function pathOf({ outcome }: Act): string {
  const path = outcome.kind === 'evidence' ? outcome.evidence['replay'] : undefined;
  return typeof path === 'string' ? path : '';
}

function shows({ outcome }: Act, shown: readonly number[]): boolean {
  return outcome.kind === 'evidence' && exchangesIn(outcome.evidence).some(({ seq }) => shown.includes(seq));
}
