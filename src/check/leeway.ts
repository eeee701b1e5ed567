import { IN_CONFLICT } from '../contract/condition.ts';
import type { Contract } from '../contract/contract.ts';
import {
  foresees,
  type Operation,
  type Parameter,
  type ResponseDeclaration,
  responseFor,
} from '../contract/operations.ts';
import { isOfPrecondition } from '../contract/precondition.ts';
import { asksForLaterPage, isBelowPaging } from '../contract/recognise/paging.ts';
import { isFreeText } from '../contract/recognise/shape.ts';
import { exampleBody } from '../generate/base.ts';
import { requiredParameters } from '../generate/parameter-values.ts';
import { type Exchange, sentBody } from '../http/exchange.ts';
import { UNAUTHORIZED } from '../http/unauthorized.ts';
import { atPointer, isObject, lastSegment } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { NOTHING_THERE, VALUES_REFUSED } from '../semantics.ts';
import { givenId, isBelowId } from './place.ts';

/** Why an unexpected answer breaks nothing all the same; undefined if it does break something. */
export function leewayOf(exchange: Exchange, operation: Operation, contract: Contract): string | undefined {
  const { outcome, usedUpBy } = exchange;
  if (outcome.kind !== 'response') return undefined;
  const { status } = outcome;
  if (isPastGuard(exchange, operation)) return undefined;
  if (usedUpBy !== undefined && !NOTHING_THERE.includes(status))
    return `the same was accepted before, as request #${usedUpBy}, and may have to be unique (status ${status})`;
  if (exchange.unproven === true) return `the state of what it is about may forbid it (status ${status})`;
  if (isForItsTag(exchange, operation, status))
    return `the current ETag of what is to be changed is not known (status ${status})`;
  const response = responseFor(operation, status);
  const condition = conditionOf(operation, status);
  if (condition !== undefined) return `${condition.means} (status ${status})`;
  if (response !== undefined && VALUES_REFUSED.includes(status) && isOfItsState(exchange, operation))
    return `${IN_CONFLICT.means} (status ${status})`;
  if (response !== undefined && NOTHING_THERE.includes(status)) {
    if (isOfLaterPage(exchange, operation)) return `the page may lie beyond the last one (status ${status})`;
    const given = givenId(operation);
    if (exchange.intent.kind === 'valid' && given !== undefined)
      return `nothing may have the ${given.name} that the document gives (status ${status})`;
    if (exchange.intent.kind === 'valid' && readsNoId(operation) && response.key === String(status))
      return `there may be nothing to show (status ${status})`;
  }
  if (exchange.intent.kind === 'valid' && operation.plain === true && response?.key === FORBIDDEN)
    return `the caller may lack a right that the document asks for (status ${status})`;
  if (UNKNOWN.includes(status) && isOfNoPage(exchange, operation))
    return `the document promises neither a page before the first nor a size below 1 (status ${status})`;
  const mayBeGuess = exchange.intent.kind === 'valid' && UNKNOWN.includes(status);
  const guessed = mayBeGuess ? guessedNames(operation, contract) : [];
  if (guessed.length > 0)
    return `the document gives no example of ${guessed.join(', ')}, which may have to be another text (status ${status})`;
  const named = UNKNOWN.includes(status) ? unlistedNames(exchange, operation) : [];
  if (named.length > 0) return `${named.join(', ')} may name nothing that exists (status ${status})`;
  const taken = takenByExample(exchange, operation, contract);
  if (taken.length > 0)
    return `something may have the ${taken.join(' and ')} of the document's example already (status ${status})`;
  const members = forbiddenMembers(exchange, operation, contract).join(', ');
  return members === '' ? undefined : `the caller may not have the ${members} that was asked for (status ${status})`;
}

/**
 * Does a caller without access learn of a conflict, where the document says how such a caller is refused? A 409 is about what
 * is there, so whoever gets it has passed the guard, or there is none.
 */
function isPastGuard({ intent, outcome }: Exchange, operation: Operation): boolean {
  const isStranger = intent.kind === 'invalid' && intent.reject.endsWith('-credential');
  const isConflict = outcome.kind === 'response' && conditionOf(operation, outcome.status) === IN_CONFLICT;
  return isStranger && isConflict && UNAUTHORIZED.some((status) => foresees(operation, status));
}

/** May a documented 412 or 428 be right? Not if the current ETag was sent, and once only: a repetition finds its own change. */
function isForItsTag({ tagged, attempts }: Exchange, operation: Operation, status: number): boolean {
  const isRight = tagged === true && attempts === undefined;
  return !isRight && isOfPrecondition(operation, status) && foresees(operation, status);
}

/** Does a valid request of a plain document ask for a later page? It may be missing where its status is documented. */
function isOfLaterPage({ intent, request }: Exchange, { plain, parameters }: Operation): boolean {
  const isLater = (one: Parameter) => one.in === 'query' && asksForLaterPage(one, request.query[one.name] ?? '');
  return intent.kind === 'valid' && plain === true && parameters.some(isLater);
}

/** Does a valid request of a plain document ask for something like page 0 or a size of -1? */
function isOfNoPage({ intent, request }: Exchange, { plain, parameters }: Operation): boolean {
  const isBelow = (one: Parameter) => one.in === 'query' && isBelowPaging(one, request.query[one.name] ?? '');
  return intent.kind === 'valid' && plain === true && parameters.some(isBelow);
}

/** Does it read something of a plain document that no id in its path names, such as the current alarm? */
function readsNoId(operation: Operation): boolean {
  return operation.plain === true && operation.method === 'GET' && !isBelowId(operation);
}

/** A plain document that has this status by itself says that some callers may not ask, and not which. */
const FORBIDDEN = '403';

/**
 * The unique members of a refused creation that have the values of the document's example. The service may have that very
 * thing.
 */
export function takenByExample(exchange: Exchange, operation: Operation, contract: Contract): readonly string[] {
  const { outcome, intent } = exchange;
  const { requestBody, method, plain, id } = operation;
  const places = [...(requestBody?.distinct?.keys() ?? [])];
  const isRefused = outcome.kind === 'response' && VALUES_REFUSED.includes(outcome.status);
  if (places.length === 0 || !isRefused || intent.kind !== 'valid' || plain !== true || method !== 'POST') return [];
  const [sent, example] = [sentBody(exchange), exampleBody(contract, id)];
  const same = places.filter((at) => {
    const value = atPointer(example, at);
    return value !== undefined && value === atPointer(sent, at);
  });
  return same.map(lastSegment);
}

/** What a service may answer to a body that names something that does not exist. */
const UNKNOWN: readonly number[] = [404, ...VALUES_REFUSED];

/** The members of the body that name something of which the document lists no values. */
function unlistedNames(exchange: Exchange, { requestBody }: Operation): readonly string[] {
  const unlisted = [...(requestBody?.references ?? [])].filter(([, { source }]) => source === undefined);
  const names = unlisted.length === 0 ? new Set() : namesIn(sentBody(exchange));
  return unlisted.flatMap(([name]) => (names.has(name) ? [name] : []));
}

/** The names of all members of a value that are not null. */
function namesIn(value: unknown): ReadonlySet<unknown> {
  const elements: readonly unknown[] = Array.isArray(value) ? value : [];
  const members = isObject(value) ? Object.entries(value).filter(([, one]) => one !== null) : [];
  return new Set(
    [...members, ...elements.map((one) => ['', one] as const)].flatMap(([name, one]) => [name, ...namesIn(one)]),
  );
}

/** `x-condition`: a documented answer that reports a condition of the target. */
function conditionOf(operation: Operation, status: number): ResponseDeclaration['condition'] {
  const response = responseFor(operation, status);
  return response?.condition ?? (response === undefined ? undefined : conflictOf(operation, status));
}

/**
 * The condition of a 409 that `4XX` or `default` documents: a value that has to be unique may be taken, and an action such as
 * `POST /orders/{id}/cancel` may not fit the state of its item.
 */
function conflictOf(operation: Operation, status: number): typeof IN_CONFLICT | undefined {
  const isUnique = (operation.requestBody?.distinct?.size ?? 0) > 0;
  return status === 409 && (isAction(operation) || isUnique) ? IN_CONFLICT : undefined;
}

function isAction(operation: Operation): boolean {
  return (
    operation.plain === true && operation.method === 'POST' && isBelowId(operation) && operation.undoneBy === undefined
  );
}

/** Is a refusal of a valid action surely about the state of its item? It is if the request says nothing else. */
function isOfItsState(exchange: Exchange, operation: Operation): boolean {
  const said = Object.keys(sentBody(exchange) ?? {});
  return exchange.intent.kind === 'valid' && isAction(operation) && said.length === 0;
}

/** The required parameters of a plain document that are texts of which it gives no example: nobody knows what they may be. */
function guessedNames(operation: Operation, { document }: Pick<Contract, 'document'>): readonly string[] {
  if (operation.plain !== true) return [];
  const isGuessed = ({ schema, example, examples }: Parameter): boolean => {
    const { target } = follow<Schema>(document, schema, '');
    const text = isObject(target.items) ? follow<Schema>(document, target.items as Schema, '').target : target;
    const given = [example, examples, target.default, target.examples, text.default, text.examples];
    return isFreeText(text) && given.every((one) => one === undefined);
  };
  return requiredParameters(operation).flatMap((one) => (isGuessed(one) ? [one.name] : []));
}

/** Payment Required and Forbidden (RFC 9110 sections 15.5.3 and 15.5.4): a valid request, but not allowed to this caller. */
const NOT_FOR_THE_CALLER: readonly number[] = [402, 403];

/**
 * The members of a refused body whose values this caller may not be allowed to send (`x-open-permission`). The contract does
 * not say who may. The default value is allowed to everybody.
 */
export function forbiddenMembers(
  { request, outcome }: Exchange,
  { requestBody }: Operation,
  { document }: Pick<Contract, 'document'>,
): readonly string[] {
  if (outcome.kind !== 'response' || !NOT_FOR_THE_CALLER.includes(outcome.status) || requestBody === undefined)
    return [];
  const body = sentBody({ request });
  const { properties = {} } = follow<Schema>(document, requestBody.schema, '').target;
  return Object.entries(properties).flatMap(([name, member]) => {
    const schema = isObject(member) ? follow<Schema>(document, member as Schema, '').target : {};
    const isOpen = schema['x-open-permission'] === true && isObject(body) && body[name] !== undefined;
    return isOpen && body[name] !== schema.default ? [name] : [];
  });
}
