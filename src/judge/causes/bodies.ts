import { isBroken } from '../../check/verdict.ts';
import type { Clause, Subject } from '../../contract/contract.ts';
import { defined } from '../../defined.ts';
import { groupBy, groupByValue } from '../../groups.ts';
import {
  type AnswerSubject,
  type BodySymptom,
  bodySymptoms,
  type Case,
  clausesOf,
  exercised,
  operationsOf,
  type Symptom,
  valueAtFault,
} from './symptoms.ts';
import { HABIT, type Hypothesis, isHalf, isMost, just, type Theory } from './theory.ts';

/** Values of one type or format that are written in another way wherever they occur: numbers as text, dates as an ORM prints them. */
export const otherSpellings: Theory = (seen) => {
  const traitOf = traits(seen.results);
  const spellingOf = (one: BodySymptom) => {
    const [trait, actual] = [traitOf(one.clause), shapeOf(valueAtFault(one))];
    return trait === undefined || actual === undefined ? undefined : { ...trait, actual };
  };
  return groupByValue(bodySymptoms(seen.symptoms), spellingOf).flatMap(({ common, members }): readonly Hypothesis[] => {
    const { keyword, expected } = common;
    const kindred = exercised(seen, (clause) => {
      const trait = traitOf(clause);
      return trait?.keyword === keyword && trait.expected === expected;
    });
    const habitOf = (
      where: string,
      own: readonly BodySymptom[],
      tried: Case['results'],
      scope: Hypothesis['scope'],
    ): readonly Hypothesis[] => {
      const places = placesOf(own).size;
      if (places < HABIT || !isMost(places, placesOf(tried).size)) return [];
      return [
        {
          id: `${where}/spelling/${keyword}/${expected}`,
          nature: {
            kind: 'spelling',
            ...common,
            ...defined({ example: keyword === 'format' ? own[0]?.violation.actual : undefined }),
          },
          scope,
          minimum: HABIT,
          explains: just(own),
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
export const sharedSchemas: Theory = (seen) => [...ofOneName(seen), ...ofOnePointer(seen)];

function ofOnePointer(seen: Case): readonly Hypothesis[] {
  const shared = groupBy(bodySymptoms(seen.symptoms), ({ clause: { pointer } }) =>
    pointer.startsWith('/components/') ? pointer : undefined,
  );
  return [...shared].flatMap(([pointer, members]): readonly Hypothesis[] => {
    const isShared = (clause: Clause) => clause.pointer === pointer && clause.subject?.kind === 'answer';
    const broken = clausesOf(members).length;
    if (broken < 2 || !isHalf(broken, exercised(seen, isShared).length)) return [];
    return [
      {
        id: pointer.slice(1),
        nature: { kind: 'shared-schema', pointer },
        scope: 'schema',
        minimum: 2,
        explains: just(members),
      },
    ];
  });
}

function ofOneName(seen: Case): readonly Hypothesis[] {
  const own = bodySymptoms(seen.symptoms);
  return groupByValue(own, memberOf).flatMap(({ common: { name, keyword }, members }): readonly Hypothesis[] => {
    const pointers = pointersOf(members);
    const tried = exercised(seen, ({ subject }) => isNamed(subject, name, keyword));
    const broken = clausesOf(members).length;
    const isEverywhere = tried.every(({ verdict }) => isBroken(verdict));
    const isHabit = broken >= HABIT && isMost(broken, tried.length);
    if (pointers.size < 2 || operationsOf(members).length < 2 || !(isEverywhere || isHabit)) return [];
    return [
      {
        id: `service/${name}/${keyword}`,
        nature: { kind: 'shared-schema', pointer: members[0].clause.pointer },
        scope: 'schema',
        minimum: 2,
        explains: just(members),
      },
    ];
  });
}

/** The last name of the place, the keyword, and the type of the value that breaks it. */
function memberOf(symptom: BodySymptom) {
  const { place, keyword } = symptom.subject;
  const name = place.at(-1);
  if (symptom.exchange?.outcome.kind !== 'response' || name === undefined) return undefined;
  const value = valueAtFault(symptom);
  return { name, keyword, type: value === null ? 'null' : typeof value };
}

function isNamed(subject: Subject | undefined, name: string, keyword: string): boolean {
  return subject?.kind === 'answer' && subject.place.at(-1) === name && subject.keyword === keyword;
}
