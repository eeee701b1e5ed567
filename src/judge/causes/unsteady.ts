import { isBroken } from '../../check/verdict.ts';
import { groupBy } from '../../groups.ts';
import { clausesOf, HABIT, isMost, operationsOf } from './symptoms.ts';
import { type Hypothesis, just, type Theory } from './theory.ts';

/**
 * Most of what is broken about an operation came out right when the same requests were sent again, one at a time: it answers
 * otherwise while other requests are under way, or at random, and all the clauses that its answers broke fall with that.
 */
export const unsteadyAnswers: Theory = ({ symptoms, results }) => {
  const flaky = new Set(
    results.flatMap(({ clause, verdict }) => (isBroken(verdict) && verdict.flaky ? [clause.id] : [])),
  );
  const byOperation = groupBy(symptoms, (symptom) => operationsOf([symptom])[0]);
  return [...byOperation].flatMap(([operation, own]): readonly Hypothesis[] => {
    const broken = clausesOf(own);
    const wavering = broken.filter((id) => flaky.has(id));
    if (operation === undefined || wavering.length < HABIT || !isMost(wavering.length, broken.length)) return [];
    return [
      {
        id: `unsteady ${operation}`,
        nature: { kind: 'unsteady' },
        scope: 'operation',
        lead: wavering[0] ?? '',
        explains: just(own),
      },
    ];
  });
};
