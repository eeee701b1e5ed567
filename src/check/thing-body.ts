import { type Contract, operationOf } from '../contract/contract.ts';
import type { Operation, RequestBody } from '../contract/operations.ts';
import { exampleBody } from '../generate/base.ts';
import { atPointer } from '../schema/pointer.ts';
import { schemasAt } from '../schema/schemas-at.ts';

/** What a body says of the thing that it sends: without the envelope of `{"wall": {…}}` (`x-wrapped`). Undefined without a body. */
export type ThingBody = Required<Pick<RequestBody, 'schema' | 'distinct' | 'references'>>;

export function thingBodyOf({ document }: Contract, { node, requestBody }: Operation): ThingBody | undefined {
  if (requestBody === undefined) return undefined;
  const { schema, distinct = new Map(), references = new Map() } = requestBody;
  const at = node['x-wrapped'] ?? '';
  const [inner = schema] = at === '' ? [schema] : schemasAt(document, schema, at);
  const own = [...distinct].filter(([place]) => place.startsWith(`${at}/`));
  return { schema: inner, distinct: new Map(own.map(([place, one]) => [place.slice(at.length), one])), references };
}

/** The thing of a valid body; undefined if none is known. */
export function exampleThing(contract: Contract, operationId: string): unknown {
  const { node } = operationOf(contract, operationId);
  return atPointer(exampleBody(contract, operationId), node['x-wrapped'] ?? '');
}
