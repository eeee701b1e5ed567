import { operationOf } from '../contract/contract.ts';
import { type Operation, type RejectKind, responseFor, responseWhen, successKeysOf } from '../contract/operations.ts';
import { statusesIn, statusFits } from '../contract/statuses.ts';
import { defined } from '../defined.ts';
import { type Answer, type Exchange, hasSucceeded, inThing, isRefusal, mediaTypeOf } from '../http/exchange.ts';
import { createdValue } from '../http/located.ts';
import { redirectWords } from '../http/redirect.ts';
import { atPointer, isObject } from '../schema/pointer.ts';
import { original, readable } from '../schema/traps.ts';
import { NOTHING_THERE } from '../semantics.ts';
import type { Assertion, Judging, Result } from './check.ts';
import { leewayOf } from './leeway.ts';
import { inWords } from './quote.ts';
import { meantAsSuccess } from './success.ts';
import type { Violation } from './verdict.ts';

/**
 * The vocabulary of judges. Each function builds an assertion. None takes a literal status: the success and the refusals that
 * the operation declares are looked up.
 */

/**
 * The answer has the documented success status and a readable body. If the documented success came under another 2xx, that
 * counts as accepted: the clause about statuses reports it. Faults inside the body are reported by the clauses about them.
 */
export function accepted(exchange: Exchange): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer, operation) => {
      const expected = successKeysOf(operation);
      const isFine = expected.some((key) => statusFits(answer.status, key));
      if (!isFine && meantAsSuccess(answer, operation, judging.contract) === undefined)
        return wrongStatus(exchange, answer, expected);
      assertReadable(exchange);
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

/** The answer is a 4xx. For refusals to which the contract gives no status. */
export function refusedSomehow(exchange: Exchange): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer) =>
      isRefusal(answer) ? undefined : wrongStatus(exchange, answer, ['4XX'], 'a refusal (4xx)'),
    );
}

/** The answer is no success, as for a request without credentials. */
export function notServed(exchange: Exchange): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer) =>
      hasSucceeded(answer) ? wrongStatus(exchange, answer, ['3XX', '4XX', '5XX'], 'no success') : undefined,
    );
}

/** The status fits one of these keys of the operation's responses, such as `404` or `4XX`. */
export function answeredWith(exchange: Exchange, ...keys: readonly string[]): Assertion {
  return (judging) =>
    withAnswer(judging, exchange, (answer, operation) => {
      const meant = meantAsSuccess(answer, operation, judging.contract)?.key;
      if (!keys.some((key) => key === meant || statusFits(answer.status, key)))
        return wrongStatus(exchange, answer, keys);
      assertReadable(exchange);
      return undefined;
    });
}

/**
 * The violation that a false condition reports. `status`: the right statuses, if the status is what is wrong. `fallsWith`: the
 * clauses whose breach would break this one as well.
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
          actual: valueText(words.actual),
          ...defined({ at: words.at, fallsWith: words.fallsWith, status: statusWords(exchange, words.status) }),
        });
}

function statusWords(exchange: Exchange, expected: Words['status']): Violation['status'] {
  const actual = statusOf(exchange);
  return expected === undefined || actual === undefined ? undefined : { expected, actual };
}

/** The evidence suffices to show the clause; otherwise it is inconclusive for this reason. */
export function enough(condition: boolean, reason: string, remedy?: string): Assertion {
  return () => (condition ? undefined : { kind: 'not-shown', as: 'inconclusive', reason, ...defined({ remedy }) });
}

/** The clause applies to the target; otherwise it is skipped for this reason. */
export function applicable(condition: boolean, reason: string, remedy?: string): Assertion {
  return () => (condition ? undefined : { kind: 'not-shown', as: 'skip', reason, ...defined({ remedy }) });
}

/** The parsed JSON body of an answer; undefined if there is none. */
export function bodyOf(exchange: Exchange): unknown {
  return exchange.outcome.kind === 'response' ? exchange.outcome.body.json?.value : undefined;
}

/** Throws `Hidden` if the body as a whole breaks the document: such an answer shows nothing. */
function assertReadable(exchange: Exchange): void {
  bodyOf(exchange);
}

/** Has the answer JSON, whatever of it breaks the document? */
export function hasJson({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && original(outcome.body.json) !== undefined;
}

/** What the answer to a creation says about the created resource, with its id at this pointer (`createdValue`). */
export function createdIn({ outcome }: Exchange, idPointer = ''): unknown {
  return outcome.kind === 'response' ? createdValue(outcome, idPointer) : undefined;
}

/** The value at a JSON Pointer of the body. */
export function at(exchange: Exchange, pointer: string): unknown {
  return atPointer(bodyOf(exchange), pointer);
}

/** The value at a place of the thing that the answer is about. */
export function thingAt(exchange: Exchange, place: string): unknown {
  return at(exchange, inThing(exchange, place));
}

export function numberAt(exchange: Exchange, pointer: string): number | undefined {
  const value = at(exchange, pointer);
  return typeof value === 'number' ? value : undefined;
}

export function textAt(exchange: Exchange, pointer: string): string | undefined {
  const value = at(exchange, pointer);
  return typeof value === 'string' ? value : undefined;
}

/** The readable objects of an array in the body. */
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

/** Does the answer report this condition of the target? The name is that of `x-condition` in the document. */
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
  if (usedUpBy !== undefined && NOTHING_THERE.includes(outcome.status)) {
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
    expected: `${words}${requestWords(exchange)}`,
    actual: statusText(answer),
    status: { expected, actual: answer.status },
  });
}

/** What is wrong with the request: a sentence, such as `name is missing`, or a noun, such as `limit=0`. */
function requestWords({ intent }: Exchange): string {
  if (intent.kind === 'valid') return '';
  if (intent.what === 'no credential') return ' without a credential';
  return ` ${/^(?:the body|\S+) (?:is|has) /u.test(intent.what) ? 'where' : 'for'} ${intent.what}`;
}

function statusText(answer: Answer): string {
  const media = mediaTypeOf(answer);
  return `status ${answer.status}${redirectWords(answer)}${media === '' ? '' : ` (${media})`}`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : inWords(value);
}
