import { type AnswerSubject, placeKey, type Seen, type Symptom } from './symptoms.ts';

/** The expected format of a value, or else its type. If a format is declared, a wrong type counts as a wrong format. */
export function traitsOf(results: Seen['results']) {
  const formats = new Map<string, string>();
  for (const { clause } of results)
    if (clause.subject?.kind === 'answer' && clause.subject.keyword === 'format')
      formats.set(placeKey(clause, clause.subject), typesOf(clause.subject));
  return ({ clause }: Symptom) => {
    const { subject } = clause;
    if (subject?.kind !== 'answer' || !['type', 'format'].includes(subject.keyword)) return undefined;
    const format = formats.get(placeKey(clause, subject));
    return format === undefined
      ? { keyword: subject.keyword, expected: typesOf(subject) }
      : { keyword: 'format', expected: format };
  };
}

/** The type without null, integers as numbers: neither makes a difference to how the value is written. */
function typesOf({ expected }: AnswerSubject): string {
  const types = [expected].flat().filter((type) => type !== 'null');
  return [...new Set(types.map((type) => (type === 'integer' ? 'number' : String(type))))].join(' or ');
}

/** Seconds and their fractions are optional, so spellings leave them out. */
const SECONDS = /(?<=T\d\d:\d\d):\d\d(?:[.,]\d+)?/u;

/** The most characters of a number, date or id. A longer text has no spelling of its own. */
const MAX_LENGTH = 80;

/** How a value is written: its type, or for a text its pattern of digits and letters. */
export function spellingOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return Array.isArray(value) ? 'array' : typeof value;
  if (/^-?\d+(?:\.\d+)?$/u.test(value)) return 'a number as text';
  if (value.startsWith('/')) return 'a path';
  if (value.length > MAX_LENGTH) return 'text';
  return value
    .replace(SECONDS, '')
    .replaceAll(/\d/gu, '9')
    .replaceAll(/\p{L}+/gu, 'a');
}
