import { isObject, joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { ContractDocument, OperationNode, ParameterNode } from './document.ts';
import { jsonTypeOf } from './statuses.ts';

/**
 * Where a plain document shows it by its shape alone: the id in `/things/{id}` is had from the list at `/things`, and what
 * a POST to `/things` makes is taken back by DELETE of `/things/{id}`. What says how it refuses (`x-rejects`) says that itself.
 */
export function withSources(document: ContractDocument): ContractDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, node]) => [
        method,
        node['x-rejects'] === undefined
          ? withUndo(document, path, method, withIds(document, path, method, node))
          : node,
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as ContractDocument['paths'] };
}

/** Nothing that is listed is deleted: somebody else made it. */
function withIds(document: ContractDocument, path: string, method: string, node: OperationNode): OperationNode {
  if (node.parameters === undefined || method === 'delete') return node;
  const parameters = node.parameters.map((given) => {
    const { target } = follow<ParameterNode>(document, given, '');
    const source =
      target.in === 'path' && target['x-sources'] === undefined ? sourceOf(document, path, target) : undefined;
    return source === undefined ? given : { ...target, 'x-sources': [source] };
  });
  return { ...node, parameters };
}

function sourceOf(document: ContractDocument, path: string, { name }: ParameterNode) {
  const above = path.slice(0, path.indexOf(`/{${name}}`));
  const list = above.includes('{') ? undefined : document.paths[above]?.['get'];
  if (list === undefined) return undefined;
  const items = itemsIn(document, answerOf(document, list));
  const id = items === undefined ? undefined : idIn(items.schema, name);
  return id === undefined ? undefined : { operation: list.operationId, pointer: `${items?.at}/*/${id}` };
}

function withUndo(document: ContractDocument, path: string, method: string, node: OperationNode): OperationNode {
  if (method !== 'post' || node['x-undo'] !== undefined || node.responses['201'] === undefined) return node;
  const below = Object.keys(document.paths).find(
    (one) => one.startsWith(`${path}/{`) && !one.slice(path.length + 1).includes('/'),
  );
  const remove = below === undefined ? undefined : document.paths[below]?.['delete'];
  const name = below?.slice(path.length + 2, -1) ?? '';
  const made = answerOf(document, node);
  const id = made === undefined ? undefined : idIn(made, name);
  return remove === undefined || id === undefined
    ? node
    : { ...node, 'x-undo': { operation: remove.operationId, path: { [name]: joinPointer('', id) } } };
}

/** The schema of its first success in JSON. */
function answerOf(document: ContractDocument, { responses }: OperationNode): Schema | undefined {
  const key = Object.keys(responses).find((one) => one.startsWith('2'));
  const { content = {} } = follow<OperationNode['responses'][string]>(document, responses[key ?? ''] ?? {}, '').target;
  const schema = content[jsonTypeOf(content) ?? '']?.schema;
  return schema === undefined ? undefined : follow<Schema>(document, schema, '').target;
}

/** The objects of a list: the whole answer, or the one member of it that is one. */
function itemsIn(document: ContractDocument, schema: Schema | undefined): { at: string; schema: Schema } | undefined {
  const own = isObject(schema?.items) ? follow<Schema>(document, schema.items, '').target : undefined;
  if (own !== undefined) return { at: '', schema: own };
  const lists = Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => {
    const { items } = isObject(member) ? follow<Schema>(document, member, '').target : ({} as Schema);
    return isObject(items) ? [{ at: joinPointer('', name), schema: follow<Schema>(document, items, '').target }] : [];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

function idIn({ properties = {} }: Schema, name: string): string | undefined {
  return [name, 'id'].find((one) => properties[one] !== undefined);
}
