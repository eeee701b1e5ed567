import { operationOf } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CheckContext } from './check.ts';
import { statusOf } from './judges.ts';
import { sentOnce } from './positive-control.ts';

/** What everybody is told who presents nothing. */
export async function nobody(tools: CheckContext, operation: string): Promise<Exchange> {
  const atTheDoor = await nobodyAtTheDoor(tools, operationOf(tools.contract, operation));
  return atTheDoor ?? sentOnce(tools, tools.bare(operation).as().invalid('missing-credential', 'no credential'));
}

/** The beginning of a JSON text. */
export const MALFORMED_JSON = '{"data": [';

/** The same with a body that nobody can read. */
export function nobodyWithMalformedBody(tools: CheckContext, operation: string): Promise<Exchange> {
  const malformed = tools.bare(operation).raw(MALFORMED_JSON).as();
  return sentOnce(tools, malformed.invalid('missing-credential', 'no credential, and a malformed body'));
}

/**
 * Where the document tells the two refusals apart by their status, that of the missing credential shows with a malformed
 * body that nobody comes as far as the body, and so with any. Undefined where it shows nothing of the kind.
 */
export async function nobodyAtTheDoor(tools: CheckContext, operation: Operation): Promise<Exchange | undefined> {
  if (!tellsDoorFromBody(operation)) return undefined;
  const answer = await nobodyWithMalformedBody(tools, operation.id);
  return String(statusOf(answer)) === operation.rejects['missing-credential'] ? answer : undefined;
}

/** Has the refusal of a caller without credential another status than that of a body which is no JSON? */
export function tellsDoorFromBody({ requestBody, rejects }: Operation): boolean {
  const { 'missing-credential': ofCaller = ANY, 'malformed-json': ofBody = ANY } = rejects;
  return requestBody !== undefined && ofCaller !== ANY && ofBody !== ANY && ofCaller !== ofBody;
}

const ANY = '4XX';
