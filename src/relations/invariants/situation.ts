import type { Contract } from '../../contract/contract.ts';
import type { Operation } from '../../contract/operations.ts';
import { pathOf, percentDecoded } from '../../http/base-url.ts';
import { atPointer, splitPointer } from '../../schema/pointer.ts';
import { follow } from '../../schema/reference.ts';
import type { Schema } from '../../schema/schema.ts';
import type { Situation } from './operands.ts';

/** A request as it was sent: its JSON body, its query, and its target (path and query). */
export interface Asked {
  readonly body: unknown;
  readonly query: Readonly<Record<string, string>>;
  readonly target: string;
}

/** What a relation is judged by: the body and headers of an answer, its request, and what the document declares. */
export function situationOf(
  contract: Contract,
  operation: Operation,
  { body, headers }: Pick<Situation, 'body' | 'headers'>,
  asked: Asked,
): Situation {
  return {
    body,
    headers,
    request: { body: asked.body, query: asked.query, path: pathValues(operation, asked) },
    declared: (pointer) => atPointer(operation.node, pointer),
    defaultOf: (pointer) => memberSchema(contract, operation, pointer)?.default,
  };
}

/** The values of the path parameters in a request. */
export function pathValues(
  { path }: Pick<Operation, 'path'>,
  request: { readonly target: string },
): Readonly<Record<string, string>> {
  const segments = pathOf(request).split('/');
  const values = path.split('/').flatMap((segment, index): readonly (readonly [string, string])[] => {
    const name = /^\{(.+)\}$/u.exec(segment)?.[1];
    const value = segments[index];
    return name === undefined || value === undefined ? [] : [[name, percentDecoded(value)]];
  });
  return Object.fromEntries(values);
}

/** The schema of a member of the request's body. */
function memberSchema({ document }: Contract, { requestBody }: Operation, pointer: string): Schema | undefined {
  let schema: Schema | boolean | undefined = requestBody?.schema;
  for (const name of splitPointer(pointer))
    schema = typeof schema === 'object' ? follow<Schema>(document, schema, '').target.properties?.[name] : undefined;
  return typeof schema === 'object' ? follow<Schema>(document, schema, '').target : undefined;
}
