import type { Contract } from '../contract/contract.ts';
import { type Operation, type ResponseDeclaration, responseFor } from '../contract/operations.ts';
import { type Answer, hasSucceeded } from '../http/exchange.ts';
import { bestMatch } from '../media-type.ts';
import type { Observation } from '../schema/observed.ts';

/**
 * The documented success that an answer with an undocumented 2xx is meant as, if its content looks like that success;
 * undefined otherwise. The status is one breach, and the content is still judged as that success.
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
      : looksLikeSuccess(contract.inspector.inspect(schema ?? true, answer.body.json.value)),
  )
    ? success
    : undefined;
}

/** Is it a list as declared, or does it have at least half of its required members? An echo of a request has fewer. */
function looksLikeSuccess(observations: readonly Observation[]): boolean {
  const isList = observations.some(
    ({ keyword, place, holds, expected }) => holds && place.length === 0 && keyword === 'type' && expected === 'array',
  );
  return isList || (requiredMembers(observations).some(({ holds }) => holds) && !isForeign(observations));
}

/** Does it lack more than half of its required members? Then it is not the operation's own body. */
export function isForeign(observations: readonly Observation[]): boolean {
  const members = requiredMembers(observations);
  return members.filter(({ holds }) => holds).length * 2 < members.length;
}

/** What was observed of the members that the body itself has to have. */
export function requiredMembers(observations: readonly Observation[]): readonly Observation[] {
  return observations.filter(({ keyword, place }) => keyword === 'required' && place.length === 1);
}
