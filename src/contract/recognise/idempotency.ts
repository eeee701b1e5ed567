import type { ContractDocument, OperationNode } from '../document.ts';
import { isIdempotencyKey } from '../idempotency.ts';
import { descriptionOf, parametersOf, sentencesIn } from './shape.ts';

/** How a creation can be repeated: the header, and the statuses that a key gets with another body, if the document says so. */
export interface Repeatable {
  readonly header: string;
  readonly refusals?: readonly string[];
}

const OTHER_BODY =
  /\b(?:another|other|different|changed)\s+(?:request\s+)?(?:body|payload|content|request|parameters)\b/iu;

/** Of a creation with the header parameter Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). */
export function repeatableIn(document: ContractDocument, node: OperationNode): Repeatable | undefined {
  const key = parametersOf(document, node).find(isIdempotencyKey);
  if (key === undefined) return undefined;
  const described = Object.keys(node.responses).filter((status) => {
    const description = descriptionOf(document, node, status);
    return status.startsWith('4') && /idempotency|\bkey\b/iu.test(description) && OTHER_BODY.test(description);
  });
  const said = sentencesIn(`${node.description ?? ''} ${key.description ?? ''}`)
    .filter((one) => OTHER_BODY.test(one))
    .flatMap((one) => one.match(/\b4\d\d\b/gu) ?? []);
  const refusals = [...new Set([...described, ...said])];
  return { header: key.name, ...(refusals.length === 0 ? {} : { refusals }) };
}
