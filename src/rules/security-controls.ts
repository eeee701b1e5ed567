import type { Assertion, CheckContext } from '../check/check.ts';
import { applicable, enough, isSuccess, statusOf } from '../check/judges.ts';
import { isBelowId } from '../check/place.ts';
import { controlKey, controlOf } from '../check/positive-control.ts';
import type { RequestBuilder } from '../check/request.ts';
import { unlessNotTested } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import { type Exchange, hasFailed } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { CONFLICT } from '../semantics.ts';
import { sendWithoutAccess } from './credential-cases.ts';
import { remedyOf } from './expendable.ts';
import { canBeServed } from './rule.ts';

export interface Controls {
  readonly answer: Exchange;
  readonly control?: Exchange;
  /** The answer of a public operation at the same path. */
  readonly neighbour?: Exchange;
  /** If the right credential meets a server error: the answer to a caller without any. */
  readonly stranger?: Exchange;
}

/**
 * A refusal shows something only if the right credential is not refused in the same way, or if it is a 401 or 403. The first
 * reason that applies is told. `exact`: the contract names one status for the refusal.
 */
export function controls(
  evidence: Controls,
  { exact, operation }: { readonly exact: boolean; readonly operation: Operation },
): readonly Assertion[] {
  const { answer, control, neighbour } = evidence;
  const expendable = operation.node['x-expendable'];
  const isForCredential = isUnauthorized(statusOf(answer));
  if (isSuccess(answer)) return [];
  if (isOfUnknownId(operation) && !isForCredential) return [enough(false, UNKNOWN_ID)];
  if (exact && hasPassedGuard(evidence)) return [];
  if (neighbour !== undefined && haveSameStatus(neighbour, answer))
    return [applicable(false, AS_UNKNOWN_ID, expendable && remedyOf(expendable))];
  if (control === undefined) return [enough(isForCredential, NO_CONTROL, NEEDS_CONTROL)];
  // The contract may leave open which refusal it is, and everybody is refused for an unknown id.
  const mayBeForId = operation.method === 'DELETE' && !isForCredential && !hasFailed(answer.outcome);
  const isAsControl = haveSameStatus(control, answer);
  const isOfState = operation.plain === true && statusOf(answer) === CONFLICT;
  if (isOfState && !isAsControl && !(exact && isSuccess(control))) return [enough(false, AS_CONFLICT)];
  return isAsControl && mayBeForId ? [applicable(false, AS_UNKNOWN_DELETION)] : [enough(!isAsControl, AS_CONTROL)];
}

const UNKNOWN_ID = 'an id that nothing has is refused to everybody, so it shows nothing of the credential';
const AS_UNKNOWN_ID =
  'it was answered as an id that nothing has is answered to everybody, so it does not show whether the credential was missed; an id that something has is tried only where its owner gives it away';
const AS_UNKNOWN_DELETION =
  'it was answered as the deletion of what is not there is answered, so it does not show whether the credential was missed';
const AS_CONTROL = 'the right credential is refused in the same way, so the refusal shows nothing';
const AS_CONFLICT = 'a conflict with what is there may be told to everybody, so it shows nothing of the credential';
const NO_CONTROL = 'without the right credential only a 401 or 403 shows that it was missed';
const NEEDS_CONTROL = 'give the credential that has access to the operation';

/** A caller who gets a server error has passed the guard, if one without a credential gets a 401 or 403. */
function hasPassedGuard({ answer, stranger }: Controls): boolean {
  return stranger !== undefined && isUnauthorized(statusOf(stranger)) && hasFailed(answer.outcome);
}

function haveSameStatus(one: Exchange, other: Exchange): boolean {
  return statusOf(one) === statusOf(other);
}

/** Is it about an unknown id in a plain document, where the refusals of a caller and of an id look alike? */
function isOfUnknownId(operation: Operation): boolean {
  return operation.plain === true && isBelowId(operation) && operation.method === 'DELETE';
}

/** The controls: the answer to the right credential, if it may be sent, or a public neighbour if no caller can be served. */
export async function positive(tools: CheckContext, operation: Operation): Promise<Omit<Controls, 'answer'>> {
  if (!canBeServed(operation)) return (await unlessNotTested(() => publicNeighbour(tools, operation), 'skip')) ?? {};
  const control = await unlessNotTested(
    () => (operation.method === 'DELETE' ? unknownDeletion(tools, operation) : controlOf(tools, operation.id)),
    'skip',
  );
  if (control === undefined) return {};
  if (!hasFailed(control.outcome)) return { control };
  const stranger = await unlessNotTested(() => sendWithoutAccess(tools, operation, [], 'missing-credential'), 'skip');
  return stranger === undefined ? { control } : { control, stranger };
}

/** The control if no caller can be served: the answer to a public GET of the same path, for an unknown id. */
async function publicNeighbour(tools: CheckContext, { path }: Operation): Promise<{ neighbour?: Exchange }> {
  const open = [...tools.contract.operations.values()].find(
    (other) => other.path === path && other.method === 'GET' && other.security.length === 0,
  );
  return open === undefined ? {} : { neighbour: await tools.send(requestForUnknownId(tools, open)) };
}

export function unknownDeletion(tools: CheckContext, operation: Operation): Promise<Exchange> {
  return tools.shared(controlKey(operation.id), () => tools.send(requestForUnknownId(tools, operation)));
}

export function requestForUnknownId(tools: CheckContext, operation: Operation): RequestBuilder {
  return tools.bare(operation.id).open('an id that does not exist');
}
