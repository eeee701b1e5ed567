import type { Operation } from '../contract/operations.ts';
import type { CheckContext } from './check.ts';
import type { Draft } from './request.ts';

/** The same context, in which every request has these values for what its path asks for. */
export function atPath(tools: CheckContext, path: Draft['pathValues']): CheckContext {
  return { ...tools, request: (operation) => tools.request(operation).path(path) };
}

/**
 * For what stands below an id, such as `/projects/{id}/tasks`: the same context, in which every request goes to the place
 * of the operation's valid request. Throws NotTested where no id is known.
 */
export async function inItsPlace(tools: CheckContext, { id, parameters }: Operation): Promise<CheckContext> {
  if (!parameters.some((parameter) => parameter.in === 'path')) return tools;
  return atPath(tools, (await tools.valid(id)).draft.pathValues);
}
