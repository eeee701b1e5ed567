import { isBroken } from '../../check/verdict.ts';
import type { Clause, Subject } from '../../contract/contract.ts';
import { atPointer } from '../../schema/pointer.ts';
import {
  type BodySymptom,
  bodySymptoms,
  type Case,
  grouped,
  isExercised,
  operationsOf,
  type Symptom,
} from './symptoms.ts';
import { type Hypothesis, isHalf, isMost, type Theory } from './theory.ts';

/** So many places at least make a habit out of single faults. */
const HABIT = 3;

/** Values of one type or format that are written in another way wherever they occur: numbers as text, dates as an ORM prints them. */
export const otherSpellings: Theory = ({ symptoms, results }) =>
  [...grouped(bodySymptoms(symptoms), spellingKey)].flatMap(([key, members]): readonly Hypothesis[] => {
    const [keyword, expected, actual] = JSON.parse(key) as [string, string, string];
    const pointers = new Set(members.map(({ clause }) => clause.pointer));
    const exercised = new Set(
      results
        .filter((one) => isExercised(one) && isOfKind(one.clause.subject, keyword, expected))
        .map(({ clause }) => clause.pointer),
    );
    if (pointers.size < HABIT || !isMost(pointers.size, exercised.size)) return [];
    return [
      {
        id: `service/spelling/${keyword}/${expected}`,
        nature: { kind: 'spelling', keyword, expected, actual },
        scope: 'service',
        minimum: HABIT,
        explains: (symptom) => bodySymptoms([symptom]).some((one) => spellingKey(one) === key),
      },
    ];
  });

function spellingKey({ subject, violation, exchange }: BodySymptom): string | undefined {
  if ((subject.keyword !== 'type' && subject.keyword !== 'format') || exchange?.outcome.kind !== 'response')
    return undefined;
  const value = atPointer(exchange.outcome.body.json?.value, violation.at ?? '');
  const shape = shapeOf(value);
  return shape === undefined ? undefined : JSON.stringify([subject.keyword, expectedOf(subject), shape]);
}

function isOfKind(subject: Subject | undefined, keyword: string, expected: string): boolean {
  return subject?.kind === 'answer' && subject.keyword === keyword && expectedOf(subject) === expected;
}

/** The type without null: whether a number may be missing does not matter to how it is written. */
function expectedOf({ expected }: Extract<Subject, { kind: 'answer' }>): string {
  return [expected]
    .flat()
    .map(String)
    .filter((type) => type !== 'null')
    .join(' or ');
}

/** How a value is written: its type, and of a text where digits and letters stand. */
function shapeOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return Array.isArray(value) ? 'array' : typeof value;
  if (/^-?\d+(?:\.\d+)?$/u.test(value)) return 'a number as text';
  return value.length > 40 ? 'text' : value.replaceAll(/\d/gu, '9').replaceAll(/\p{L}+/gu, 'a');
}

/**
 * One keyword of one member, broken in most of the operations that share its schema; or in every one of several schemas
 * that have a member of this name, where the same value is wrong in the same way.
 */
export const sharedSchemas: Theory = ({ symptoms, results }) => {
  const own = bodySymptoms(symptoms);
  const byPointer = grouped(own, ({ clause }) =>
    clause.pointer.startsWith('/components/') ? clause.pointer : undefined,
  );
  return [
    ...byName(own, results),
    ...[...byPointer].flatMap(([pointer, members]) => ofPointer(pointer, members, results)),
  ];
};

function ofPointer(pointer: string, members: readonly Symptom[], results: Case['results']): readonly Hypothesis[] {
  const exercised = results.filter((one) => one.clause.pointer === pointer && isAnswer(one.clause) && isExercised(one));
  const clauses = new Set(members.map(({ clause }) => clause.id));
  if (clauses.size < 2 || !isHalf(clauses.size, exercised.length)) return [];
  return [
    {
      id: pointer.slice(1),
      nature: { kind: 'shared-schema', pointer },
      scope: 'schema',
      minimum: 2,
      explains: ({ clause }) => clause.pointer === pointer && isAnswer(clause),
    },
  ];
}

function byName(own: readonly BodySymptom[], results: Case['results']): readonly Hypothesis[] {
  return [...grouped(own, memberKey)].flatMap(([key, members]): readonly Hypothesis[] => {
    const pointers = new Set(members.map(({ clause }) => clause.pointer));
    const [name, keyword] = JSON.parse(key) as [string, string];
    const exercised = results.filter((one) => isExercised(one) && isNamed(one.clause.subject, name, keyword));
    const clauses = new Set(members.map(({ clause }) => clause.id)).size;
    const isEverywhere = exercised.every(({ verdict }) => isBroken(verdict));
    const isHabit = clauses >= HABIT && isMost(clauses, exercised.length);
    if (pointers.size < 2 || operationsOf(members).length < 2 || !(isEverywhere || isHabit)) return [];
    return [
      {
        id: `service/${name}/${keyword}`,
        nature: { kind: 'shared-schema', pointer: members[0]?.clause.pointer ?? '' },
        scope: 'schema',
        minimum: 2,
        explains: (symptom) => bodySymptoms([symptom]).some((one) => memberKey(one) === key),
      },
    ];
  });
}

/** The last name of the place, the keyword, and the type of the value that breaks it. */
function memberKey({ subject, violation, exchange }: BodySymptom): string | undefined {
  if (exchange?.outcome.kind !== 'response' || subject.place.length === 0) return undefined;
  const value = atPointer(exchange.outcome.body.json?.value, violation.at ?? '');
  return JSON.stringify([subject.place.at(-1), subject.keyword, value === null ? 'null' : typeof value]);
}

function isNamed(subject: Subject | undefined, name: string, keyword: string): boolean {
  return subject?.kind === 'answer' && subject.place.at(-1) === name && subject.keyword === keyword;
}

function isAnswer({ subject }: Clause): boolean {
  return subject?.kind === 'answer';
}
