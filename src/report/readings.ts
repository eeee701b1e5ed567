import { checkId } from '../check/check.ts';
import type { Depth } from '../check/target.ts';
import type { Verdict } from '../check/verdict.ts';
import { ownerOf } from '../contract/clause-id.ts';
import type { Conflict } from '../contract/contract.ts';
import { defined } from '../defined.ts';
import { countsOf } from '../groups.ts';
import type { Conclusion } from '../judge/conclude.ts';
import { judgeEvidence } from '../judge/evidence.ts';
import { isProbed } from '../rules/probes.ts';
import type { Suite } from '../rules/suite.ts';
import type { Act, RunRecord } from '../send/journal.ts';
import type { Reading } from './model.ts';

/** What was seen of each conflict, or why nothing was seen. */
export function readingsOf(conclusion: Conclusion, record: RunRecord): readonly Reading[] {
  const operations = new Map(record.exchanges.map(({ seq, operation }) => [seq, operation]));
  return conclusion.observed.flatMap((one) => {
    const conflict = conclusion.suite.contract.conflicts.get(one.conflict);
    return conflict === undefined
      ? []
      : [readingOf(one, conflict, { conclusion, record, operationOf: (seq) => operations.get(seq) })];
  });
}

interface Facts {
  readonly conclusion: Conclusion;
  readonly record: RunRecord;
  /** The operation of an exchange, by its number. */
  readonly operationOf: (seq: number) => string | undefined;
}

function readingOf(
  one: Conclusion['observed'][number],
  conflict: Conflict,
  { conclusion, record, operationOf }: Facts,
): Reading {
  const declared = record.header.profile.branches[conflict.id];
  const why = one.consistent === 'not seen' ? whyNotSeen(conflict, conclusion.suite, record) : undefined;
  return defined({
    conflict: conflict.id,
    question: conflict.question,
    section: conflict.section,
    branches: Object.entries(conflict.branches).map(([id, node]) => {
      const exchanges = one.answers.get(id) ?? [];
      const byDefault = node.sign === undefined && node.default !== undefined;
      return defined({
        id,
        means: node.means,
        statedBy: node['stated-by'],
        answers: exchanges.length,
        byOperation: countsBy(exchanges, operationOf),
        exchanges: exchanges.filter((seq) => seq > 0).slice(0, 1),
        byDefault: byDefault || undefined,
      });
    }),
    declared,
    observed: one.branch,
    consistent: one.consistent,
    why,
  });
}

function countsBy(
  exchanges: readonly number[],
  operationOf: Facts['operationOf'],
): Readonly<Record<string, number>> | undefined {
  if (exchanges.length === 0) return undefined;
  return Object.fromEntries(countsOf(exchanges.flatMap((seq) => operationOf(seq) ?? [])));
}

/** Why no branch was seen, with the remedy: from the clauses that show the conflict, else those of its operations. */
function whyNotSeen(conflict: Conflict, suite: Suite, record: RunRecord): string {
  const { depth, permissions } = record.header;
  const permission = suite.contract.operations.get(conflict.probe?.operation ?? '')?.permission;
  if (
    permission !== undefined &&
    permissions.includes(permission) &&
    !isProbed(suite.contract, conflict, depth as Depth)
  )
    return `what tells its branches apart costs the target's owner something, and is not asked at this depth: run with a greater --depth`;
  const showing = record.acts.filter(({ clause }) => (conflict['shown-by'] ?? []).includes(clause));
  const related = record.acts.filter(({ clause }) => conflict.operations.includes(ownerOf(clause)));
  const verdicts = (showing.length > 0 ? showing : related).map((act) => verdictOf(act, suite));
  const untested = verdicts.find(({ kind }) => kind === 'skip') ?? verdicts.find(({ kind }) => kind === 'inconclusive');
  if (untested?.kind === 'skip' || untested?.kind === 'inconclusive')
    return `${untested.reason}${untested.remedy === undefined ? '' : `: ${untested.remedy}`}`;
  return `no answer of ${conflict.operations.join(', ')} told the branches of ${conflict.id} apart`;
}

function verdictOf({ check, outcome }: Act, suite: Suite): Verdict {
  if (outcome.kind === 'verdict') return outcome.verdict;
  const known = suite.checks.find((one) => checkId(one) === check);
  return known === undefined ? { kind: 'pass' } : judgeEvidence(suite, known, outcome.evidence);
}
