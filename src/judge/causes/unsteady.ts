import { isBroken } from '../../check/verdict.ts';
import { groupBy } from '../../groups.ts';
import { clausesOf, HABIT_MINIMUM, isHalf, operationsOf } from './symptoms.ts';
import { type Hypothesis, just, type Theory } from './theory.ts';

/**
 * Operations whose answers change. At least half of their broken clauses held when the same requests were sent again, one at a
 * time: the answers depend on other requests under way, or on chance. All broken clauses of the operation fall with this.
 * Half is enough, because a contradiction between two answers remains when requests are repeated.
 */
export const unsteadyAnswers: Theory = ({ symptoms, results }) => {
  const flaky = new Set(
    results.flatMap(({ clause, verdict }) => (isBroken(verdict) && verdict.flaky ? [clause.id] : [])),
  );
  const byOperation = groupBy(symptoms, (symptom) => operationsOf([symptom])[0]);
  return [...byOperation].flatMap(([operation, own]): readonly Hypothesis[] => {
    const broken = clausesOf(own);
    const flakyHere = broken.filter((id) => flaky.has(id));
    if (operation === undefined || flakyHere.length < HABIT_MINIMUM || !isHalf(flakyHere.length, broken.length))
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
