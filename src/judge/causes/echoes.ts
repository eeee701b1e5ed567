import { isSuccess } from '../../check/judges.ts';
import { rejectOf, sentBody } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import { bodySymptoms, type Symptom, valueAtFault } from './symptoms.ts';

/**
 * Bad values that were accepted come back in answers: what such an answer breaks by the value falls with the clause that let
 * it in. By symptom that clause.
 */
export function echoesOf(symptoms: readonly Symptom[]): ReadonlyMap<Symptom['violation'], string> {
  const letIn = new Map<string, string>();
  for (const { clause, exchange } of symptoms) {
    if (exchange === undefined || rejectOf(exchange) === undefined || !isSuccess(exchange)) continue;
    for (const key of leavesOf(sentBody(exchange))) if (!letIn.has(key)) letIn.set(key, clause.id);
  }
  const echoes = new Map<Symptom['violation'], string>();
  if (letIn.size === 0) return echoes;
  for (const symptom of bodySymptoms(symptoms)) {
    const { violation, exchange, subject } = symptom;
    if (exchange?.outcome.kind !== 'response' || subject.keyword === 'required') continue;
    const name = subject.place.at(-1) ?? '';
    const value = valueAtFault(symptom);
    if (typeof value === 'object' && value !== null) continue;
    const clause = letIn.get(keyOf(name === ELEMENT ? elementOf(subject.place.at(-2) ?? '') : name, value));
    if (clause !== undefined) echoes.set(violation, clause);
  }
  return echoes;
}

/** The members of a body at any depth that are neither objects nor lists, and the elements of lists, by name and value. */
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

/** What the place of an element of a list ends with. */
const ELEMENT = 'items';

/** The name of an element of the list that is called so. */
function elementOf(name: string): string {
  return `${name}[]`;
}

function keyOf(name: string, value: unknown): string {
  return JSON.stringify([name, value]);
}
