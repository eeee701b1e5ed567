import { mapMembers } from '../defined.ts';
import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { ContractDocument, OperationNode } from './document.ts';
import { jsonTypeOf } from './statuses.ts';

/**
 * A PATCH whose body has the very schema of its answer may leave out members: those are required of the resource, not of each
 * change (RFC 5789 section 2).
 */
export function withPartialChanges(document: ContractDocument): ContractDocument {
  const paths = mapMembers(document.paths, (item) =>
    mapMembers(item, (node, method) => (method === 'patch' ? withPartialBody(document, node) : node)),
  );
  return { ...document, paths };
}

function withPartialBody(document: ContractDocument, node: OperationNode): OperationNode {
  if (node.requestBody === undefined) return node;
  const { target: requestBody } = follow<NonNullable<OperationNode['requestBody']>>(document, node.requestBody, '');
  const type = jsonTypeOf(requestBody.content) ?? '';
  const media = requestBody.content[type];
  const name = referenceIn(media?.schema);
  if (media?.schema === undefined || name === undefined || !answers(document, node).includes(name)) return node;
  const { required: _required, ...schema } = follow<Schema>(document, media.schema, '').target;
  return {
    ...node,
    requestBody: { ...requestBody, content: { ...requestBody.content, [type]: { ...media, schema } } },
  };
}

/** The names of the schemas of its successes. */
function answers(document: ContractDocument, { responses }: OperationNode): readonly unknown[] {
  return Object.entries(responses)
    .filter(([key]) => key.startsWith('2'))
    .map(([, response]) => follow<typeof response>(document, response, '').target.content ?? {})
    .map((content) => referenceIn(content[jsonTypeOf(content) ?? '']?.schema));
}

function referenceIn(schema: unknown): unknown {
  return isObject(schema) ? schema['$ref'] : undefined;
}
