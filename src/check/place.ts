import type { Operation } from '../contract/operations.ts';
import type { CheckContext } from './check.ts';
import type { Draft } from './request.ts';

/** The same context, in which every request has these values for what its path asks for. */
export function atPath(tools: CheckContext, path: Draft['pathValues']): CheckContext {
  return { ...tools, request: (operation) => tools.request(operation).path(path) };
}

/** Does it stand below an id, such as `/projects/{id}/tasks`? */
export function isBelowId({ parameters }: Operation): boolean {
  return parameters.some((parameter) => parameter.in === 'path');
}

/**
 * Of what stands below an id every request goes to the place of the operation's valid request; anything else is asked as it
 * is. Throws NotTested where no id is known.
 */
export function inItsPlace<T>(
  tools: CheckContext,
  operation: Operation,
  ask: (tools: CheckContext) => Promise<T>,
): Promise<T> {
  if (!isBelowId(operation)) return ask(tools);
  return tools.valid(operation.id).then(({ draft }) => ask(atPath(tools, draft.pathValues)));
}
