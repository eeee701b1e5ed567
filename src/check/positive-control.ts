import type { Exchange } from '../http/exchange.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import type { CheckContext } from './check.ts';
import { statusOf } from './judges.ts';
import type { RequestBuilder } from './request.ts';

/** The key under which the control of an operation is shared within a run. */
export function controlKey(operation: string): string {
  return `control ${operation}`;
}

/**
 * The one valid request of an operation that stands beside everything else that it is asked: sent once per run, with the
 * credentials that the operation asks for and no others, for it shows that these suffice. Where it asks for none, with
 * none; with the usual ones where nobody is served so.
 */
export function controlOf(tools: CheckContext, operation: string): Promise<Exchange> {
  return tools.shared(controlKey(operation), async () => {
    const request = await tools.valid(operation);
    const answer = await tools.send(isOpenToAll(request) ? request.as() : request.pure());
    return isTurnedAway(answer) && isOpenToAll(request) ? tools.send(request.pure()) : answer;
  });
}

function isOpenToAll({ draft: { operation } }: RequestBuilder): boolean {
  return operation?.security.length === 0;
}

/** Refused for what it presents, or because there are too many who present nothing. */
function isTurnedAway(answer: Exchange): boolean {
  const status = statusOf(answer);
  return status !== undefined && (isUnauthorized(status) || status === TOO_MANY);
}

/** RFC 6585. */
const TOO_MANY = 429;

/** Sends a request once per run, whoever makes one like it: for those that are not safe to repeat, or dear. */
export function sentOnce(tools: CheckContext, request: RequestBuilder): Promise<Exchange> {
  return tools.shared(requestKey(request), () => tools.send(request));
}

/** What tells requests apart: the operation, its values, the body and the credentials. */
export function requestKey({ draft }: RequestBuilder): string {
  const { operation, method, path, pathValues, query, body, presented } = draft;
  return `once ${operation?.id ?? `${method} ${path}`} ${JSON.stringify([pathValues, query, body, presented])}`;
}
