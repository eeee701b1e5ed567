import { joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { ContractDocument, OperationNode, ParameterNode } from './document.ts';
import { detailOf } from './recognise/proposal.ts';
import { answerOf, idIn, listOf, membersOf, sentTo } from './recognise/shape.ts';
import { askedIn } from './undo.ts';

/**
 * Where a plain document shows it by its shape alone: the id in `/things/{id}` is had from the list at `/things`, for PATCH,
 * POST and PUT from what POST to `/things` makes, if that can be taken back: nothing is changed that the run did not make. And what a
 * POST to `/things` makes is taken back by DELETE of `/things/{id}`. What says how it refuses (`x-rejects`) says that itself.
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
    if (target.in !== 'path' || target['x-sources'] !== undefined) return given;
    const sources = sourcesOf(document, path, method, target);
    return sources.length === 0 ? given : { ...target, 'x-sources': sources };
  });
  return { ...node, parameters };
}

function sourcesOf(document: ContractDocument, path: string, method: string, { name }: ParameterNode) {
  const above = path.slice(0, path.indexOf(`/{${name}}`));
  const maker = document.paths[above]?.['post'];
  const undo =
    maker === undefined || !CHANGES.includes(method) ? undefined : withUndo(document, above, 'post', maker)['x-undo'];
  const pointer = undo?.path[name];
  const made = maker === undefined || pointer === undefined ? [] : [{ operation: maker.operationId, pointer }];
  if (made.length > 0 && path === `${above}/{${name}}`) return made;
  const list = document.paths[above]?.['get'];
  const found = list && listOf(document, above, list);
  return list === undefined || found === undefined
    ? made
    : [...made, { operation: list.operationId, pointer: `${found.at}/*/${found.id}` }];
}

const CHANGES = ['patch', 'post', 'put'];

function withUndo(document: ContractDocument, path: string, method: string, node: OperationNode): OperationNode {
  if (method !== 'post' || node['x-undo'] !== undefined) return node;
  const detail = detailOf(document, path);
  const remove = detail === undefined ? undefined : document.paths[detail.path]?.['delete'];
  const name = detail?.id ?? '';
  const id = idIn(membersOf(document, answerOf(document, node)), name);
  const parents = [...path.matchAll(/\{([^{}]+)\}/gu)].map(([, parent = '']) => [parent, askedIn(parent)] as const);
  const above = Object.fromEntries(parents);
  return remove === undefined || id === undefined || !makes(document, node, id)
    ? node
    : { ...node, 'x-undo': { operation: remove.operationId, path: { ...above, [name]: joinPointer('', id) } } };
}

/** A 201 says so; of another success it is sure where the id is the service's own, and nobody can send one that is there. */
function makes(document: ContractDocument, node: OperationNode, id: string): boolean {
  return node.responses['201'] !== undefined || !sentTo(document, node).has(id);
}
