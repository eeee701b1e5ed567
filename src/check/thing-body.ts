import { type Contract, operationOf } from '../contract/contract.ts';
import type { Operation, RequestBody } from '../contract/operations.ts';
import { exampleBody } from '../generate/base.ts';
import { atPointer } from '../schema/pointer.ts';
import { schemasAt } from '../schema/schemas-at.ts';

/** What the document says of the thing that a body sends: places begin in it, not in an envelope. */
export type ThingBody = Required<Pick<RequestBody, 'schema' | 'distinct' | 'references'>>;

/** The thing that the body of an operation sends, which may stand in an envelope (`x-wrapped`); undefined if it has no body. */
export function thingBodyOf({ document }: Contract, { node, requestBody }: Operation): ThingBody | undefined {
  if (requestBody === undefined) return undefined;
  const { schema, distinct = new Map(), references = new Map() } = requestBody;
  const at = node['x-wrapped'] ?? '';
  if (at === '') return { schema, distinct, references };
  const [inner = schema] = schemasAt(document, schema, at);
  const own = [...distinct].filter(([place]) => place.startsWith(`${at}/`));
  return { schema: inner, distinct: new Map(own.map(([place, one]) => [place.slice(at.length), one])), references };
}

/** The thing of a valid body; undefined if none is known. */
export function exampleThing(contract: Contract, operationId: string): unknown {
  const { node } = operationOf(contract, operationId);
  return atPointer(exampleBody(contract, operationId), node['x-wrapped'] ?? '');
}
