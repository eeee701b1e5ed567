import type { Assertion, CheckContext } from '../check/check.ts';
import { applicable, enough, isSuccess, statusOf } from '../check/judges.ts';
import { controlKey, controlOf } from '../check/positive-control.ts';
import type { RequestBuilder } from '../check/request.ts';
import { unlessNotTested } from '../check/verdict.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
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
 * A refusal shows something only if the right credential is not refused in the same way, or if it is a 401 or 403.
 * `exact`: the contract names one status for it.
 */
export function controls(
  { answer, control, neighbour, stranger }: Controls,
  { exact, operation }: { readonly exact: boolean; readonly operation: Operation },
): readonly Assertion[] {
  if (isSuccess(answer)) return [];
  const expendable = operation.node['x-expendable'];
  if (isOfUnknownId(answer, operation) && !isUnauthorized(statusOf(answer)))
    return [enough(false, 'an id that nothing has is refused to everybody, so it shows nothing of the credential')];
  // A caller who gets a server error has passed the guard, if one without a credential gets a 401 or 403.
  const hasPassedGuard = stranger !== undefined && isUnauthorized(statusOf(stranger)) && (statusOf(answer) ?? 0) >= 500;
  if (exact && hasPassedGuard) return [];
  if (neighbour !== undefined && statusOf(neighbour) === statusOf(answer))
    return [
      applicable(
        false,
        'it was answered as an id that nothing has is answered to everybody, so it does not show whether the credential was missed; an id that something has is tried only where its owner gives it away',
        expendable && remedyOf(expendable),
      ),
    ];
  const isAlike = control !== undefined && statusOf(control) === statusOf(answer);
  // The contract may leave open which refusal it is, and everybody is refused for an unknown id.
  if (isAlike && operation.method === 'DELETE' && !isUnauthorized(statusOf(answer)) && (statusOf(answer) ?? 0) < 500)
    return [
      applicable(
        false,
        'it was answered as the deletion of what is not there is answered, so it does not show whether the credential was missed',
      ),
    ];
  if (control !== undefined)
    return [enough(!isAlike, 'the right credential is refused in the same way, so the refusal shows nothing')];
  return [
    enough(
      isUnauthorized(statusOf(answer)),
      'without the right credential only a 401 or 403 shows that it was missed',
      'give the credential that has access to the operation',
    ),
  ];
}

/** Is it about an unknown id in a plain document, where the refusals of a caller and of an id look alike? */
function isOfUnknownId({ request }: Exchange, { plain, parameters, method }: Operation): boolean {
  const hasId = parameters.some((parameter) => parameter.in === 'path');
  return plain === true && hasId && (method === 'DELETE' || request.credentials.length === 0);
}

/** The controls: the answer to the right credential, if it may be sent, or a public neighbour if no caller can be served. */
export async function positive(tools: CheckContext, operation: Operation): Promise<Omit<Controls, 'answer'>> {
  if (!canBeServed(operation)) return (await unlessNotTested(() => publicNeighbour(tools, operation), 'skip')) ?? {};
  const control = await unlessNotTested(
    () => (operation.method === 'DELETE' ? unknownDeletion(tools, operation) : controlOf(tools, operation.id)),
    'skip',
  );
  if (control === undefined) return {};
  if ((statusOf(control) ?? 0) < 500) return { control };
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

/** The control of an operation that deletes: the answer for an unknown id. */
export function unknownDeletion(tools: CheckContext, operation: Operation): Promise<Exchange> {
  return tools.shared(controlKey(operation.id), () => tools.send(requestForUnknownId(tools, operation)));
}

export function requestForUnknownId(tools: CheckContext, operation: Operation): RequestBuilder {
  return tools.bare(operation.id).open('an id that does not exist');
}
