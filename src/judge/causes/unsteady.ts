import { isBroken } from '../../check/verdict.ts';
import { groupBy } from '../../groups.ts';
import { clausesOf, HABIT, isHalf, operationsOf } from './symptoms.ts';
import { type Hypothesis, just, type Theory } from './theory.ts';

/**
 * At least half of what is broken about an operation came out right when the same requests were sent again, one at a time: it
 * answers otherwise while other requests are under way, or at random. All the clauses that its answers broke fall with that.
 * Not most of it has to come out right: where two answers contradict each other, no repetition can.
 */
export const unsteadyAnswers: Theory = ({ symptoms, results }) => {
  const flaky = new Set(
    results.flatMap(({ clause, verdict }) => (isBroken(verdict) && verdict.flaky ? [clause.id] : [])),
  );
  const byOperation = groupBy(symptoms, (symptom) => operationsOf([symptom])[0]);
  return [...byOperation].flatMap(([operation, own]): readonly Hypothesis[] => {
    const broken = clausesOf(own);
    const wavering = broken.filter((id) => flaky.has(id));
    if (operation === undefined || wavering.length < HABIT || !isHalf(wavering.length, broken.length)) return [];
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
