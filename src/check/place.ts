import type { Operation, Parameter } from '../contract/operations.ts';
import { segmentIn } from '../contract/path-names.ts';
import { candidatesFrom } from '../generate/base.ts';
import type { CheckContext } from './check.ts';
import { bodyOf } from './judges.ts';
import type { Draft, RequestBuilder } from './request.ts';
import { unlessNotTested } from './verdict.ts';

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

/** The ids that an operation shows for a parameter of the request's path; none if no operation does. */
export async function listedIds(
  tools: CheckContext,
  { draft: { operation, pathValues } }: RequestBuilder,
  name: string,
): Promise<readonly string[]> {
  const parameter = operation?.parameters.find((one) => one.in === 'path' && one.name === name);
  const source = parameter?.['x-sources']?.find((one) => 'operation' in one);
  if (operation === undefined || parameter === undefined || source === undefined) return [];
  const shown = await unlessNotTested(() => tools.send(tools.request(source.operation).path(pathValues)));
  return candidatesFrom(tools.contract, shown && bodyOf(shown), source.pointer, parameter, (id) =>
    segmentIn(operation.path, name, id),
  );
}

/** In a plain document, a path parameter whose value only the document gives, as an example: nothing need have it. */
export function givenId({ plain, parameters }: Operation): Parameter | undefined {
  return parameters.find((one) => plain === true && one.in === 'path' && one['x-sources'] === undefined);
}
