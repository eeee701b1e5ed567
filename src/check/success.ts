import type { Contract } from '../contract/contract.ts';
import { type Operation, type ResponseDeclaration, responseFor } from '../contract/operations.ts';
import { type Answer, hasSucceeded } from '../http/exchange.ts';
import { bestMatch } from '../media-type.ts';
import type { Observation } from '../schema/observed.ts';

/**
 * The documented success that an answer is meant as: under a 2xx that is not documented for the operation, but with
 * content that has something of what the success has to carry. That status is one breach; what else the answer says is
 * held against the success all the same.
 */
export function meantAsSuccess(
  answer: Answer,
  operation: Operation,
  contract: Contract,
): ResponseDeclaration | undefined {
  if (!hasSucceeded(answer) || responseFor(operation, answer.status) !== undefined) return undefined;
  const success = operation.responses.find(({ key }) => key.startsWith('2'));
  return Object.entries(success?.content ?? {}).some(([type, { schema }]) =>
    answer.body.json === undefined
      ? bestMatch([type], answer.headers['content-type'] ?? '') !== undefined && answer.body.size > 0
      : isTelling(contract.inspector.inspect(schema ?? true, answer.body.json.value)),
  )
    ? success
    : undefined;
}

/** A list where one is declared, or enough of the members that have to be there: what echoes a request has fewer. */
function isTelling(observations: readonly Observation[]): boolean {
  const isList = observations.some(
    ({ keyword, place, holds, expected }) => holds && place.length === 0 && keyword === 'type' && expected === 'array',
  );
  return isList || (requiredMembers(observations).some(({ holds }) => holds) && !isForeign(observations));
}

/** Less than half of the members that it has to have: then it is not the operation's own body at all. */
export function isForeign(observations: readonly Observation[]): boolean {
  const members = requiredMembers(observations);
  return members.filter(({ holds }) => holds).length * 2 < members.length;
}

function requiredMembers(observations: readonly Observation[]): readonly Observation[] {
  return observations.filter(({ keyword, place }) => keyword === 'required' && place.length === 1);
}
