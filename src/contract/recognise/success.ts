import { follow } from '../../schema/reference.ts';
import type { ContractDocument, OperationNode, ResponseNode } from '../document.ts';
import { jsonTypeOf } from '../statuses.ts';

export type Success = Partial<ResponseNode> & { readonly headers?: Readonly<Record<string, unknown>> };

/** The first 2xx response. */
export function successIn(document: ContractDocument, { responses }: OperationNode): Success {
  const key = Object.keys(responses).find((one) => one.startsWith('2'));
  return follow<ResponseNode>(document, responses[key ?? ''] ?? {}, '').target;
}

/** The schema of the first 2xx response as the document writes it, maybe a reference; undefined if it is no JSON. */
export function successSchema(document: ContractDocument, node: OperationNode): unknown {
  const { content = {} } = successIn(document, node);
  return content[jsonTypeOf(content) ?? '']?.schema;
}
