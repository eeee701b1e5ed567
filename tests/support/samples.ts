import type { Contract } from '../../src/contract/contract.ts';
import { isObject, joinPointer } from '../../src/schema/pointer.ts';
import type { Schema } from '../../src/schema/schema.ts';

/** One documented JSON answer: its schema, and a body that fits it. */
export interface DocumentedAnswer {
  readonly name: string;
  readonly operation: string;
  readonly status: string;
  readonly mediaType: string;
  readonly schema: Schema;
  readonly pointer: string;
  readonly bodies: readonly unknown[];
}

/** Every JSON answer of a contract, with the document's own examples as bodies. */
export function documentedAnswers(contract: Contract): readonly DocumentedAnswer[] {
  return [...contract.operations.values()].flatMap((operation) =>
    operation.responses.flatMap((response) =>
      Object.entries(response.content ?? {})
        .filter(([type, media]) => type.endsWith('json') && media.schema !== undefined)
        .map(([mediaType, media]) => ({
          name: `${operation.id} ${response.key} ${mediaType}`,
          operation: operation.id,
          status: response.key,
          mediaType,
          schema: media.schema ?? {},
          pointer: joinPointer(response.pointer, 'content', mediaType, 'schema'),
          bodies: Object.values(media.examples ?? {}).map((example) => exampleValue(contract, example)),
        })),
    ),
  );
}

/** The value of an example, a reference to one followed. */
export function exampleValue(contract: Contract, example: unknown): unknown {
  const reference = isObject(example) ? example['$ref'] : undefined;
  if (typeof reference !== 'string') return isObject(example) ? example['value'] : undefined;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), contract.document);
  return isObject(target) ? target['value'] : undefined;
}
