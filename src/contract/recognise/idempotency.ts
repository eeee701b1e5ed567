import { follow } from '../../schema/reference.ts';
import type { ContractDocument, OperationNode, ParameterNode, ResponseNode } from '../document.ts';
import { isIdempotencyKey } from '../idempotency.ts';

/** How a creation can be repeated: the header, and the statuses that a key gets with another body, if the document says so. */
export interface Repeatable {
  readonly header: string;
  readonly refusals?: readonly string[];
}

const OTHER_BODY =
  /\b(?:another|other|different|changed)\s+(?:request\s+)?(?:body|payload|content|request|parameters)\b/iu;

/** Of a creation with the header parameter Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). */
export function repeatableIn(document: ContractDocument, node: OperationNode): Repeatable | undefined {
  const parameters = (node.parameters ?? []).map((given) => follow<ParameterNode>(document, given, '').target);
  const key = parameters.find(isIdempotencyKey);
  if (key === undefined) return undefined;
  const described = Object.entries(node.responses).filter(([status, given]) => {
    const { description = '' } = follow<Partial<ResponseNode>>(document, given, '').target;
    return status.startsWith('4') && /idempotency|\bkey\b/iu.test(description) && OTHER_BODY.test(description);
  });
  const sentences = `${node.description ?? ''} ${key.description ?? ''}`.split(/(?<=[.;])\s/u);
  const said = sentences.filter((one) => OTHER_BODY.test(one)).flatMap((one) => one.match(/\b4\d\d\b/gu) ?? []);
  const refusals = [...new Set([...described.map(([status]) => status), ...said])];
  return { header: key.name, ...(refusals.length === 0 ? {} : { refusals }) };
}
