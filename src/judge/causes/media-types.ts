import type { Clause } from '../../contract/contract.ts';
import { mediaTypeOf } from '../../http/exchange.ts';
import { type Case, grouped, isExercised, isRefusal, operationsOf, type Symptom } from './symptoms.ts';
import { type Hypothesis, isHalf, type Theory } from './theory.ts';

/** One wrong media type wherever another one is declared, or for all refusals, or for all answers of an operation. */
export const wrongMediaTypes: Theory = ({ symptoms, results }) => {
  const own = symptoms.filter(({ clause }) => clause.subject?.kind === 'media-type');
  const groups = [...grouped(own, mediaKey)];
  return [
    ...groups.flatMap(([key, members]) => ofService(key, members, results, () => true)),
    ...groups.flatMap(([key, members]) => ofService(key, members.filter(isOfRefusal), results, isOfRefusal)),
    ...groups.flatMap(([key, members]) =>
      operationsOf(members).map((id) => hypothesis(`${id}/media-type/${actualOf(key)}`, key, [id], 'operation')),
    ),
  ];
};

/** The same wrong type in half of the operations that were asked for such an answer. */
function ofService(
  key: string,
  members: readonly Symptom[],
  results: Case['results'],
  isMeant: (one: { readonly clause: Clause }) => boolean,
): readonly Hypothesis[] {
  const [expected, actual] = JSON.parse(key) as [string, string];
  const operations = operationsOf(members);
  const exercised = results.filter((one) => isExercised(one) && declaresMedia(one.clause, expected) && isMeant(one));
  const asked = new Set(exercised.map(({ clause }) => clause.operation));
  return operations.length > 1 && isHalf(operations.length, asked.size)
    ? [hypothesis(`service/media-type/${expected}/${actual}`, key, operations, 'service', isMeant)]
    : [];
}

function hypothesis(
  id: string,
  key: string,
  operations: readonly string[],
  scope: Hypothesis['scope'],
  isMeant: (one: { readonly clause: Clause }) => boolean = () => true,
): Hypothesis {
  const [expected, actual] = JSON.parse(key) as [string, string];
  return {
    id,
    nature: { kind: 'media-type', expected, actual },
    scope,
    minimum: 2,
    explains: (symptom) =>
      mediaKey(symptom) === key && isMeant(symptom) && operations.includes(symptom.clause.operation ?? ''),
  };
}

function isOfRefusal({ clause: { subject } }: { readonly clause: Clause }): boolean {
  return subject?.kind === 'media-type' && isRefusal(subject.status);
}

function actualOf(key: string): string {
  return (JSON.parse(key) as [string, string])[1];
}

function mediaKey({ clause: { subject }, exchange }: Symptom): string | undefined {
  if (subject?.kind !== 'media-type' || exchange?.outcome.kind !== 'response') return undefined;
  return JSON.stringify([subject.types.join(' or '), mediaTypeOf(exchange.outcome) || 'none']);
}

function declaresMedia({ subject }: Clause, expected: string): boolean {
  return subject?.kind === 'media-type' && subject.types.join(' or ') === expected;
}
