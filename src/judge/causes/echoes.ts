import { isSuccess } from '../../check/judges.ts';
import type { Exchange } from '../../http/exchange.ts';
import { atPointer, isObject } from '../../schema/pointer.ts';
import { bodySymptoms, type Symptom } from './symptoms.ts';

/**
 * Bad values that were accepted come back in answers: what such an answer breaks by the value falls with the clause that let
 * it in. By symptom that clause.
 */
export function echoesOf(symptoms: readonly Symptom[]): ReadonlyMap<Symptom['violation'], string> {
  const letIn = new Map<string, string>();
  for (const { clause, exchange } of symptoms)
    if (exchange?.intent.kind === 'invalid' && isSuccess(exchange))
      for (const key of leavesOf(sentBody(exchange))) if (!letIn.has(key)) letIn.set(key, clause.id);
  const echoes = new Map<Symptom['violation'], string>();
  if (letIn.size === 0) return echoes;
  for (const { violation, exchange, subject } of bodySymptoms(symptoms)) {
    if (exchange?.outcome.kind !== 'response') continue;
    const value = atPointer(exchange.outcome.body.json?.value, violation.at ?? '');
    if (typeof value === 'object' && value !== null) continue;
    const clause = letIn.get(keyOf(subject.place.at(-1) ?? '', value));
    if (clause !== undefined) echoes.set(violation, clause);
  }
  return echoes;
}

function sentBody({ request }: Exchange): unknown {
  try {
    return request.body === undefined ? undefined : (JSON.parse(request.body) as unknown);
  } catch {
    return undefined;
  }
}

/** The members of a body at any depth that are neither objects nor lists, by name and value. */
function leavesOf(node: unknown): readonly string[] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value) : Array.isArray(value) ? [] : [keyOf(name, value)],
  );
}

function keyOf(name: string, value: unknown): string {
  return JSON.stringify([name, value]);
}
