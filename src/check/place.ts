import type { Operation, Parameter } from '../contract/operations.ts';
import type { CheckContext } from './check.ts';
import type { Draft } from './request.ts';

/** The same context, but every request has these path values. */
export function atPath(tools: CheckContext, path: Draft['pathValues']): CheckContext {
  return {
    ...tools,
    request: (operation) => tools.request(operation).path(path),
    valid: async (...wanted) => (await tools.valid(...wanted)).path(path),
  };
}

/** Does its path contain an id, as in `/projects/{id}/tasks`? */
export function isBelowId({ parameters }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}

/**
 * Calls `ask` with a context that sends every request to the path of the operation's valid request. An operation without an id
 * in its path gets the context unchanged. Throws NotTested if no id is known.
 */
export function inItsPlace<T>(
  tools: CheckContext,
  operation: Operation,
  ask: (tools: CheckContext) => Promise<T>,
): Promise<T> {
  if (!isBelowId(operation)) return ask(tools);
  return tools.valid(operation.id).then(({ draft }) => ask(atPath(tools, draft.pathValues)));
}

/** In a plain document, a path parameter whose value only the document gives, as an example: nothing need have it. */
export function givenId({ plain, parameters }: Operation): Parameter | undefined {
  return parameters.find((one) => plain === true && one.in === 'path' && one['x-sources'] === undefined);
}
