import type { Exchange } from '../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import type { CheckContext } from './check.ts';
import { statusOf } from './judges.ts';
import type { RequestBuilder } from './request.ts';

/** The key under which the control of an operation is shared within a run. */
export function controlKey(operation: string): string {
  return `control ${operation}`;
}

/**
 * The positive control of an operation: the answer to a valid request, sent once per run with exactly the credentials that the
 * operation requires. A public operation is asked without any, and with the usual ones if that is refused.
 */
export function controlOf(tools: CheckContext, operation: string): Promise<Exchange> {
  return tools.shared(controlKey(operation), async () => {
    const request = await tools.valid(operation);
    const answer = await tools.send(isOpenToAll(request) ? request.as() : request.pure());
    return isRefused(answer) && isOpenToAll(request) ? tools.send(request.pure()) : answer;
  });
}

function isOpenToAll({ draft: { operation } }: RequestBuilder): boolean {
  return operation?.security.length === 0;
}

/** Refused for its credentials (401, 403), or by the rate limit of anonymous callers (429). */
function isRefused(answer: Exchange): boolean {
  const status = statusOf(answer);
  return status !== undefined && (isUnauthorized(status) || status === TOO_MANY_REQUESTS);
}

/** Sends equal requests only once per run, and shares the answer: for what is unsafe or expensive to repeat. */
export function sentOnce(tools: CheckContext, request: RequestBuilder): Promise<Exchange> {
  return tools.shared(onceKey(request), () => tools.send(request));
}

/** The same key for equal requests: operation, values, body and credentials count. */
export function onceKey({ draft }: RequestBuilder): string {
  const { operation, method, path, pathValues, query, body, presented } = draft;
  return `once ${operation?.id ?? `${method} ${path}`} ${JSON.stringify([pathValues, query, body, presented])}`;
}
