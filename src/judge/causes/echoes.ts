import { isSuccess } from '../../check/judges.ts';
import { rejectOf, sentBody } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import { bodySymptoms, type Symptom, valueAtFault } from './symptoms.ts';

/**
 * Maps violations to the clause behind them. If a bad value was accepted and comes back in an answer, what it breaks there
 * falls with the clause that should have refused it.
 */
export function echoesOf(symptoms: readonly Symptom[]): ReadonlyMap<Symptom['violation'], string> {
  const acceptedBy = new Map<string, string>();
  for (const { clause, exchange } of symptoms) {
    if (exchange === undefined || rejectOf(exchange) === undefined || !isSuccess(exchange)) continue;
    for (const key of leavesOf(sentBody(exchange))) if (!acceptedBy.has(key)) acceptedBy.set(key, clause.id);
  }
  const echoes = new Map<Symptom['violation'], string>();
  if (acceptedBy.size === 0) return echoes;
  for (const symptom of bodySymptoms(symptoms)) {
    const { violation, exchange, subject } = symptom;
    if (exchange?.outcome.kind !== 'response' || subject.keyword === 'required') continue;
    const name = subject.place.at(-1) ?? '';
    const value = valueAtFault(symptom);
    if (typeof value === 'object' && value !== null) continue;
    const clause = acceptedBy.get(keyOf(name === ELEMENT ? elementOf(subject.place.at(-2) ?? '') : name, value));
    if (clause !== undefined) echoes.set(violation, clause);
  }
  return echoes;
}

/** Keys of the values in a body at any depth that are neither objects nor lists, and of the elements of lists. */
function leavesOf(node: unknown): readonly string[] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.filter((one) => typeof one !== 'object').map((one) => keyOf(elementOf(name), one))
      : isObject(value)
        ? leavesOf(value)
        : [keyOf(name, value)],
  );
}

/** The last segment of the place of a list element. */
const ELEMENT = 'items';

/** The name for an element of the list `name`. */
function elementOf(name: string): string {
  return `${name}[]`;
}

function keyOf(name: string, value: unknown): string {
  return JSON.stringify([name, value]);
}
