import { isBroken } from '../../check/verdict.ts';
import type { Clause, Subject } from '../../contract/contract.ts';
import { atPointer } from '../../schema/pointer.ts';
import {
  type AnswerSubject,
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
export const otherSpellings: Theory = ({ symptoms, results }) => {
  const traitOf = traits(results);
  const spellingOf = (one: BodySymptom) => {
    const [trait, actual] = [traitOf(one.clause), writingOf(one)];
    return trait === undefined || actual === undefined ? undefined : { ...trait, actual };
  };
  return groupedBy(bodySymptoms(symptoms), spellingOf).flatMap(({ common, members }): readonly Hypothesis[] => {
    const { keyword, expected } = common;
    const isKindred = (trait: Trait | undefined) => trait?.keyword === keyword && trait.expected === expected;
    const kindred = results.filter((one) => isExercised(one) && isKindred(traitOf(one.clause)));
    const habitOf = (
      where: string,
      own: readonly BodySymptom[],
      exercised: Case['results'],
      scope: Hypothesis['scope'],
    ): readonly Hypothesis[] => {
      const places = placesOf(own).size;
      if (places < HABIT || !isMost(places, placesOf(exercised).size)) return [];
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
};

function pointersOf(some: readonly Pick<Symptom, 'clause'>[]): ReadonlySet<string> {
  return new Set(some.map(({ clause }) => clause.pointer));
}

/** The schemas of values, whichever of their keywords is broken. */
function placesOf(some: readonly Pick<Symptom, 'clause'>[]): ReadonlySet<string> {
  return new Set([...pointersOf(some)].map((pointer) => pointer.slice(0, pointer.lastIndexOf('/'))));
}

/** What is expected of how a value is written: its format, or else its type. */
interface Trait {
  readonly keyword: string;
  readonly expected: string;
}

/** The trait that a clause about a type or format speaks of: what has a format breaks that, also where it is no text at all. */
function traits(results: Case['results']): (clause: Clause) => Trait | undefined {
  const keyOf = ({ operation }: Clause, { status, place }: AnswerSubject) => JSON.stringify([operation, status, place]);
  const formats = new Map<string, string>();
  for (const { clause } of results)
    if (clause.subject?.kind === 'answer' && clause.subject.keyword === 'format')
      formats.set(keyOf(clause, clause.subject), expectedOf(clause.subject));
  return (clause) => {
    const { subject } = clause;
    if (subject?.kind !== 'answer' || (subject.keyword !== 'type' && subject.keyword !== 'format')) return undefined;
    const format = formats.get(keyOf(clause, subject));
    return format === undefined
      ? { keyword: subject.keyword, expected: expectedOf(subject) }
      : { keyword: 'format', expected: format };
  };
}

function writingOf({ violation, exchange }: BodySymptom): string | undefined {
  return exchange?.outcome.kind === 'response'
    ? shapeOf(atPointer(exchange.outcome.body.json?.value, violation.at ?? ''))
    : undefined;
}

/** The type without null: whether a number may be missing, or has to be whole, does not matter to how it is written. */
function expectedOf({ expected }: AnswerSubject): string {
  const types = [expected].flat().map(String);
  return [
    ...new Set(types.filter((type) => type !== 'null').map((type) => (type === 'integer' ? 'number' : type))),
  ].join(' or ');
}

/** Seconds and their fractions may be written or not. */
const SECONDS = /(?<=T\d\d:\d\d):\d\d(?:[.,]\d+)?/u;

/** A longer text is no number, date or id in another spelling. */
const LEGIBLE = 80;

/** How a value is written: its type, and of a text where digits and letters stand. */
function shapeOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return Array.isArray(value) ? 'array' : typeof value;
  if (/^-?\d+(?:\.\d+)?$/u.test(value)) return 'a number as text';
  return value.length > LEGIBLE
    ? 'text'
    : value
        .replace(SECONDS, '')
        .replaceAll(/\d/gu, '9')
        .replaceAll(/\p{L}+/gu, 'a');
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
