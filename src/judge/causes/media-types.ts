import type { Clause } from '../../contract/contract.ts';
import { type Group, groupByValue } from '../../groups.ts';
import { mediaTypeOf } from '../../http/exchange.ts';
import { essenceOf } from '../../media-type.ts';
import { type Case, exercised, isRefusal, operationsOf, type Symptom } from './symptoms.ts';
import { type Hypothesis, isHalf, just, type Theory } from './theory.ts';

/** One wrong media type wherever another one is declared, or for all refusals, or for all answers of an operation. */
export const wrongMediaTypes: Theory = (seen) => {
  const own = seen.symptoms.filter(({ clause }) => clause.subject?.kind === 'media-type');
  const groups = groupByValue(own, mediaOf);
  return [
    ...groups.flatMap((group) => ofService(group, seen, () => true)),
    ...groups.flatMap((group) => ofService(group, seen, isOfRefusal)),
    ...groups.flatMap((group) =>
      operationsOf(group.members).map((id) =>
        hypothesis(`${id}/media-type/${group.common.actual}`, group, [id], 'operation'),
      ),
    ),
  ];
};

/** The media types that were declared, and the one that came. */
interface Media {
  readonly expected: string;
  readonly actual: string;
}

/** The same wrong type in half of the operations that were asked for such an answer. */
function ofService(
  group: Group<Symptom, Media>,
  seen: Case,
  isMeant: (clause: Clause) => boolean,
): readonly Hypothesis[] {
  const { expected, actual } = group.common;
  const operations = operationsOf(group.members.filter(({ clause }) => isMeant(clause)));
  const tried = exercised(seen, (clause) => declaresMedia(clause, expected) && isMeant(clause));
  const asked = new Set(tried.map(({ clause }) => clause.operation));
  return operations.length > 1 && isHalf(operations.length, asked.size)
    ? [hypothesis(`service/media-type/${expected}/${actual}`, group, operations, 'service', isMeant)]
    : [];
}

function hypothesis(
  id: string,
  { common: { expected, actual }, members }: Group<Symptom, Media>,
  operations: readonly string[],
  scope: Hypothesis['scope'],
  isMeant: (clause: Clause) => boolean = () => true,
): Hypothesis {
  const own = members.filter(({ clause }) => isMeant(clause) && operations.includes(clause.operation ?? ''));
  return {
    id,
    nature: { kind: 'media-type', expected, actual },
    scope,
    minimum: 2,
    explains: just(own),
  };
}

function isOfRefusal({ subject }: Clause): boolean {
  return subject?.kind === 'media-type' && isRefusal(subject.status);
}

function mediaOf({ clause: { subject }, exchange }: Symptom): Media | undefined {
  if (subject?.kind !== 'media-type' || exchange?.outcome.kind !== 'response') return undefined;
  const [essence, written = ''] = [mediaTypeOf(exchange.outcome), exchange.outcome.headers['content-type']];
  const isByParameter = subject.types.some((type) => essenceOf(type) === essence);
  return { expected: subject.types.join(' or '), actual: (isByParameter ? written : essence) || 'none' };
}

function declaresMedia({ subject }: Clause, expected: string): boolean {
  return subject?.kind === 'media-type' && subject.types.join(' or ') === expected;
}
