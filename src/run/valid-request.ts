import { createdIn, isSuccess } from '../check/judges.ts';
import { takenByExample } from '../check/leeway.ts';
import type { RequestBuilder } from '../check/request.ts';
import { noValue, requestWith } from '../check/request-with.ts';
import { sampleAt } from '../check/target.ts';
import { deletesOthers, NotTested, noBodyFor, unlessNotTested } from '../check/verdict.ts';
import { operationOf } from '../contract/contract.ts';
import type { SourceNode } from '../contract/document.ts';
import { mayUseUp, type Operation, type Parameter } from '../contract/operations.ts';
import { segmentIn } from '../contract/path-names.ts';
import { candidatesFrom, exampleBody, fillTemplate, isEmptyAt, templateSamples } from '../generate/base.ts';
import { documentedValue } from '../generate/parameter-values.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Suite } from '../rules/suite.ts';
import { madeId } from './made-id.ts';
import { type NamedTurn, sendNaming } from './naming.ts';
import type { Run } from './options.ts';
import { withReferences } from './references.ts';

/** Where the values of requests come from. */
export type RequestSources = Pick<Run, 'target' | 'session' | 'seed' | 'mark'> & Pick<Suite, 'contract'>;

/** A request that the operation accepts, with values from the user's samples, the target's lists and the document. */
export async function validRequest(
  options: RequestSources,
  operation: Operation,
  given?: PathValues,
): Promise<RequestBuilder> {
  const path = await usualPath(options, operation, given);
  const template = operation.requestBody?.media['x-template'];
  if (template === undefined || filledBody(options, operation) !== undefined) {
    const request = withBody(options, operation.id).path(path);
    if (request.draft.body === undefined && operation.requestBody?.required === true) throw noBodyFor(operation.id);
    return request;
  }
  const [missing] = templateSamples(template);
  throw new NotTested(
    'skip',
    `no sample ${missing?.split('.')[0]} was given`,
    `give samples.${missing?.split('.')[0]} in the target file`,
  );
}

/** With several path parameters, the first id may have nothing below it. At most this many first ids are tried. */
const MAX_FIRST_IDS = 20;

type PathValues = Readonly<Record<string, string>>;

/** The values of `known`, and others for the parameters that it lacks. */
function usualPath(options: RequestSources, operation: Operation, known: PathValues = {}): Promise<PathValues> {
  const parameters = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .filter(({ name }) => !(name in known))
    .toSorted((a, b) => operation.path.indexOf(`{${a.name}}`) - operation.path.indexOf(`{${b.name}}`));
  const path = parameters.length > 1 ? wholePath : pathOf;
  return path(options, operation, parameters, known);
}

/** Tries candidates for the first path parameter until the other parameters have values, too. */
async function wholePath(
  options: RequestSources,
  operation: Operation,
  parameters: readonly Parameter[],
  known: PathValues,
): Promise<PathValues> {
  for (let turn = 0; turn < MAX_FIRST_IDS; turn += 1) {
    const path = await unlessNotTested(() => pathOf(options, operation, parameters, known, turn));
    if (path !== undefined) return path;
  }
  return pathOf(options, operation, parameters, known);
}

async function pathOf(
  options: RequestSources,
  operation: Operation,
  parameters: readonly Parameter[],
  known: PathValues,
  turn = 0,
): Promise<PathValues> {
  const path: Record<string, string> = { ...known };
  for (const [index, parameter] of parameters.entries())
    path[parameter.name] = await pathValue(options, operation, parameter, { path, turn: index === 0 ? turn : 0 });
  return path;
}

/** The values of the earlier path parameters, and the index of the candidate to take for this one. */
interface Turn {
  readonly path: PathValues;
  readonly turn: number;
}

/** The request with a body of the user's samples, where these fill one, or with the document's example body, if there is one. */
export function withBody(options: Pick<RequestSources, 'target' | 'contract'>, id: string): RequestBuilder {
  const operation = operationOf(options.contract, id);
  const request = requestWith(options.contract, operation);
  const body = filledBody(options, operation) ?? exampleBody(options.contract, id);
  return body === undefined ? request : request.json(body);
}

/** The body whose values are the user's samples (`x-template`); undefined if it has none, or a sample is not given. */
function filledBody({ target }: Pick<RequestSources, 'target'>, { requestBody }: Operation): unknown {
  const template = requestBody?.media['x-template'];
  return template === undefined ? undefined : fillTemplate(template, (sample) => sampleAt(target.samples, sample));
}

async function pathValue(
  options: RequestSources,
  operation: Operation,
  parameter: Parameter,
  turn: Turn,
): Promise<string> {
  const sources = parameter['x-sources'] ?? [];
  let isListed = true;
  for (const source of sources) {
    const value = await fromSource(options, source, { operation, parameter, ...turn });
    if (typeof value === 'string') return value;
    isListed &&= value === null;
  }
  const samples = sources.flatMap((source) => ('sample' in source ? [`samples.${source.sample}`] : []));
  if (samples.length > 0)
    throw new NotTested(
      'skip',
      `no ${parameter.name} is known for ${operation.id}`,
      `give ${samples.join(' or ')} in the target file`,
    );
  if (operation.plain === true && operation.method === 'DELETE') throw deletesOthers();
  if (operation.plain === true && sources.length === 0) {
    const given = documentedValue(options.contract, parameter);
    if (given === undefined || given === '') throw noValue(operation, parameter);
    return typeof given === 'string' ? given : JSON.stringify(given);
  }
  throw new NotTested(
    // An empty list is right, but a list that did not come, or without ids, is not.
    operation.plain === true && isListed ? 'skip' : 'inconclusive',
    `the target lists nothing that has a value for ${parameter.name} of ${operation.id}`,
  );
}

/** A value; null if the list has no item, undefined if no value is known for another reason. */
async function fromSource(
  options: RequestSources,
  source: SourceNode,
  { operation, parameter, path, turn }: Turn & { readonly operation: Operation; readonly parameter: Parameter },
): Promise<string | null | undefined> {
  if ('value' in source) return source.value;
  if ('made' in source) return madeId(options, operation, parameter);
  if ('sample' in source) return sampleAt(options.target.samples, source.sample) as string | undefined;
  const from = operationOf(options.contract, source.operation);
  const listing =
    from.method !== 'GET'
      ? await createdBy(options, from, operation, path)
      : await sendToAnybody(options, requestWith(options.contract, from).path(path));
  const body = createdIn(listing, source.pointer);
  const found = candidatesFrom(options.contract, body, source.pointer, parameter, (id) =>
    segmentIn(operation.path, parameter.name, id),
  )[turn];
  return found ?? (isSuccess(listing) && isEmptyAt(body, source.pointer) ? null : undefined);
}

/**
 * The answer of the creating operation, below the same ids as its user. All users there share one created item, except those
 * that may use it up.
 */
async function createdBy(
  options: RequestSources,
  creation: Operation,
  user: Operation,
  path: PathValues,
): Promise<Exchange> {
  const { session } = options;
  const ids = Object.values(path);
  const make = async (): Promise<Exchange> => sendToAnybody(options, await validRequest(options, creation, path));
  const key = ids.length === 0 ? `made by ${creation.id}` : `made by ${creation.id} at ${JSON.stringify(ids)}`;
  return mayUseUp(user) ? make() : session.shared(key, make);
}

/**
 * Sends a request. A valid one whose body names something, or has unique values, is sent again with others if these are
 * taken.
 */
export async function sendToAnybody(options: RequestSources, given: RequestBuilder): Promise<Exchange> {
  const { operation } = given.draft;
  const isNaming = (operation?.requestBody?.references?.size ?? 0) > 0;
  const send = () =>
    operation === undefined || !isNaming
      ? sendListed(options, given)
      : sendNaming(options.session, operation, given, (request, turn) => sendListed(options, request, turn));
  const answer = await send();
  const isTaken = operation !== undefined && takenByExample(answer, operation, options.contract).length > 0;
  return isTaken ? send() : answer;
}

/**
 * Sends a plain request of a public read without a credential. That shows that none is needed, and saves a second request
 * with one. If it does not succeed, it is sent with the usual credential. All other requests are sent as they are.
 */
async function sendListed(options: RequestSources, given: RequestBuilder, turn?: NamedTurn): Promise<Exchange> {
  const { session } = options;
  const ask = (from: string, path: PathValues) =>
    sendToAnybody(options, requestWith(options.contract, operationOf(options.contract, from)).path(path));
  const request = await withReferences(options, given, ask, turn);
  if (!(await isPlainRead(options, request))) return session.send(request);
  const answer = await session.send(request.as());
  return isSuccess(answer) ? answer : session.send(request);
}

async function isPlainRead(options: RequestSources, { draft }: RequestBuilder): Promise<boolean> {
  const { operation, method, presented, fresh, intent, query, headers, pathValues } = draft;
  const isOpen = operation?.security.length === 0 && operation.permission === undefined && method === 'GET';
  if (!isOpen || presented !== undefined || fresh || intent.kind !== 'valid') return false;
  if (query.length > 0 || Object.keys(headers).length > 0) return false;
  const named = Object.entries(pathValues);
  if (named.length === 0) return true;
  const usual = await unlessNotTested(() =>
    options.session.shared(`plain ${operation.id}`, () => usualPath(options, operation)),
  );
  return usual !== undefined && named.every(([name, value]) => usual[name] === value);
}
