import { isBroken } from '../../check/verdict.ts';
import { groupBy } from '../../groups.ts';
import { COMMON_CAUSE_MINIMUM, clausesOf, isHalf, operationsOf } from './symptoms.ts';
import { type Hypothesis, just, type Theory } from './theory.ts';

/**
 * Operations whose answers change: at least half of their broken clauses held when the same requests were sent again, one at a
 * time. So the answers depend on other requests under way, or on chance. This explains all broken clauses of the operation,
 * also those that two answers break by contradicting each other, which are never flaky.
 */
export const unsteadyAnswers: Theory = ({ symptoms, results }) => {
  const flaky = new Set(
    results.flatMap(({ clause, verdict }) => (isBroken(verdict) && verdict.flaky ? [clause.id] : [])),
  );
  const byOperation = groupBy(symptoms, (symptom) => operationsOf([symptom])[0]);
  return [...byOperation].flatMap(([operation, own]): readonly Hypothesis[] => {
    const broken = clausesOf(own);
    const flakyHere = broken.filter((id) => flaky.has(id));
    if (operation === undefined || flakyHere.length < COMMON_CAUSE_MINIMUM || !isHalf(flakyHere.length, broken.length))
      return [];
    return [
      {
        id: `unsteady ${operation}`,
        nature: { kind: 'unsteady' },
        scope: 'operation',
        lead: flakyHere[0] ?? '',
        explains: just(own),
      },
    ];
  });
};
