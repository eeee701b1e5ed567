import { isBroken } from '../../check/verdict.ts';
import type { Clause, Subject } from '../../contract/contract.ts';
import { atPointer } from '../../schema/pointer.ts';
import {
  type BodySymptom,
  bodySymptoms,
  type Case,
  grouped,
  groupedBy,
  isExercised,
  operationsOf,
  type Symptom,
} from './symptoms.ts';
import { type Hypothesis, isHalf, isMost, type Theory } from './theory.ts';

/** So many places at least make a habit out of single faults. */
const HABIT = 3;

/** Values of one type or format that are written in another way wherever they occur: numbers as text, dates as an ORM prints them. */
export const otherSpellings: Theory = ({ symptoms, results }) =>
  groupedBy(bodySymptoms(symptoms), spellingOf).flatMap(({ common, members }): readonly Hypothesis[] => {
    const { keyword, expected } = common;
    const kindred = results.filter((one) => isExercised(one) && isOfKind(one.clause.subject, keyword, expected));
    const habitOf = (
      where: string,
      own: readonly BodySymptom[],
      exercised: Case['results'],
      scope: Hypothesis['scope'],
    ): readonly Hypothesis[] => {
      const places = pointersOf(own).size;
      if (places < HABIT || !isMost(places, pointersOf(exercised).size)) return [];
      const violations = new Set(own.map(({ violation }) => violation));
      const [first] = own;
      return [
        {
          id: `${where}/spelling/${keyword}/${expected}`,
          nature: {
            kind: 'spelling',
            ...common,
            ...(keyword === 'format' && first !== undefined ? { example: first.violation.actual } : {}),
          },
          scope,
          minimum: HABIT,
          explains: ({ violation }) => violations.has(violation),
        },
      ];
    };
    const isOf = (id: string) => (one: Pick<Symptom, 'clause'>) => one.clause.operation === id;
    return [
      ...habitOf('service', members, kindred, 'service'),
      ...operationsOf(members).flatMap((id) =>
        habitOf(id, members.filter(isOf(id)), kindred.filter(isOf(id)), 'operation'),
      ),
    ];
  });

function pointersOf(some: readonly Pick<Symptom, 'clause'>[]): ReadonlySet<string> {
  return new Set(some.map(({ clause }) => clause.pointer));
}

/** The keyword that is broken, what it expects, and how the value is written. */
interface Spelling {
  readonly keyword: string;
  readonly expected: string;
  readonly actual: string;
}

function spellingOf({ subject, violation, exchange }: BodySymptom): Spelling | undefined {
  if ((subject.keyword !== 'type' && subject.keyword !== 'format') || exchange?.outcome.kind !== 'response')
    return undefined;
  const actual = shapeOf(atPointer(exchange.outcome.body.json?.value, violation.at ?? ''));
  return actual === undefined ? undefined : { keyword: subject.keyword, expected: expectedOf(subject), actual };
}

function isOfKind(subject: Subject | undefined, keyword: string, expected: string): boolean {
  return subject?.kind === 'answer' && subject.keyword === keyword && expectedOf(subject) === expected;
}

/** The type without null: whether a number may be missing, or has to be whole, does not matter to how it is written. */
function expectedOf({ expected }: Extract<Subject, { kind: 'answer' }>): string {
  const types = [expected].flat().map(String);
  return [
    ...new Set(types.filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type))),
  ].join(' or ');
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
  return groupedBy(own, memberOf).flatMap(({ common: { name, keyword }, members }): readonly Hypothesis[] => {
    const pointers = pointersOf(members);
    const violations = new Set(members.map(({ violation }) => violation));
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
        explains: ({ violation }) => violations.has(violation),
      },
    ];
  });
}

/** The last name of the place, the keyword, and the type of the value that breaks it. */
function memberOf({ subject: { place, keyword }, violation, exchange }: BodySymptom) {
  const name = place.at(-1);
  if (exchange?.outcome.kind !== 'response' || name === undefined) return undefined;
  const value = atPointer(exchange.outcome.body.json?.value, violation.at ?? '');
  return { name, keyword, type: value === null ? 'null' : typeof value };
}

function isNamed(subject: Subject | undefined, name: string, keyword: string): boolean {
  return subject?.kind === 'answer' && subject.place.at(-1) === name && subject.keyword === keyword;
}

function isAnswer({ subject }: Clause): boolean {
  return subject?.kind === 'answer';
}
