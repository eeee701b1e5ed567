import { checkId } from '../check/check.ts';
import type { Verdict } from '../check/verdict.ts';
import type { Conflict } from '../contract/contract.ts';
import { judgeEvidence } from '../run/judge.ts';
import type { Act, RunRecord } from '../run/record.ts';
import type { Suite } from '../run/suite.ts';

/** Why a conflict could not be told, and what to give: what stood in the way of the clauses that show it, else of its operations. */
export function whyNotSeen(conflict: Conflict, suite: Suite, record: RunRecord): string {
  const asked = record.acts.filter(({ clause }) => (conflict['shown-by'] ?? []).includes(clause));
  const near = record.acts.filter(({ clause }) => conflict.operations.includes(clause.split('/')[0] ?? ''));
  const verdicts = (asked.length > 0 ? asked : near).map((act) => verdictOf(act, suite));
  const held = verdicts.find(({ kind }) => kind === 'skip') ?? verdicts.find(({ kind }) => kind === 'inconclusive');
  if (held?.kind === 'skip' || held?.kind === 'inconclusive') return `${held.reason}${held.remedy === undefined ? '' : `: ${held.remedy}`}`;
  return `no answer of ${conflict.operations.join(', ')} told the branches of ${conflict.id} apart`;
}

function verdictOf({ check, outcome }: Act, suite: Suite): Verdict {
  if (outcome.kind === 'verdict') return outcome.verdict;
  const known = suite.checks.find((one) => checkId(one) === check);
  return known === undefined ? { kind: 'pass' } : judgeEvidence(suite, known, outcome.evidence);
}
