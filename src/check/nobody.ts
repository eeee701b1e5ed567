import { operationOf } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CheckContext } from './check.ts';
import { statusOf } from './judges.ts';
import { sentOnce } from './positive-control.ts';

/** The answer to a caller without credentials. */
export async function nobody(tools: CheckContext, operation: string): Promise<Exchange> {
  const atTheDoor = await nobodyRefusedBeforeBody(tools, operationOf(tools.contract, operation));
  return atTheDoor ?? sentOnce(tools, tools.bare(operation).as().invalid('missing-credential', 'no credential'));
}

/** The beginning of a JSON text. */
export const MALFORMED_JSON = '{"data": [';

/** The answer to a caller without credentials whose body is malformed. */
export function nobodyWithMalformedBody(tools: CheckContext, operation: string): Promise<Exchange> {
  const malformed = tools.bare(operation).raw(MALFORMED_JSON).as();
  return sentOnce(tools, malformed.invalid('missing-credential', 'no credential, and a malformed body'));
}

/**
 * The answer to a caller without credentials and with a malformed body, if it shows that credentials are checked before the
 * body. That needs different documented statuses for the two refusals. Undefined if it does not show that.
 */
export async function nobodyRefusedBeforeBody(
  tools: CheckContext,
  operation: Operation,
): Promise<Exchange | undefined> {
  if (!distinguishesCallerFromBody(operation)) return undefined;
  const answer = await nobodyWithMalformedBody(tools, operation.id);
  return String(statusOf(answer)) === operation.rejects['missing-credential'] ? answer : undefined;
}

/** Do a missing credential and a body that is no JSON get different documented statuses? */
export function distinguishesCallerFromBody({ requestBody, rejects }: Operation): boolean {
  const { 'missing-credential': ofCaller = ANY, 'malformed-json': ofBody = ANY } = rejects;
  return requestBody !== undefined && ofCaller !== ANY && ofBody !== ANY && ofCaller !== ofBody;
}

const ANY = '4XX';
