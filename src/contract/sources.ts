import { mapMembers } from '../defined.ts';
import { getOrMake } from '../memoize.ts';
import { joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import type { ContractDocument, OperationNode, ParameterNode, SourceNode } from './document.ts';
import { bare, isAtOrBelow, itemAt, pathNames } from './path-names.ts';
import { detailOf } from './recognise/proposal.ts';
import { answerOf, hasLocation, idIn, isText, listOf, membersOf, parametersOf } from './recognise/shape.ts';
import { sentTo, shownBy, thingOf, thingSentTo } from './recognise/thing.ts';
import { askedIn } from './undo.ts';

/**
 * Derives `x-sources`, `x-undo`, `x-payload` and `x-wrapped` from a document's shape. The id in `/things/{id}` comes from the
 * list at `/things`. PATCH, POST and PUT prefer what POST to `/things` creates: then the run changes its own things. DELETE of
 * `/things/{id}` removes what POST to `/things` creates. An operation with `x-rejects` stays as it is.
 */
export function withSources(document: ContractDocument): ContractDocument {
  const paths = mapMembers(document.paths, (item, path) =>
    mapMembers(item, (node, method) =>
      node['x-rejects'] === undefined
        ? withPayload(document, withUndo(document, path, method, withIds(document, path, method, node)))
        : node,
    ),
  );
  return { ...document, paths };
}

function withPayload(document: ContractDocument, node: OperationNode): OperationNode {
  const [shown, sent] = [thingOf(document, node).at, thingSentTo(document, node).at];
  return { ...(shown !== '' && { 'x-payload': shown }), ...(sent !== '' && { 'x-wrapped': sent }), ...node };
}

/** Adds sources of ids, but not for DELETE: a listed thing may belong to somebody else. */
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

/**
 * Only what was created is a source if the operation changes exactly that. Else a list is one, too. A PUT that creates chooses a
 * new id: what the target lists is not replaced.
 */
function sourcesOf(
  document: ContractDocument,
  path: string,
  method: string,
  { name }: ParameterNode,
): readonly SourceNode[] {
  const above = path.slice(0, path.indexOf(`/{${name}}`));
  if (method === 'put' && isLastIn(path, name) && createsAt(document, path) !== undefined) return [{ made: true }];
  const created = CHANGES.includes(method) ? createdSources(document, above, name) : [];
  const isItself = isLastIn(path, name);
  const sources = created.length > 0 && isItself ? created : [...created, ...listedSources(document, above)];
  return sources.length === 0 && method === 'put' ? listedSources(document, listElsewhere(document, above)) : sources;
}

/** The only path of the same name without an id in it: PUT of `/things/{id}/tags/{tag}` adds one of `/tags`. */
function listElsewhere({ paths }: ContractDocument, path: string): string {
  const name = path.slice(path.lastIndexOf('/'));
  const [only = '', ...others] = Object.keys(paths).filter((one) => bare(one).endsWith(name) && !one.includes('{'));
  return others.length === 0 ? only : '';
}

const CHANGES = ['patch', 'post', 'put'];

function isLastIn(path: string, name: string): boolean {
  return bare(path).endsWith(`/{${name}}`);
}

/**
 * The PUT of an item that creates it under an id that the request chooses (RFC 9110 section 9.3.4). Its 201 says so. Undefined if
 * POST creates such items, or nothing deletes them.
 */
function createsAt(document: ContractDocument, path: string): OperationNode | undefined {
  const { put, delete: remove } = document.paths[path] ?? {};
  const isMadeElsewhere = itemAt(document, bare(path).replace(/\/\{[^{}]+\}$/u, ''))?.['post'] !== undefined;
  const [, name = ''] = /\{([^{}]+)\}\/?$/u.exec(path) ?? [];
  const parameter = put && parametersOf(document, put).find((one) => one.in === 'path' && one.name === name);
  const isChosen = parameter !== undefined && isText(follow<Schema>(document, parameter.schema, '').target);
  return put?.responses['201'] !== undefined && remove !== undefined && !isMadeElsewhere && isChosen ? put : undefined;
}

/** The paths at which something is created that opens elsewhere, by the path that opens it. */
function makersOf(document: ContractDocument): ReadonlyMap<string, string> {
  const made = Object.keys(document.paths).filter((path) => document.paths[path]?.['post'] !== undefined);
  const elsewhere = made.map((path) => [bare(detailOf(document, path)?.path ?? path), bare(path)] as const);
  return new Map(elsewhere.filter(([detail, path]) => !isAtOrBelow(detail, path)));
}

const makers = new WeakMap<ContractDocument, ReturnType<typeof makersOf>>();

/** The id of what POST to the path creates, or a POST elsewhere whose things open there. */
function createdSources(document: ContractDocument, above: string, name: string): readonly SourceNode[] {
  const elsewhere = () => getOrMake(makers, document, () => makersOf(document)).get(`${above}/{${name}}`) ?? above;
  const path = itemAt(document, above)?.['post'] === undefined ? elsewhere() : above;
  const post = itemAt(document, path)?.['post'];
  if (post === undefined) return chosenSources(document, `${above}/{${name}}`, name);
  const pointer = post['x-undo']?.path[name] ?? createdId(document, path, post, name);
  return pointer === undefined ? [] : [{ operation: post.operationId, pointer }];
}

/** The id of what a PUT created under an id that it chose, if its answer has it. */
function chosenSources(document: ContractDocument, path: string, name: string): readonly SourceNode[] {
  const put = createsAt(document, path);
  const { at, schema } = put === undefined ? { at: '', schema: undefined } : thingOf(document, put);
  const id = idIn(membersOf(document, schema), name);
  return put === undefined || id === undefined ? [] : [{ operation: put.operationId, pointer: joinPointer(at, id) }];
}

/** The ids in the list that GET of the path returns. */
function listedSources(document: ContractDocument, path: string): readonly SourceNode[] {
  const get = itemAt(document, path)?.['get'];
  if (get === undefined) return [];
  const list = listOf(document, path, get);
  return list === undefined ? [] : [{ operation: get.operationId, pointer: `${list.at}/*/${list.id}` }];
}

function withUndo(document: ContractDocument, path: string, method: string, node: OperationNode): OperationNode {
  if (node['x-undo'] !== undefined) return node;
  if (method === 'put' && createsAt(document, path) !== undefined) return withUndoAt(document, path, node);
  if (method !== 'post') return node;
  const detail = detailOf(document, path);
  const remove = detail === undefined ? undefined : document.paths[detail.path]?.['delete'];
  const name = detail?.id ?? '';
  const id = createdId(document, path, node, name);
  const parents = pathNames(detail?.path ?? '').filter((one) => one !== name);
  const above = Object.fromEntries(parents.map((parent) => [parent, askedIn(parent)]));
  return remove === undefined || id === undefined
    ? node
    : { ...node, 'x-undo': { operation: remove.operationId, path: { ...above, [name]: id } } };
}

/** What a PUT creates is deleted at the same path. */
function withUndoAt({ paths }: ContractDocument, path: string, node: OperationNode): OperationNode {
  const operation = paths[path]?.['delete']?.operationId ?? '';
  const asked = Object.fromEntries(pathNames(path).map((name) => [name, askedIn(name)]));
  return { ...node, 'x-undo': { operation, path: asked } };
}

/** The place of the id in the answer to a creation. */
export function createdId(
  document: ContractDocument,
  path: string,
  node: OperationNode,
  name: string,
): string | undefined {
  const { at, schema } = thingOf(document, node);
  const id = idIn(membersOf(document, schema), name) ?? locatedId(document, path, node, name);
  return id === undefined || !isCreation(document, node, id) ? undefined : joinPointer(at, id);
}

/** The id of what a 201 without a body creates, if Location leads to it: named as where it is listed or opened. */
function locatedId(document: ContractDocument, path: string, node: OperationNode, name: string): string | undefined {
  if (answerOf(document, node) !== undefined || !hasLocation(document, node)) return undefined;
  const get = itemAt(document, path)?.['get'];
  const opened = document.paths[detailOf(document, path)?.path ?? '']?.['get'];
  const listed = get === undefined ? undefined : listOf(document, path, get)?.id;
  return listed ?? (opened && idIn(shownBy(document, opened), name)) ?? name;
}

/** Does it surely create something? It does if it declares 201, or if its request has no id: then the service assigns one. */
function isCreation(document: ContractDocument, node: OperationNode, id: string): boolean {
  return node.responses['201'] !== undefined || !sentTo(document, node).has(id);
}
