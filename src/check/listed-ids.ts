import { segmentIn } from '../contract/path-names.ts';
import { candidatesFrom } from '../generate/base.ts';
import type { CheckContext } from './check.ts';
import { bodyOf } from './judges.ts';
import type { RequestBuilder } from './request.ts';
import { unlessNotTested } from './verdict.ts';

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
