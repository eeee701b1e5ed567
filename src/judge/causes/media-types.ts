import type { Clause } from '../../contract/contract.ts';
import { mediaTypeOf } from '../../http/exchange.ts';
import { grouped, isExercised, operationsOf, type Symptom } from './symptoms.ts';
import { type Hypothesis, isHalf, type Theory } from './theory.ts';

/** One wrong media type wherever another one is declared, or for all answers of an operation. */
export const wrongMediaTypes: Theory = ({ symptoms, results }) => {
  const own = symptoms.filter(({ clause }) => clause.subject?.kind === 'media-type');
  return [...grouped(own, mediaKey)].flatMap(([key, members]): readonly Hypothesis[] => {
    const [expected, actual] = JSON.parse(key) as [string, string];
    const operations = operationsOf(members);
    const exercised = results.filter((one) => isExercised(one) && declaresMedia(one.clause, expected));
    const asked = new Set(exercised.map(({ clause }) => clause.operation));
    const nature = { kind: 'media-type', expected, actual } as const;
    const make = (id: string, ids: readonly string[], scope: Hypothesis['scope']): Hypothesis => ({
      id,
      nature,
      scope,
      minimum: 2,
      explains: (symptom) => mediaKey(symptom) === key && ids.includes(symptom.clause.operation ?? ''),
    });
    return [
      ...(operations.length > 1 && isHalf(operations.length, asked.size)
        ? [make(`service/media-type/${expected}/${actual}`, operations, 'service')]
        : []),
      ...operations.map((id) => make(`${id}/media-type/${actual}`, [id], 'operation')),
    ];
  });
};

function mediaKey({ clause: { subject }, exchange }: Symptom): string | undefined {
  if (subject?.kind !== 'media-type' || exchange?.outcome.kind !== 'response') return undefined;
  return JSON.stringify([subject.types.join(' or '), mediaTypeOf(exchange.outcome) || 'none']);
}

function declaresMedia({ subject }: Clause, expected: string): boolean {
  return subject?.kind === 'media-type' && subject.types.join(' or ') === expected;
}
