import { createHash } from 'node:crypto';
import type { Lived, Tools } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import { type RequestBuilder, requestOutside, requestTo } from '../check/request.ts';
import { type Depth, sampleAt, type Target } from '../check/target.ts';
import { NotShown, unlessNotShown } from '../check/verdict.ts';
import { messageClause } from '../contract/clause-id.ts';
import { type Contract, operationOf } from '../contract/contract.ts';
import type { SourceNode } from '../contract/document.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import { SpecError } from '../errors.ts';
import { candidatesFrom, exampleBody, fillTemplate, templateSamples } from '../generate/base.ts';
import { nameOfMark } from '../generate/mark.ts';
import { givenValue, requiredParameters, unknownValue, valueOf, written } from '../generate/parameter-values.ts';
import type { Exchange } from '../http/exchange.ts';
import { resourceOf } from '../relations/resource/declaration.ts';
import { lifeOf } from '../relations/resource/life.ts';
import { type AnswerJudge, bodyRefusals, brokenPlaces } from '../rules/index.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { memoize } from '../schema/memoize.ts';
import type { Session } from '../send/session.ts';
import { ALTERNATIVES, BUDGETS } from './plan.ts';

export interface ToolsOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly session: Session;
  readonly seed: number;
  /** Digits in the names of what is created. */
  readonly mark: string;
  readonly now: () => number;
  readonly judgeAnswer: AnswerJudge;
  readonly depth: Depth;
  readonly replay?: string | undefined;
  /** The clauses that the run was asked about; undefined where it was asked about all. */
  readonly wanted?: ReadonlySet<string> | undefined;
}

/** The hands of one check: its requests go through the session, its random numbers depend on the seed and its id. */
export function createTools(
  options: ToolsOptions,
  checkId: string,
  { aboutLimits = false, behind = 0, before = new Set<Exchange>() as ReadonlySet<Exchange> } = {},
): Tools {
  const { contract, target, session, seed, now } = options;
  // Most checks need no random number, and hashing the seed of one costs more than all else here.
  const random = memoize(() => randomFrom(`${seed}:${checkId}`));
  const request = (operation: string): RequestBuilder => requestWith(contract, operationOf(contract, operation));
  const whole = (operation: string): RequestBuilder => withBody(request(operation), contract, operation);
  const bare = (operation: string): RequestBuilder => whole(operation).path(unknownPath(options, operation));
  const state = { ahead: behind };
  const tools: Tools = {
    contract,
    request,
    bare,
    samples: target.samples,
    outside: (method, path) => requestOutside(method, path),
    send(builder) {
      const request = builder.ahead(state.ahead);
      const answer = aboutLimits ? session.send(request.noRetry()) : sendToAnybody(options, request);
      // A check that has begun goes before one that has not; what it sends at once stays in its order.
      void answer.then(
        () => (state.ahead = behind + 1),
        () => undefined,
      );
      return answer;
    },
    shared: (key, make) => session.shared(key, make),
    accepted: (operation) => [...session.accepted(operation), ...[...before].filter(isAcceptedBy(operation))],
    valid: (operation, example) => validRequest(options, whole, operationOf(contract, operation), example),
    unknownId: (format) => unknownId(format, options),
    breaks: (exchange) =>
      options.judgeAnswer(exchange).flatMap(({ clause, violation }) => (violation === undefined ? [] : [clause])),
    isWanted: (clause) => options.wanted === undefined || options.wanted.has(clause),
    hides: (exchange, places) => hidingClause(options.judgeAnswer, exchange, places),
    sample: (alternatives, least = 1) => alternatives.slice(0, Math.max(least, ALTERNATIVES[options.depth])),
    budget: BUDGETS[options.depth],
    replay: options.replay,
    random: () => random()(),
    mark: nameOfMark(options.mark),
    seed,
    now,
    life: (operation) => livedBy(tools, operation),
    refusals: (operation) => bodyRefusals(tools, operationOf(contract, operation)),
  };
  return tools;
}

/**
 * The one plain request of a read that is open to everybody goes without a credential, whoever asks: it shows that nobody
 * needs one, and is not sent once more with one. With the usual one where nobody is served so.
 */
async function sendToAnybody(options: ToolsOptions, request: RequestBuilder): Promise<Exchange> {
  const { session } = options;
  if (!(await isPlainRead(options, request))) return session.send(request);
  const answer = await session.send(request.as());
  return isSuccess(answer) ? answer : session.send(request);
}

async function isPlainRead(options: ToolsOptions, { draft }: RequestBuilder): Promise<boolean> {
  const { operation, method, presented, fresh, intent, query, headers, pathValues } = draft;
  const isOpen = operation?.security.length === 0 && operation.permission === undefined && method === 'GET';
  if (!isOpen || presented !== undefined || fresh || intent.kind !== 'valid') return false;
  if (query.length > 0 || Object.keys(headers).length > 0) return false;
  const named = Object.entries(pathValues);
  if (named.length === 0) return true;
  const usual = await unlessNotShown(() =>
    options.session.shared(`plain ${operation.id}`, () => plainPath(options, operation)),
  );
  return usual !== undefined && named.every(([name, value]) => usual[name] === value);
}

function isAcceptedBy(operation: string): (exchange: Exchange) => boolean {
  return (exchange) => exchange.operation === operation && exchange.intent.kind === 'valid' && isSuccess(exchange);
}

/**
 * What stands in the way of reading an answer at these places: that it never came whole, what is broken there or above,
 * or, where it is no success, what is wrong with it at all.
 */
function hidingClause(judgeAnswer: AnswerJudge, exchange: Exchange, wanted: readonly string[]): string | undefined {
  if (exchange.outcome.kind === 'failure')
    return exchange.operation === undefined ? undefined : messageClause(exchange.operation);
  const observations = judgeAnswer(exchange);
  const isOnTheWay = (place: string) => wanted.some((one) => one === place || one.startsWith(`${place}/`));
  const hiding =
    brokenPlaces(observations).find(({ at }) => isOnTheWay(at)) ??
    (isSuccess(exchange) ? undefined : observations.find(({ violation }) => violation !== undefined));
  return hiding?.clause;
}

async function livedBy(tools: Tools, operation: string): Promise<Lived> {
  const resource = resourceOf(tools.contract, operation);
  if (resource === undefined) throw new SpecError(`${operation} has no x-resource.`);
  const { born, uses } = await lifeOf(tools, resource);
  return { created: born.map(({ answer }) => answer), uses };
}

/** Mulberry32: small, seedable, good enough to pick from a list. */
export function randomFrom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function validRequest(
  options: ToolsOptions,
  whole: (operation: string) => RequestBuilder,
  operation: Operation,
  example?: string,
): Promise<RequestBuilder> {
  const request = whole(operation.id).path(await plainPath(options, operation));
  const template = operation.requestBody?.media['x-template'];
  if (template === undefined && request.draft.body === undefined && operation.requestBody?.required === true)
    throw new NotShown(
      'skip',
      `no body for ${operation.id} is known that fits its schema`,
      `give one that does: examples: { valid: { value: … } } under content in requestBody of ${operation.id}`,
    );
  if (template === undefined || example !== undefined)
    return example === undefined ? request : request.json(exampleBody(options.contract, operation.id, example));
  const filled = fillTemplate(template, (sample) => sampleAt(options.target.samples, sample));
  if (filled !== undefined) return request.json(filled);
  const [missing] = templateSamples(template);
  throw new NotShown(
    'skip',
    `no sample ${missing?.split('.')[0]} was given`,
    `give samples.${missing?.split('.')[0]} in the target file`,
  );
}

/** What every request of the operation carries: the parameters beside those of its path that it requires. */
function requestWith(contract: Contract, operation: Operation): RequestBuilder {
  return requiredParameters(operation).reduce((request, parameter) => {
    const value = valueOf(contract, parameter);
    if (value === undefined) throw noValue(operation, parameter);
    const parts = written(parameter, value);
    if (parameter.in === 'query') return request.query(parts);
    const text = parts[parameter.name]?.[0] ?? '';
    return parameter.in === 'header'
      ? request.header(parameter.name, text)
      : request.header('cookie', `${parameter.name}=${text}`);
  }, requestTo(operation));
}

function noValue({ id }: Operation, { name, in: place }: Parameter): NotShown {
  return new NotShown(
    'skip',
    `no value for the ${place} parameter ${name} of ${id} is known that fits its schema`,
    `give one that does: example: … at the parameter ${name} of ${id}`,
  );
}

/** Ids that nothing has, for all that the path asks for. */
function unknownPath(options: ToolsOptions, id: string): Readonly<Record<string, string>> {
  const { contract, seed } = options;
  const operation = operationOf(contract, id);
  const asked = operation.parameters.filter((parameter) => parameter.in === 'path');
  return Object.fromEntries(
    asked.map(({ name, schema }) => {
      const format = follow<Schema>(contract.document, schema, '').target.format ?? 'uuid';
      const value = unknownValue(contract, schema, unknownId(format, options), seed);
      if (value === undefined)
        throw new NotShown('skip', `no ${name} for ${id} can be made that fits its schema and that surely nothing has`);
      return [name, value];
    }),
  );
}

async function plainPath(options: ToolsOptions, operation: Operation): Promise<Readonly<Record<string, string>>> {
  const path: Record<string, string> = {};
  for (const parameter of operation.parameters)
    if (parameter.in === 'path') path[parameter.name] = await pathValue(options, operation, parameter);
  return path;
}

function withBody(request: RequestBuilder, contract: Contract, operation: string): RequestBuilder {
  const body = exampleBody(contract, operation);
  return body === undefined ? request : request.json(body);
}

async function pathValue(options: ToolsOptions, operation: Operation, parameter: Parameter): Promise<string> {
  const sources = parameter['x-sources'] ?? [];
  for (const source of sources) {
    const value = await fromSource(options, source, parameter);
    if (value !== undefined) return value;
  }
  const samples = sources.flatMap((source) => ('sample' in source ? [`samples.${source.sample}`] : []));
  if (samples.length > 0)
    throw new NotShown(
      'skip',
      `no ${parameter.name} is known for ${operation.id}`,
      `give ${samples.join(' or ')} in the target file`,
    );
  if (operation.plain === true && operation.method === 'DELETE')
    throw new NotShown('skip', 'nothing is deleted that this run did not make');
  if (operation.plain === true && sources.length === 0) {
    const given = givenValue(options.contract, parameter);
    if (given === undefined) throw noValue(operation, parameter);
    return String(given);
  }
  throw new NotShown(
    'inconclusive',
    `the target lists nothing from which a ${parameter.name} for ${operation.id} could be had`,
  );
}

async function fromSource(
  options: ToolsOptions,
  source: SourceNode,
  parameter: Parameter,
): Promise<string | undefined> {
  if ('value' in source) return source.value;
  if ('sample' in source) return sampleAt(options.target.samples, source.sample) as string | undefined;
  const listing = await sendToAnybody(options, requestWith(options.contract, operationOf(options.contract, source.operation)));
  const body = listing.outcome.kind === 'response' ? listing.outcome.body.json?.value : undefined;
  return candidatesFrom(options.contract, body, source.pointer, parameter)[0];
}

/** An id that nothing has. A CUID takes the length of the user's sample, so that a strict reader finds it well-formed. */
function unknownId(format: string, { contract, seed, target }: ToolsOptions): string {
  const digest = createHash('sha256').update(`unknown:${seed}`).digest('hex');
  if (format !== 'cuid')
    return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-9${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  const sample = [...contract.operations.values()]
    .flatMap(({ parameters }) => parameters.filter(({ schema }) => schema.format === format))
    .flatMap((parameter) => parameter['x-sources'] ?? [])
    .map((source) => ('sample' in source ? sampleAt(target.samples, source.sample) : undefined))
    .find((value) => typeof value === 'string');
  return `c${digest}`.slice(0, sample?.length ?? 25);
}
