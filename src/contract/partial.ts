import { isDeepStrictEqual } from 'node:util';
import { mapMembers } from '../defined.ts';
import { MERGE_PATCH } from '../media-type.ts';
import { isObject } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { ContractDocument, OperationNode } from './document.ts';
import { jsonTypeOf } from './statuses.ts';

/**
 * A PATCH whose body has the very schema of its answer may leave out members: those are required of the resource, not of each
 * change (RFC 5789 section 2). So may a merge patch that requires what its answer does (RFC 7396 section 1).
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
  if (media?.schema === undefined) return node;
  const name = referenceIn(media.schema);
  const shown = answers(document, node);
  const { required, ...schema } = follow<Schema>(document, media.schema, '').target;
  const isSameSchema = name !== undefined && shown.some((one) => referenceIn(one) === name);
  const requiresSame = (one: Schema) =>
    required !== undefined && isDeepStrictEqual(follow<Schema>(document, one, '').target.required, required);
  if (!isSameSchema && (type !== MERGE_PATCH || !shown.some(requiresSame))) return node;
  return {
    ...node,
    requestBody: { ...requestBody, content: { ...requestBody.content, [type]: { ...media, schema } } },
  };
}

/** The schemas of its successes. */
function answers(document: ContractDocument, { responses }: OperationNode): readonly Schema[] {
  return Object.entries(responses)
    .filter(([key]) => key.startsWith('2'))
    .map(([, response]) => follow<typeof response>(document, response, '').target.content ?? {})
    .flatMap((content) => content[jsonTypeOf(content) ?? '']?.schema ?? []);
}

function referenceIn(schema: unknown): unknown {
  return isObject(schema) ? schema['$ref'] : undefined;
}
