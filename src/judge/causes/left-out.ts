import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import { type AnswerSubject, isExercised, type Seen, type Symptom } from './symptoms.ts';

/** `empty`: a list or an object without anything in it. */
export type Emptiness = 'null' | 'empty';

/**
 * What a missing member may be left out as: null where the document allows that, or says nothing of its type; empty where other
 * answers have a list or an object there. Undefined where an answer of the operation shows the contrary.
 */
export function leftOutOf({ results, exchanges }: Pick<Seen, 'results' | 'exchanges'>) {
  const typed = results.flatMap((one) => {
    const { operation, subject } = one.clause;
    if (subject?.kind !== 'answer' || subject.keyword !== 'type' || subject.place.length === 0) return [];
    return [{ key: keyOf(operation, subject), operation, place: subject.place, value: emptinessOf(one, subject) }];
  });
  const values = new Map(typed.map(({ key, value }) => [key, value]));
  const shown = new Map<string, boolean>();
  const isShownBy = (operation: string | undefined, value: Emptiness): boolean => {
    const places = typed.filter((one) => one.operation === operation && one.value === value).map(({ place }) => place);
    return exchanges.some((one) => one.operation === operation && places.some((place) => isShown(one, place, value)));
  };
  return ({ clause: { operation, subject } }: Symptom): Emptiness | undefined => {
    if (subject?.kind !== 'answer' || subject.keyword !== 'required') return undefined;
    const key = keyOf(operation, subject);
    const value = values.has(key) ? values.get(key) : 'null';
    if (value === undefined) return undefined;
    const contrary = shown.get(`${operation} ${value}`) ?? isShownBy(operation, value);
    shown.set(`${operation} ${value}`, contrary);
    return contrary ? undefined : value;
  };
}

function keyOf(operation: string | undefined, { status, place }: AnswerSubject): string {
  return JSON.stringify([operation, status, place]);
}

function emptinessOf(one: Seen['results'][number], { expected }: AnswerSubject): Emptiness | undefined {
  const types = [expected].flat();
  if (types.includes('null')) return 'null';
  return isExercised(one) && (types.includes('array') || types.includes('object')) ? 'empty' : undefined;
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
