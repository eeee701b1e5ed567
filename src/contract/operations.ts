import { defined } from '../defined.ts';
import { hint, SpecError } from '../errors.ts';
import { isRange } from '../media-type.ts';
import { joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { type Condition, IN_CONFLICT, readCondition } from './condition.ts';
import type { ContractDocument, MediaTypeNode, OperationNode, ParameterNode, ResponseNode } from './document.ts';
import { type Harm, harmOf } from './harm.ts';
import { permissionOf } from './permissions.ts';
import { type Distinct, distinctIn } from './recognise/distinct.ts';
import { isFreeText } from './recognise/shape.ts';
import { isUpdate } from './recognise/thing.ts';
import { collectionsIn, elementOf, type Place, type References, referenceOf, referencesIn } from './references.ts';
import { type RoleScheme, rolesOf } from './roles.ts';
import { isRangeOf, jsonTypeOf, rejectsByRule } from './statuses.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';

/** The kinds of bad request that `x-rejects` gives a status to. */
export type RejectKind =
  | 'invalid-query'
  | 'invalid-path'
  | 'invalid-body'
  | 'unknown-id'
  | 'malformed-json'
  | 'missing-credential'
  | 'wrong-credential';

export interface Parameter extends Omit<ParameterNode, 'schema'> {
  readonly schema: Schema;
  readonly pointer: string;
  /** By its name and schema, the value is the id of something. */
  readonly isReference?: true;
}

export interface ResponseDeclaration {
  /** The key in the document: a status, `4XX`, or `default`. */
  readonly key: string;
  readonly pointer: string;
  readonly content?: Readonly<Record<string, MediaTypeNode>>;
  readonly headers?: Readonly<Record<string, Partial<ParameterNode>>>;
  readonly branch?: string;
  /** The condition of the target that this response reports. While it lasts, a valid request may get it. */
  readonly condition?: Condition;
}

export interface RequestBody {
  readonly required: boolean;
  readonly schema: Schema;
  readonly pointer: string;
  readonly media: MediaTypeNode;
  /** The `Content-Type` of requests. */
  readonly mediaType: string;
  /** Every media type that the document declares for the body. */
  readonly mediaTypes: readonly string[];
  /** In a plain document: the text members whose values have to be unique. */
  readonly distinct?: Distinct;
  /** In a plain document: the members that name something else. */
  readonly references?: References;
}

/** One operation of the resolved document, with references to parameters and responses followed. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** The path template, as in `/api/papers/{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly pointer: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: readonly ResponseDeclaration[];
  /** Alternatives. The schemes of each are needed together. Empty: public. */
  readonly security: readonly (readonly string[])[];
  /** The same as `security`, with the role of each scheme; undefined for a scheme without a role. */
  readonly roles: readonly (readonly (string | undefined)[])[];
  /** Every role of the document, so that a wrong credential can be made for each. */
  readonly schemes: readonly RoleScheme[];
  readonly rejects: Readonly<Partial<Record<RejectKind, string>>>;
  readonly maxDurationSeconds?: number;
  readonly costly: boolean;
  /** A valid request needs this permission of the owner of the target. */
  readonly permission?: string;
  /** The operation has no `x-rejects`: the statuses of its refusals follow from rules. */
  readonly plain?: true;
  /** In a plain document: it is a POST that changes the item at its path. */
  readonly updates?: true;
  /** In a plain document: what a request may do that nobody can allow. It is not sent. */
  readonly harm?: Harm;
  /** The operation that removes what this one creates (`x-undo`), and the GET of the same path. */
  readonly undoneBy?: Operation;
  readonly openedBy?: Operation;
  readonly node: OperationNode;
}

/** The keys of the 2xx responses, in the order of the document. */
export function successKeysOf({ responses }: Operation): readonly string[] {
  return responses.map(({ key }) => key).filter((key) => key.startsWith('2'));
}

/** The first 2xx response. Throws a SpecError if there is none. */
export function successOf(operation: Operation): ResponseDeclaration {
  const success = operation.responses.find(({ key }) => key.startsWith('2'));
  if (success === undefined) throw new SpecError(`${operation.id} declares no 2xx response.`);
  return success;
}

/** The response declared for a status: the exact one, else the range (`4XX`), else `default`. */
export function responseFor(operation: Operation, status: number): ResponseDeclaration | undefined {
  const exact = operation.responses.find(({ key }) => key === String(status));
  const range = operation.responses.find(({ key }) => isRangeOf(key, status));
  return exact ?? range ?? operation.responses.find(({ key }) => key === 'default');
}

/** Is the status documented as its own or by its range? `default` gives errors a body, but foresees no server error. */
export function foresees(operation: Operation, status: number): boolean {
  return (responseFor(operation, status)?.key ?? 'default') !== 'default';
}

/** The response that reports the condition with this name. Throws a SpecError if there is none. */
export function responseWhen(
  { id, responses }: Operation,
  condition: string,
): Required<Pick<ResponseDeclaration, 'key' | 'condition'>> {
  const known = responses.flatMap(({ key, condition: one }) => (one === undefined ? [] : [{ key, condition: one }]));
  const found = known.find(({ condition: { name } }) => name === condition);
  if (found !== undefined) return found;
  const names = known.flatMap(({ condition: { name } }) => name ?? []);
  throw new SpecError(`${id} has no response with an x-condition named ${condition}${hint(condition, names)}.`);
}

export function readOperations(document: ContractDocument): ReadonlyMap<string, Operation> {
  const source = { document, schemes: rolesOf(document), collections: collectionsIn(document) };
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method.toUpperCase()))
      .map(([method, node]) => readOperation(source, path, method, node)),
  );
  const undoOf = ({ node }: Operation) => operations.find(({ id }) => id === node['x-undo']?.operation);
  const getOf = ({ path }: Operation) => operations.find((one) => one.method === 'GET' && one.path === path);
  const others = (one: Operation) => defined({ undoneBy: undoOf(one), openedBy: getOf(one) });
  return new Map(operations.map((one) => [one.id, { ...one, ...others(one) }]));
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']);

type Source = Omit<Place, 'path'> & { readonly schemes: readonly RoleScheme[] };

function readOperation(source: Source, path: string, method: string, node: OperationNode): Operation {
  const { document, schemes } = source;
  const pointer = joinPointer('', 'paths', path, method);
  const security = (node.security ?? document.security ?? []).map((alternative) => Object.keys(alternative));
  const requestBody = node.requestBody && readBody({ ...source, path }, node, pointer);
  const parameters = (node.parameters ?? []).map((parameter, index) =>
    readParameter({ ...source, path }, parameter, joinPointer(pointer, 'parameters', index)),
  );
  const isPlain = node['x-rejects'] === undefined;
  const hasFreeId = parameters.some((one) => one.in === 'path' && isFreeText(one.schema));
  return {
    id: node.operationId,
    method: method.toUpperCase() as Method,
    path,
    tag: node.tags?.[0] ?? 'untagged',
    pointer,
    parameters,
    responses: Object.entries(node.responses)
      .map(([key, response]) => readResponse(document, key, response, joinPointer(pointer, 'responses', key)))
      .map((response) => (isPlain && method !== 'get' ? withConflict(response) : response)),
    security,
    roles: security.map((names) => names.map((name) => schemes.find(({ scheme }) => scheme === name)?.role)),
    schemes,
    costly: node['x-costly'] === true,
    rejects: (node['x-rejects'] ?? rejectsByRule(node, hasFreeId)) as Operation['rejects'],
    ...(isPlain && { plain: true }),
    ...(isPlain && isUpdate(document, node, { method, path }) && { updates: true }),
    ...(isPlain && defined({ harm: harmOf(document, { path, method, isOpen: security.length === 0 }) })),
    ...defined({ requestBody, maxDurationSeconds: node['x-max-duration'], permission: permissionOf(node, method) }),
    node,
  };
}

function readParameter(place: Place, node: ParameterNode, pointer: string): Parameter {
  const { target, pointer: below } = follow<ParameterNode>(place.document, node, pointer);
  const schema = follow<Schema>(place.document, target.schema, '').target;
  const isReference =
    target.in === 'query' && referenceOf(place, target.name, elementOf(place.document, schema)) !== undefined;
  return { ...target, pointer: joinPointer(below, 'schema'), ...(isReference ? { isReference } : {}) };
}

function readResponse(
  document: ContractDocument,
  key: string,
  node: ResponseNode,
  pointer: string,
): ResponseDeclaration {
  const { target, pointer: place } = follow<ResponseNode>(document, node, pointer);
  const branch = node['x-branch'] ?? target['x-branch'];
  const condition = readCondition(target['x-condition'], place);
  return {
    key,
    pointer: place,
    ...defined({ content: target.content, headers: target.headers, branch, condition }),
  };
}

function withConflict(response: ResponseDeclaration): ResponseDeclaration {
  return response.key === '409' ? { condition: IN_CONFLICT, ...response } : response;
}

function readBody(place: Place, node: OperationNode, pointer: string): RequestBody {
  const { document } = place;
  const { target, pointer: below } = follow<NonNullable<OperationNode['requestBody']>>(
    document,
    node.requestBody,
    joinPointer(pointer, 'requestBody'),
  );
  const key = jsonTypeOf(target.content) ?? JSON_MEDIA;
  const media = target.content[key];
  if (media?.schema === undefined)
    throw new SpecError(`${node.operationId}: the request body has no application/json schema.`);
  return {
    required: target.required === true,
    schema: media.schema,
    media,
    mediaType: isRange(key) ? JSON_MEDIA : key,
    mediaTypes: Object.keys(target.content),
    pointer: joinPointer(below, 'content', key, 'schema'),
    ...(node['x-rejects'] === undefined
      ? { distinct: distinctIn(document, node, media.schema), references: referencesIn(place, media.schema) }
      : {}),
  };
}

const JSON_MEDIA = 'application/json';

/** May it use up the item at its path (RFC 9110 section 9.3.3)? Only a POST that neither creates anything nor changes it. */
export function mayUseUp({ plain, updates, method, path, responses, node }: Operation): boolean {
  const creates = node['x-undo'] !== undefined || responses.some(({ key }) => key === '201');
  return plain === true && updates !== true && method === 'POST' && path.includes('{') && !creates;
}
