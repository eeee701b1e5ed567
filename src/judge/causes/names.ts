import { atPointer, isObject } from '../../schema/pointer.ts';
import { type BodySymptom, bodySymptoms, clausesOf, groupedBy, operationsOf } from './symptoms.ts';
import { type Hypothesis, type Theory } from './theory.ts';

/**
 * Members that are there under names of another style, as a serializer writes them that nobody told otherwise: `reset_time`
 * for `resetTime`. One such member may be a slip of its own; several of an operation are one setting.
 */
export const otherNames: Theory = ({ symptoms }) => {
  const missing = bodySymptoms(symptoms).filter(({ subject }) => subject.keyword === 'required');
  return groupedBy(missing, styleOf).flatMap(({ common, members }): readonly Hypothesis[] => {
    const make = (id: string, own: readonly BodySymptom[], scope: Hypothesis['scope']): Hypothesis => {
      const renamed = new Set(own.map(({ violation }) => violation));
      const nature = { kind: 'other-names', style: common } as const;
      return { id, nature, scope, minimum: 2, explains: ({ violation }) => renamed.has(violation) };
    };
    const operations = operationsOf(members).map((id) => ({
      id,
      own: members.filter(({ clause }) => clause.operation === id),
    }));
    return [
      ...(operations.length > 1 && clausesOf(members).length > operations.length
        ? [make(`service/names/${common}`, members, 'service')]
        : []),
      ...operations.map(({ id, own }) => make(`${id}/names/${common}`, own, 'operation')),
    ];
  });
};

/** How the name is written that stands where a required member is missing; undefined where none has its letters. */
function styleOf({ subject, violation, exchange }: BodySymptom): string | undefined {
  const wanted = subject.place.at(-1);
  if (wanted === undefined || exchange?.outcome.kind !== 'response') return undefined;
  const node = atPointer(exchange.outcome.body.json?.value, violation.at ?? '');
  if (!isObject(node)) return undefined;
  const written = Object.keys(node).find((name) => name !== wanted && letters(name) === letters(wanted));
  return written === undefined ? undefined : STYLES.find(([, pattern]) => pattern.test(written))?.[0];
}

const STYLES: readonly (readonly [string, RegExp])[] = [
  ['snake_case', /^[^_-]+(?:_[^_-]+)+$/u],
  ['kebab-case', /^[^_-]+(?:-[^_-]+)+$/u],
  ['PascalCase', /^\p{Lu}[^_-]*\p{Ll}/u],
  ['upper case', /^[^\p{Ll}]+$/u],
  ['lower case', /^[^\p{Lu}]+$/u],
  ['camelCase', /^\p{Ll}/u],
];

function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
