import { lettersOf } from '../../nouns.ts';
import { isObject } from '../../schema/pointer.ts';
import { type Symptom, valueAtFault } from './symptoms.ts';

/** The style of the name that a missing required member has instead; undefined if no name has the same letters. */
export function styleOf(symptom: Symptom): string | undefined {
  const { subject } = symptom.clause;
  if (subject?.kind !== 'answer' || subject.keyword !== 'required') return undefined;
  const [wanted = '', node] = [subject.place.at(-1), valueAtFault(symptom)];
  const names = isObject(node) ? Object.keys(node) : [];
  const written = names.find((name) => name !== wanted && lettersOf(name) === lettersOf(wanted));
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
