import type { Exchange } from '../../http/exchange.ts';
import { getOrMake } from '../../memoize.ts';
import { isObject } from '../../schema/pointer.ts';
import { type AnswerSubject, isExercised, placeKey, type Seen, type Symptom } from './symptoms.ts';

/** `empty`: an empty list or object. */
export type Emptiness = 'null' | 'empty';

/**
 * The value that a missing member might have been left out for. `null` if the document allows it or declares no type; `empty`
 * if it declares a list or an object that was tested. Undefined if an answer of the operation contains such a value.
 */
export function leftOutOf({ results, exchanges }: Pick<Seen, 'results' | 'exchanges'>) {
  const typed = results.flatMap((one) => {
    const { operation, subject } = one.clause;
    if (subject?.kind !== 'answer' || subject.keyword !== 'type' || subject.place.length === 0) return [];
    return [{ key: placeKey(one.clause, subject), operation, place: subject.place, value: emptinessOf(one, subject) }];
  });
  const values = new Map(typed.map(({ key, value }) => [key, value]));
  const shownByKey = new Map<string, boolean>();
  const isShownByAny = (operation: string | undefined, value: Emptiness): boolean => {
    const places = typed.filter((one) => one.operation === operation && one.value === value).map(({ place }) => place);
    return exchanges.some((one) => one.operation === operation && places.some((place) => isShown(one, place, value)));
  };
  return ({ clause }: Symptom): Emptiness | undefined => {
    const { operation, subject } = clause;
    if (subject?.kind !== 'answer' || subject.keyword !== 'required') return undefined;
    const key = placeKey(clause, subject);
    const value = values.has(key) ? values.get(key) : 'null';
    if (value === undefined) return undefined;
    const isContradicted = getOrMake(shownByKey, `${operation} ${value}`, () => isShownByAny(operation, value));
    return isContradicted ? undefined : value;
  };
}

function emptinessOf(one: Seen['results'][number], { expected }: AnswerSubject): Emptiness | undefined {
  const types = [expected].flat();
  if (types.includes('null')) return 'null';
  return isExercised(one) && (types.includes('array') || types.includes('object')) ? 'empty' : undefined;
}

/** Does the answer contain such a value at the place? */
function isShown({ outcome }: Exchange, place: readonly string[], value: Emptiness): boolean {
  if (outcome.kind !== 'response' || outcome.body.json === undefined) return false;
  return valuesAt(outcome.body.json.value, place).some((one) => (value === 'null' ? one === null : isEmpty(one)));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** The values at a place of a schema: `items` stands for every element of a list, `values` for every member of a map. */
function valuesAt(node: unknown, [segment, ...rest]: readonly string[]): readonly unknown[] {
  if (segment === undefined) return [node];
  if (Array.isArray(node)) return segment === 'items' ? node.flatMap((item) => valuesAt(item, rest)) : [];
  if (!isObject(node)) return [];
  if (Object.hasOwn(node, segment)) return valuesAt(node[segment], rest);
  return segment === 'values' ? Object.values(node).flatMap((value) => valuesAt(value, rest)) : [];
}
