import type { Subject } from '../../contract/contract.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import {
  type AnswerSubject,
  type BodySymptom,
  bodySymptoms,
  type Case,
  clausesOf,
  isExercised,
  operationsOf,
} from './symptoms.ts';
import { HABIT, type Hypothesis, just, type Theory } from './theory.ts';

/** Members of so many names make one setting out of single faults. */
const NAMES = 2;

/**
 * Members that are not there where they ought to be null, or empty: one setting of a serializer, of which no answer of these
 * operations shows the contrary. Where empty ones are left out, null is taken for empty.
 */
export const leftOut: Theory = ({ symptoms, results, exchanges }) => {
  const mayBe = createMayBe(results);
  const missing = bodySymptoms(symptoms).filter(({ subject }) => subject.keyword === 'required');
  const leftOutAs = (value: Emptiness): readonly BodySymptom[] => {
    const own = missing.filter(({ clause, subject }) => mayBe(clause.operation, subject) === value);
    const shown = operationsOf(own).filter((operation) => {
      const places = results.flatMap(({ clause }) =>
        clause.operation === operation && isTyped(clause.subject) && mayBe(operation, clause.subject) === value
          ? [clause.subject.place]
          : [],
      );
      return exchanges.some((one) => one.operation === operation && places.some((place) => isShown(one, place, value)));
    });
    return own.filter(({ clause }) => !shown.includes(clause.operation ?? ''));
  };
  const [nulls, empties] = [leftOutAs('null'), leftOutAs('empty')];
  const isSetting = (own: readonly BodySymptom[]) =>
    new Set(own.map(({ subject }) => subject.place.at(-1))).size >= NAMES;
  const hypothesis = (values: Emptiness, own: readonly BodySymptom[]): readonly Hypothesis[] => {
    if (clausesOf(own).length < HABIT) return [];
    const [first = '', ...others] = operationsOf(own);
    return [
      {
        id: `${others.length === 0 ? first : 'service'}/left-out/${values}`,
        nature: { kind: 'left-out', values },
        scope: others.length === 0 ? 'operation' : 'service',
        minimum: HABIT,
        explains: just(own),
      },
    ];
  };
  return [
    ...(isSetting(empties) ? hypothesis('empty', [...empties, ...nulls]) : []),
    ...(isSetting(nulls) ? hypothesis('null', nulls) : []),
  ];
};

/** `empty`: a list or an object without anything in it. */
type Emptiness = 'null' | 'empty';

type MayBe = (operation: string | undefined, subject: AnswerSubject) => Emptiness | undefined;

/**
 * What a member may be that is not there: null where the document allows that, or says nothing of its type; empty where other
 * answers have a list or an object there.
 */
function createMayBe(results: Case['results']): MayBe {
  const keyOf = (operation: string | undefined, { status, place }: AnswerSubject) =>
    JSON.stringify([operation, status, place]);
  const typed = new Map<string, { readonly types: readonly unknown[]; readonly isSeen: boolean }>();
  for (const one of results) {
    const { subject, operation } = one.clause;
    if (isTyped(subject))
      typed.set(keyOf(operation, subject), { types: [subject.expected].flat(), isSeen: isExercised(one) });
  }
  return (operation, subject) => {
    const { types, isSeen } = typed.get(keyOf(operation, subject)) ?? { types: ['null'], isSeen: false };
    if (types.includes('null')) return 'null';
    return isSeen && (types.includes('array') || types.includes('object')) ? 'empty' : undefined;
  };
}

/** Does it tell the type of a member? */
function isTyped(subject: Subject | undefined): subject is AnswerSubject {
  return subject?.kind === 'answer' && subject.keyword === 'type' && subject.place.length > 0;
}

/** Does the answer have such a value at the place? */
function isShown({ outcome }: Exchange, place: readonly string[], value: Emptiness): boolean {
  if (outcome.kind !== 'response' || outcome.body.json === undefined) return false;
  return valuesAt(outcome.body.json.value, place).some((one) => (value === 'null' ? one === null : isEmpty(one)));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** The values at a place of a schema: of every element where it goes through a list, of every member where it goes through a map. */
function valuesAt(node: unknown, [segment, ...rest]: readonly string[]): readonly unknown[] {
  if (segment === undefined) return [node];
  if (Array.isArray(node)) return segment === 'items' ? node.flatMap((item) => valuesAt(item, rest)) : [];
  if (!isObject(node)) return [];
  if (Object.hasOwn(node, segment)) return valuesAt(node[segment], rest);
  return segment === 'values' ? Object.values(node).flatMap((value) => valuesAt(value, rest)) : [];
}
