import type { Contract } from '../contract/contract.ts';
import { type Operation, responseFor } from '../contract/operations.ts';
import { type Exchange, sentBody } from '../http/exchange.ts';
import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';

/** Why an answer breaks nothing though another one was expected; undefined where it does. */
export function leewayOf(
  exchange: Exchange,
  operation: Operation,
  contract: Pick<Contract, 'document'>,
): string | undefined {
  const { outcome } = exchange;
  if (outcome.kind !== 'response') return undefined;
  const { status } = outcome;
  // `x-condition`: a documented answer that tells of the target's condition.
  const condition = responseFor(operation, status)?.condition;
  if (condition !== undefined) return `${condition.means} (status ${status})`;
  const members = forbiddenMembers(exchange, operation, contract).join(', ');
  return members === '' ? undefined : `the caller may not have the ${members} that was asked for (status ${status})`;
}

/** Payment Required and Forbidden (RFC 9110 sections 15.5.3 and 15.5.4): who asks may not have it, though it is valid. */
const NOT_FOR_THE_CALLER: readonly number[] = [402, 403];

/**
 * The members of a refused body whose values may be forbidden to the caller (`x-open-permission`): whom the contract lets
 * have them is not shown. The default is everybody's.
 */
export function forbiddenMembers(
  { request, outcome }: Exchange,
  { requestBody }: Operation,
  { document }: Pick<Contract, 'document'>,
): readonly string[] {
  if (outcome.kind !== 'response' || !NOT_FOR_THE_CALLER.includes(outcome.status) || requestBody === undefined)
    return [];
  const body = sentBody({ request });
  const { properties = {} } = follow<Schema>(document, requestBody.schema, '').target;
  return Object.entries(properties).flatMap(([name, member]) => {
    const schema = isObject(member) ? follow<Schema>(document, member as Schema, '').target : {};
    const isOpen = schema['x-open-permission'] === true && isObject(body) && body[name] !== undefined;
    return isOpen && body[name] !== schema.default ? [name] : [];
  });
}
