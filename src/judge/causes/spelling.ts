import type { Clause } from '../../contract/contract.ts';
import type { AnswerSubject, Seen, Symptom } from './symptoms.ts';

/** What is expected of how a value is written: its format, or else its type. What has a format breaks that, also where it is no text. */
export function traitsOf(results: Seen['results']) {
  const keyOf = ({ operation }: Clause, { status, place }: AnswerSubject) => JSON.stringify([operation, status, place]);
  const formats = new Map<string, string>();
  for (const { clause } of results)
    if (clause.subject?.kind === 'answer' && clause.subject.keyword === 'format')
      formats.set(keyOf(clause, clause.subject), typesOf(clause.subject));
  return ({ clause }: Symptom) => {
    const { subject } = clause;
    if (subject?.kind !== 'answer' || !['type', 'format'].includes(subject.keyword)) return undefined;
    const format = formats.get(keyOf(clause, subject));
    return format === undefined
      ? { keyword: subject.keyword, expected: typesOf(subject) }
      : { keyword: 'format', expected: format };
  };
}

/** The type without null: whether a number may be missing, or has to be whole, does not matter to how it is written. */
function typesOf({ expected }: AnswerSubject): string {
  const types = [expected].flat().filter((type) => type !== 'null');
  return [...new Set(types.map((type) => (type === 'integer' ? 'number' : String(type))))].join(' or ');
}

/** Seconds and their fractions may be written or not. */
const SECONDS = /(?<=T\d\d:\d\d):\d\d(?:[.,]\d+)?/u;

/** A longer text is no number, date or id in another spelling. */
const LEGIBLE = 80;

/** How a value is written: its type, and of a text where digits and letters stand. */
export function spellingOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return Array.isArray(value) ? 'array' : typeof value;
  if (/^-?\d+(?:\.\d+)?$/u.test(value)) return 'a number as text';
  if (value.length > LEGIBLE) return 'text';
  return value
    .replace(SECONDS, '')
    .replaceAll(/\d/gu, '9')
    .replaceAll(/\p{L}+/gu, 'a');
}
