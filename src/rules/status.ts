import { leewayOf } from '../check/leeway.ts';
import { givenId } from '../check/place.ts';
import { requiredMembers } from '../check/success.ts';
import type { Violation } from '../check/verdict.ts';
import { messageClause, routeClause } from '../contract/clause-id.ts';
import type { Clause, Contract } from '../contract/contract.ts';
import { foresees, type Operation, responseFor, successOf } from '../contract/operations.ts';
import { type Answer, type Exchange, isValid } from '../http/exchange.ts';
import { redirectWords } from '../http/redirect.ts';
import { repeatedField } from '../http/single-fields.ts';
import { resourceOf } from '../relations/resource/declaration.ts';
import type { Schema } from '../schema/schema.ts';
import { NOTHING_THERE } from '../semantics.ts';
import { hasMediaOf, mayLackMedia } from './media-type.ts';
import { type Answered, type AnswerRule, companionClause, derivedClause } from './rule.ts';

/** A success or redirect that the operation does not document. An undocumented 4xx is left to checks of requests. */
export const undocumentedStatus: AnswerRule = {
  clauses: (operation) => [
    derivedClause(operation, ['status'], {
      text: 'The status is one that the contract documents for the operation.',
      pointer: `${operation.pointer}/responses`,
      subject: { kind: 'status', documented: operation.responses.map(({ key }) => key) },
    }),
  ],
  judge(exchange, operation) {
    const { status } = exchange.outcome;
    if (status >= 400) return [];
    const clause = `${operation.id}/status`;
    if (responseFor(operation, status) !== undefined) return [{ clause }];
    const documented = operation.responses.map(({ key }) => key);
    const successes = documented.filter((key) => key < '4');
    const expected = `${successes.length === 1 ? 'the documented status' : 'one of the documented statuses'} ${(successes.length > 0 ? successes : documented).join(', ')}`;
    const violation = otherStatus(exchange, documented, expected);
    return [{ clause, violation: { ...violation, actual: `${violation.actual}${redirectWords(exchange.outcome)}` } }];
  },
};

/** RFC 9110 section 15.6: the server knows that it failed. Judged only if the contract does not document the status. */
export const serverErrors: AnswerRule = {
  clauses: (operation) => [
    companionClause(
      operation,
      ['server-errors'],
      'No request makes the operation fail with a 5xx that the contract does not document.',
      { level: 'SHOULD' },
    ),
  ],
  judge(exchange, operation) {
    const { status } = exchange.outcome;
    const clause = `${operation.id}/server-errors`;
    if (status < 500 || foresees(operation, status)) return [{ clause }];
    return [{ clause, violation: otherStatus(exchange, ['2XX', '3XX', '4XX'], 'no undocumented 5xx') }];
  },
};

/**
 * The same for valid requests, as a MUST. They have to be answered with the documented success, so a failure breaks the
 * contract, whatever the request was sent for.
 */
export const validRequests: AnswerRule = {
  clauses: (operation) => [doesNotFailClause(operation)],
  judge(exchange, operation) {
    if (!isValid(exchange)) return [];
    const { status } = exchange.outcome;
    const clause = `${operation.id}/valid-requests-do-not-fail`;
    if (isAnswer(exchange.outcome, operation)) return [{ clause }];
    if (status < 500 || foresees(operation, status)) return [];
    return [{ clause, violation: notServed(exchange, operation) }];
  },
};

export function doesNotFailClause(operation: Operation): Clause {
  const text = 'No valid request makes the operation fail with a 5xx that the contract does not document.';
  return companionClause(operation, ['valid-requests-do-not-fail'], text);
}

/**
 * A valid request is not refused as invalid (RFC 9110 sections 15.5.1 and 15.5.21), if it has a body or an empty query. A
 * deletion of what was created a moment ago is not refused as unknown. Other refusals (of a caller, of a value beyond a
 * limit, of an unusual search text) belong to other clauses.
 */
export const acceptedRequests: AnswerRule = {
  clauses: (operation, contract) => (refusalsOf(operation, contract).length === 0 ? [] : [notRefusedClause(operation)]),
  judge(exchange, operation, contract) {
    if (exchange.intent.kind !== 'valid') return [];
    const refusals = hasBodyOrNoQuery(exchange) ? refusalsOf(operation, contract) : [];
    const clause = `${operation.id}/valid-requests-are-not-refused`;
    if (refusals.length > 0 && isAnswer(exchange.outcome, operation)) return [{ clause }];
    const { status } = exchange.outcome;
    if (!refusals.includes(status) || leewayOf(exchange, operation, contract) !== undefined) return [];
    const violation = { ...notServed(exchange, operation), fallsWith: causesOf(operation, contract) };
    // A proxy may repeat a deletion whose answer it lost (RFC 9110 section 9.2.2). Then nothing is there any more.
    return [{ clause, violation, ...(refusals === NOTHING_THERE ? { mayBeOfProxy: true } : {}) }];
  },
};

export function notRefusedClause(operation: Operation): Clause {
  return companionClause(operation, ['valid-requests-are-not-refused'], 'No valid request is refused as invalid.');
}

/** Has it a body or no query? A query value may be beyond a limit that the document does not name. */
function hasBodyOrNoQuery({ request }: Exchange): boolean {
  return request.body !== undefined || Object.keys(request.query).length === 0;
}

/** The violation by another status than the documented success. */
function notServed(exchange: Answered, operation: Operation): Violation {
  const { key } = successOf(operation);
  return otherStatus(exchange, [key], `status ${key}`);
}

function otherStatus({ seq, outcome }: Answered, keys: readonly string[], expected: string): Violation {
  const actual = outcome.status;
  return { expected, actual: `status ${actual}`, exchange: seq, status: { expected: keys, actual } };
}

/** Clauses that may explain why something created is unknown: those about its id, and those about its resource's life. */
function causesOf({ id }: Operation, contract: Contract): readonly string[] {
  const resource = resourceOf(contract, id);
  if (resource === undefined) return [];
  const place = `${resource.create.id}/${successOf(resource.create).key}${resource.id}`;
  const lives = [...contract.stated.values()].filter(
    ({ life, operation = '' }) => life !== undefined && resourceOf(contract, operation)?.create === resource.create,
  );
  return [...ID_KEYWORDS.map((keyword) => `${place}/${keyword}`), ...lives.map((clause) => clause.id)];
}

const ID_KEYWORDS = ['required', 'type', 'format', 'pattern'] as const;

/** The statuses that a valid request to the operation must not get. */
export function refusalsOf(operation: Operation, contract: Contract): readonly number[] {
  const asksInQuery = operation.parameters.some(({ in: place }) => place === 'query');
  if (operation.requestBody !== undefined || asksInQuery) return [400, 422];
  return resourceOf(contract, operation.id)?.remove?.operation.id === operation.id ? NOTHING_THERE : [];
}

/** RFC 9112 section 6.3, RFC 9110 sections 5.3 and 8.4. Cut answers are judged in src/judge/broken-answers.ts. */
export const wholeAnswers: AnswerRule = {
  clauses: (operation) => [
    derivedClause(operation, ['whole-answers'], {
      text: 'Answers come whole: as long as they say, compressed as they say, and with one value for a field of one value.',
      pointer: operation.pointer,
      subject: { kind: 'message' },
    }),
  ],
  judge({ outcome, seq }, operation) {
    const clause = messageClause(operation.id);
    const repeated = repeatedField(outcome);
    if (repeated === undefined) return outcome.body.size > 0 && isAnswer(outcome, operation) ? [{ clause }] : [];
    const { name, values } = repeated;
    return [{ clause, violation: { expected: `one ${name}`, actual: values.join(', '), exchange: seq } }];
  },
};

/** The operation exists. Its absence is judged over all of its answers: see src/judge/absent.ts. */
export const routePresent: AnswerRule = {
  clauses: (operation) => [
    derivedClause(operation, ['route'], {
      text: `${operation.method} ${operation.path} exists.`,
      pointer: operation.pointer,
      subject: { kind: 'route' },
    }),
  ],
  judge(exchange, operation) {
    if (exchange.intent.kind !== 'valid') return [];
    return isAnswer(exchange.outcome, operation) ? [{ clause: routeClause(operation.id) }] : [];
  },
};

/** A success in the operation's own form. Other answers may come from something in front of the service. */
export function isAnswer(answer: Answer, operation: Operation): boolean {
  const response = answer.status < 300 ? responseFor(operation, answer.status) : undefined;
  const types = Object.keys(response?.content ?? {});
  return response !== undefined && (types.length === 0 || mayLackMedia(operation, answer) || hasMediaOf(types, answer));
}

/**
 * True for a 404 that is not the operation's own: it declares no 404, or the body is none of its errors, such as a page or
 * the JSON of a framework. True as well for a method that the server does not know (RFC 9110 sections 15.5.6 and 15.6.2).
 */
export function looksAbsent({ operation = '', outcome }: Exchange, contract: Contract): boolean {
  if (outcome.kind !== 'response') return false;
  if (outcome.status === 405 || outcome.status === 501) return true;
  const known = contract.operations.get(operation);
  const hasOwn = known?.responses.some(({ key }) => key === '404') === true;
  const isOwn = hasOwn && (givenId(known) !== undefined || isErrorOf(outcome, known, contract));
  return outcome.status === 404 && !isOwn;
}

/** Is the body that of an error that the operation declares? */
function isErrorOf({ body }: Answer, { responses }: Operation, contract: Contract): boolean {
  const { json } = body;
  if (json === undefined) return body.unread !== undefined;
  const schemas = responses
    .filter(({ key }) => key.startsWith('4'))
    .flatMap(({ content = {} }) => Object.values(content).flatMap(({ schema }) => schema ?? []));
  return schemas.some((schema) => fitsAlmost(schema, json.value, contract));
}

/** If a schema requires at least this many members, a body with one broken member still counts as that error. */
const MIN_REQUIRED_MEMBERS = 3;

function fitsAlmost(schema: Schema | boolean, value: unknown, { validators, inspector }: Contract): boolean {
  if (validators.compile(schema)(value)) return true;
  const observations = inspector.inspect(schema, value);
  const broken = new Set(observations.filter(({ holds }) => !holds).map(({ place }) => place[0] ?? ''));
  return requiredMembers(observations).length >= MIN_REQUIRED_MEMBERS && broken.size === 1 && !broken.has('');
}
