import { operationOf } from '../contract/contract.ts';
import { type Operation, type RejectKind, responseFor, responseWhen, successKeysOf } from '../contract/operations.ts';
import { statusesIn, statusFits } from '../contract/statuses.ts';
import { defined } from '../defined.ts';
import { type Answer, type Exchange, hasSucceeded, mediaTypeOf } from '../http/exchange.ts';
import { redirectWords } from '../http/redirect.ts';
import { atPointer, isObject } from '../schema/pointer.ts';
import { Hidden, readable, unlessHidden } from '../schema/traps.ts';
import type { Assertion, Judging, Result } from './check.ts';
import { leewayOf } from './leeway.ts';
import { inWords } from './quote.ts';
import { meantAsSuccess } from './success.ts';
import type { Violation } from './verdict.ts';

/**
 * The vocabulary of judges. Each function builds an assertion: a question to evidence, asked under a contract. None of
 * them takes a literal status: the declared success and the declared refusal of the operation are looked up.
 */

/**
 * The request was answered with its documented success: the status, and a body that can be read as the operation's own.
 * Where both came under another success, the clause about statuses tells it, once. What a body lacks or has wrong inside is told by the clauses about that place, and hides what is read there alone.
 */
export function accepted(exchange: Exchange): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer, operation) => {
      const expected = successKeysOf(operation);
      const isFine = expected.some((key) => statusFits(answer.status, key));
      if (!isFine && meantAsSuccess(answer, operation, judging.contract) === undefined)
        return wrongStatus(exchange, answer, expected);
      bodyOf(exchange);
      return undefined;
    });
}

/** The answer has the status that the operation's `x-rejects` gives to this kind of bad request. */
export function refused(exchange: Exchange, kind?: RejectKind): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer, operation) => {
      const reject = kind ?? (exchange.intent.kind === 'invalid' ? (exchange.intent.reject as RejectKind) : undefined);
      const expected = reject === undefined ? undefined : operation.rejects[reject];
      if (expected === undefined)
        return {
          kind: 'not-shown',
          as: 'inconclusive',
          reason: `${operation.id} names no status for ${reject ?? 'this request'}`,
        };
      return statusFits(answer.status, expected) ? undefined : wrongStatus(exchange, answer, statusesIn(expected));
    });
}

/** The answer is a refusal: a 4xx. Where the contract names no status. */
export function refusedSomehow(exchange: Exchange): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer) =>
      answer.status >= 400 && answer.status < 500
        ? undefined
        : wrongStatus(exchange, answer, ['4XX'], 'a refusal (4xx)'),
    );
}

/** The request is answered, but not with a success: how a missing credential has to end. */
export function notServed(exchange: Exchange): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer) =>
      hasSucceeded(answer) ? wrongStatus(exchange, answer, ['3XX', '4XX', '5XX'], 'no success') : undefined,
    );
}

/** The answer has one of these keys of the document's responses, such as `404` or `4XX`; take them from the operation. */
export function answeredWith(exchange: Exchange, ...keys: readonly string[]): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer, operation) => {
      const meant = meantAsSuccess(answer, operation, judging.contract)?.key;
      if (!keys.some((key) => key === meant || statusFits(answer.status, key)))
        return wrongStatus(exchange, answer, keys);
      bodyOf(exchange);
      return undefined;
    });
}

/**
 * What a plain condition says where it does not hold; `status`: those that would have been right, where that is what is
 * wrong; `fallsWith`: the clauses whose breach would break it as well.
 */
interface Words {
  readonly expected: string;
  readonly actual: unknown;
  readonly at?: string;
  readonly status?: readonly string[];
  readonly fallsWith?: readonly string[];
}

/** A plain condition about an exchange. */
export function holds(condition: boolean, exchange: Exchange, words: Words): Assertion {
  return () =>
    condition
      ? undefined
      : violation(exchange, {
          expected: words.expected,
          actual: shown(words.actual),
          ...defined({ at: words.at, fallsWith: words.fallsWith, status: statusWords(exchange, words.status) }),
        });
}

function statusWords(exchange: Exchange, expected: Words['status']): Violation['status'] {
  const actual = statusOf(exchange);
  return expected === undefined || actual === undefined ? undefined : { expected, actual };
}

/** The result of an assertion; where it reads a place that breaks the document, that it is hidden behind that. */
export function resultOf(assertion: Assertion, judging: Judging): Result {
  return orHidden(() => assertion(judging));
}

/** The same for work that has no judging to ask. */
export function orHidden<T>(work: () => T): T | Extract<Result, { kind: 'not-shown' }> {
  const result = unlessHidden(work);
  return result instanceof Hidden
    ? { kind: 'not-shown', as: 'inconclusive', reason: `hidden: ${result.message}`, behind: result.clause }
    : result;
}

/**
 * The same question to each of several items; with no item there is nothing to judge. An item in which a place that is
 * read breaks the document hides nothing of the others.
 */
export function every<T>(items: readonly T[], what: string, ask: (item: T, index: number) => Assertion): Assertion {
  return (judging) => {
    if (items.length === 0) return { kind: 'not-shown', as: 'inconclusive', reason: `there is no ${what} to look at` };
    let notShown: Result;
    for (const [index, item] of items.entries()) {
      const result = resultOf((one) => ask(item, index)(one), judging);
      if (result?.kind === 'violation') return result;
      notShown ??= result;
    }
    return notShown;
  };
}

/** The question is asked where these hold; where one does not, it cannot be answered. */
export function provided(conditions: readonly Assertion[], question: Assertion): Assertion {
  return (judging) => {
    const unmet = conditions.map((one) => resultOf(one, judging)).find((result) => result !== undefined);
    return unmet === undefined ? question(judging) : asReason(unmet);
  };
}

/** Why a question that depends on it cannot be answered. */
export function asReason(unmet: NonNullable<Result>): Extract<Result, { kind: 'not-shown' }> {
  if (unmet.kind === 'not-shown') return unmet;
  const { expected, actual } = unmet;
  return { kind: 'not-shown', as: 'inconclusive', reason: `cannot be judged: expected ${expected}, got ${actual}` };
}

/** The evidence is enough to show the clause; otherwise it is inconclusive for this reason. */
export function enough(condition: boolean, reason: string, remedy?: string): Assertion {
  return () =>
    condition
      ? undefined
      : { kind: 'not-shown', as: 'inconclusive', reason, ...(remedy === undefined ? {} : { remedy }) };
}

/** The clause speaks of a condition that the target is not in. */
export function applicable(condition: boolean, reason: string, remedy?: string): Assertion {
  return () => (condition ? undefined : { kind: 'not-shown', as: 'skip', reason, ...defined({ remedy }) });
}

/** The parsed body of an answer; undefined where there is none. */
export function bodyOf(exchange: Exchange): unknown {
  return exchange.outcome.kind === 'response' ? exchange.outcome.body.json?.value : undefined;
}

/** The value at a JSON Pointer of the body. */
export function at(exchange: Exchange, pointer: string): unknown {
  return atPointer(bodyOf(exchange), pointer);
}

export function numberAt(exchange: Exchange, pointer: string): number | undefined {
  const value = at(exchange, pointer);
  return typeof value === 'number' ? value : undefined;
}

export function textAt(exchange: Exchange, pointer: string): string | undefined {
  const value = at(exchange, pointer);
  return typeof value === 'string' ? value : undefined;
}

/** The objects of an array in the body; everything else is left out. */
export function objectsAt(exchange: Exchange, pointer: string): readonly Readonly<Record<string, unknown>>[] {
  const value = at(exchange, pointer);
  return Array.isArray(value) ? readable([...value.keys()], (index) => value[index] as unknown).filter(isObject) : [];
}

export function statusOf(exchange: Exchange): number | undefined {
  return exchange.outcome.kind === 'response' ? exchange.outcome.status : undefined;
}

/** True for any 2xx. */
export function isSuccess(exchange: Exchange): boolean {
  return hasSucceeded(exchange.outcome);
}

/** Does the answer tell of this condition of the target? By the name that `x-condition` gives it in the document. */
export function tellsOf({ contract }: Judging, exchange: Exchange, condition: string): boolean {
  const { operation: id, outcome } = exchange;
  if (id === undefined || outcome.kind === 'failure') return false;
  const operation = operationOf(contract, id);
  return responseFor(operation, outcome.status)?.key === responseWhen(operation, condition).key;
}

function withAnswer(
  judging: Judging,
  exchange: Exchange,
  ask: (answer: Answer, operation: Operation) => Result,
): Result {
  const { outcome, usedUpBy } = exchange;
  if (outcome.kind === 'failure') return { kind: 'not-shown', as: 'inconclusive', reason: outcome.message };
  if (usedUpBy !== undefined) {
    const reason = `request #${usedUpBy} may have used up what was asked for (status ${outcome.status})`;
    return { kind: 'not-shown', as: 'inconclusive', reason };
  }
  const operation = exchange.operation === undefined ? OUTSIDE : operationOf(judging.contract, exchange.operation);
  const result = ask(outcome, operation);
  if (result?.kind !== 'violation') return result;
  const reason = leewayOf(exchange, operation, judging.contract);
  return reason === undefined ? result : { kind: 'not-shown', as: 'skip', reason };
}

const OUTSIDE: Operation = {
  id: '',
  method: 'GET',
  path: '',
  tag: '',
  pointer: '',
  parameters: [],
  responses: [{ key: '200', pointer: '' }],
  security: [],
  roles: [],
  schemes: [],
  costly: false,
  rejects: {},
  node: { operationId: '', responses: {} },
};

function violation(exchange: Exchange, words: Omit<Violation, 'exchange'>): Result {
  return { kind: 'violation', ...words, exchange: exchange.seq };
}

function wrongStatus(
  exchange: Exchange,
  answer: Answer,
  expected: readonly string[],
  words = `status ${expected.join(' or ')}`,
): Result {
  return violation(exchange, {
    expected: `${words}${wanted(exchange)}`,
    actual: statusText(answer),
    status: { expected, actual: answer.status },
  });
}

function wanted(exchange: Exchange): string {
  return exchange.intent.kind === 'valid' ? '' : ` for ${exchange.intent.what}`;
}

function statusText(answer: Answer): string {
  const media = mediaTypeOf(answer);
  return `status ${answer.status}${redirectWords(answer)}${media === '' ? '' : ` (${media})`}`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : inWords(value);
}
