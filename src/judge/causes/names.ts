import { groupByValue } from '../../groups.ts';
import { isObject } from '../../schema/pointer.ts';
import { type BodySymptom, bodySymptoms, clausesOf, operationsOf, valueAtFault } from './symptoms.ts';
import { type Hypothesis, just, type Theory } from './theory.ts';

/**
 * Members that are there under names of another style, as a serializer writes them that nobody told otherwise: `reset_time`
 * for `resetTime`. One such member may be a slip of its own; several of an operation are one setting.
 */
export const otherNames: Theory = ({ symptoms }) => {
  const missing = bodySymptoms(symptoms).filter(({ subject }) => subject.keyword === 'required');
  return groupByValue(missing, styleOf).flatMap(({ common: style, members }) => {
    const renamed = (scope: Hypothesis['scope'], where: string, own: readonly BodySymptom[]): Hypothesis => ({
      id: `${where}/names/${style}`,
      nature: { kind: 'other-names', style },
      scope,
      minimum: 2,
      explains: just(own),
    });
    const operations = operationsOf(members);
    const isEverywhere = operations.length > 1 && clausesOf(members).length > operations.length;
    return [
      ...(isEverywhere ? [renamed('service', 'service', members)] : []),
      ...operations.map((id) =>
        renamed(
          'operation',
          id,
          members.filter(({ clause }) => clause.operation === id),
        ),
      ),
    ];
  });
};

/** How the name is written that stands where a required member is missing; undefined where none has its letters. */
function styleOf(symptom: BodySymptom): string | undefined {
  const [wanted, node] = [symptom.subject.place.at(-1), valueAtFault(symptom)];
  if (wanted === undefined || !isObject(node)) return undefined;
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
