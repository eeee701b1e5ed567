import type { Violation } from '../check/verdict.ts';
import type { Clause, Subject } from '../contract/contract.ts';
import { type Exchange, isCredentialCase } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { plural, withArticle } from '../nouns.ts';
import { asksForEcho } from '../rules/invariants.ts';
import { splitPointer } from '../schema/pointer.ts';
import { cut, fit } from './escape.ts';

/** How many characters are quoted of one value, and of a longer text. */
const VALUE = 40;
const LONG_TEXT = 100;

/** Says what is wrong in about `room` characters: first what came, then what was expected. */
export function faultOf(clause: Clause, found: Violation, exchange: Exchange | undefined, room: number): string {
  const { subject } = clause;
  if (subject?.kind === 'answer') return answerFault(subject, found);
  if (subject?.kind === 'media-type') return mediaFault(subject.status, found);
  if (subject?.kind === 'message')
    return exchange?.outcome.kind === 'response' ? repeatedFault(found) : fit(brokenFault(found), room);
  const status = found.status === undefined ? undefined : statusFault(clause, found.status, exchange);
  return (
    status ?? (clause.invariant === undefined ? plainFault(found, exchange, room) : relationFault(clause, found, room))
  );
}

/** An answer that is not whole says itself what was expected. The address is in every command of the finding. */
function brokenFault({ actual }: Violation): string {
  return actual.replace(/, and then \S+: /u, ', and then ').replace(/ \([\w-]+\)\.$/u, '');
}

/** A whole message can break in one way only: a field that takes one value has several. */
function repeatedFault({ expected, actual }: Violation): string {
  return `${expected.replace(/^one /u, '')} stands twice: ${cut(actual, LONG_TEXT)}`;
}

type Answer = Extract<Subject, { kind: 'answer' }>;

function answerFault({ status, place, keyword, expected }: Answer, found: Violation): string {
  const path = pathOf(place, found.at ?? '');
  const at =
    path === '' ? `the body of a ${status} answer` : `${path}${status.startsWith('2') ? '' : ` of a ${status} answer`}`;
  const came = cut(abbreviated(found.actual), VALUE);
  switch (keyword) {
    case 'required':
      return `${path} is missing from a ${status} answer`;
    case 'absent':
      return `${path} is in a ${status} answer, where it must not be`;
    case 'additionalProperties':
      return `${pathOf([...place, ...splitPointer(found.at ?? '').slice(-1)], found.at ?? '')} is in a ${status} answer, whose schema names no such property`;
    case 'type':
      return `${at} is ${came}, not ${withArticle([expected].flat().join(' or '))}`;
    case 'enum':
      return `${at} is ${came}, not ${membersOf(expected)}`;
    case 'format':
      return `${at} is ${came}, not ${withArticle(String(expected))}`;
    case 'const':
      return `${at} is ${came}, not ${JSON.stringify(expected)}`;
    case 'not':
      return `${at} is ${came}, which it must not be`;
    case 'uniqueItems':
      return `${at} has an element twice`;
    case 'anyOf':
    case 'oneOf':
      return found.expected.startsWith('one of')
        ? `${at} fits ${cut(found.expected.replace('one', 'none'), LONG_TEXT)}`
        : `${at} is ${came} without ${cut(found.expected, VALUE)}`;
    case 'minItems':
    case 'maxItems':
      return `${at} ${countedIn(found.actual) ?? `is ${came}`}; expected ${cut(found.expected, VALUE)}`;
    default:
      return `${at} is ${came}; expected ${cut(found.expected, VALUE)}`;
  }
}

/** The number of elements of a list that is quoted whole. */
function countedIn(list: string): string | undefined {
  const elements = parseJson(list)?.value;
  return Array.isArray(elements) ? `has ${plural(elements.length, 'element')}` : undefined;
}

function mediaFault(status: string, { expected, actual }: Violation): string {
  const answer = `a ${status} answer`;
  return actual.startsWith('no ')
    ? `${answer} has ${actual}${EXPECTED}${expected}`
    : `${answer} is ${cut(actual, VALUE)}, not ${expected}`;
}

/** A place in a schema as a readable path. A step `items` means an array element unless the pointer has a name there. */
function pathOf(place: readonly string[], pointer: string): string {
  const at = splitPointer(pointer);
  return place.reduce((path, step, index) => {
    const here = at[index];
    if (step === 'items' && (here === undefined || /^\d+$/u.test(here))) return `${path}[]`;
    const name = step === 'values' && here !== undefined ? here : step;
    return path === '' ? name : `${path}.${name}`;
  }, '');
}

/** The values of an enumeration, or their number if they are too long. */
function membersOf(expected: unknown): string {
  const values = [expected].flat();
  const text = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ');
  if (values.length === 1) return text;
  return text.length > LONG_TEXT / 2 ? `one of the ${values.length} values of the contract` : `one of ${text}`;
}

function statusFault(
  { subject, origin }: Clause,
  { expected, actual }: NonNullable<Violation['status']>,
  exchange: Exchange | undefined,
): string | undefined {
  const { intent } = exchange ?? {};
  const wanted = expected.filter((one) => !one.endsWith('XX')).join(' or ') || expected.join(' or ').toLowerCase();
  if (intent === undefined) return undefined;
  if (subject?.kind === 'status') return `status ${actual} came, which the contract does not document`;
  if (intent.kind === 'valid') {
    // The sentence of a stated clause says what is special about its request.
    if (origin === 'stated') return undefined;
    const request = validRequest(subject, exchange);
    if (actual >= 500) return `${request} fails with ${actual}`;
    return actual >= 400 ? `${request} is refused with ${actual}` : `${request} gets ${actual}, not ${wanted}`;
  }
  const what = badRequest(subject, intent.what, exchange);
  if (actual >= 500) return `${what} fails with ${actual}${expected.includes('4XX') ? '' : `, not ${wanted}`}`;
  const isRefusalDue = expected.every((one) => one.endsWith('XX') && one !== '2XX');
  if (intent.kind === 'open' && actual < 300 && isRefusalDue) return `${what} is served (${actual})`;
  const isLetIn = intent.kind === 'invalid' && intent.reject !== 'unknown-id' && actual < 300;
  if (!isLetIn) return `${what} gets ${actual}, not ${wanted}`;
  return isCredentialCase(exchange)
    ? `${what} is accepted (${actual}), but should be refused`
    : acceptedWords(subject, what, actual);
}

function acceptedWords(subject: Subject | undefined, what: string, status: number): string {
  const bound = subject?.kind === 'parameter' ? BOUND_WORDS[subject.keyword]?.(subject.expected) : undefined;
  return bound === undefined ? `${what} was accepted (${status})` : `${what} was accepted, ${bound}`;
}

/** What the value of a parameter should have been, by the keyword. */
const BOUND_WORDS: Readonly<Record<string, (expected: unknown) => string>> = {
  maximum: (expected) => `${String(expected)} is the maximum`,
  minimum: (expected) => `${String(expected)} is the minimum`,
  type: (expected) => `which is not ${withArticle(String(expected))}`,
  format: (expected) => `which is not ${withArticle(String(expected))}`,
  enum: (expected) => `which is not ${membersOf(expected)}`,
  maxItems: (expected) => `with more than ${String(expected)} elements`,
  minLength: (expected) => `${String(expected)} characters are the least`,
  maxLength: (expected) => `${String(expected)} characters are the most`,
};

function validRequest(subject: Subject | undefined, exchange: Exchange | undefined): string {
  if (subject?.kind === 'credential')
    return subject.presented.length === 0
      ? 'a request without a credential'
      : `the ${subject.presented.join(' with the ')} credential`;
  return (subject?.kind === 'parameter' ? parameterOf(subject, exchange) : undefined) ?? 'a valid request';
}

function badRequest(subject: Subject | undefined, what: string, exchange: Exchange | undefined): string {
  if (isCredentialCase(exchange))
    return what === 'no credential' ? 'a request without a credential' : cut(what, VALUE * 2);
  if (subject?.kind === 'parameter') return parameterOf(subject, exchange) ?? cut(what, VALUE * 2);
  if (subject?.kind !== 'request-body') return cut(what, VALUE * 2);
  const missing = /^(?<name>\S+) is missing$/u.exec(what)?.groups?.['name'];
  if (missing !== undefined) return `a body without ${missing}`;
  const whole = /^the body (?<has>has .*)$/su.exec(what)?.groups?.['has'];
  if (whole !== undefined) return cut(`a body that ${whole}`, VALUE * 2);
  return what.startsWith('a body') ? cut(what, VALUE * 2) : `a body in which ${cut(what, VALUE * 2)}`;
}

/** The parameter as it was sent, `limit=101`. */
function parameterOf({ in: part, name }: Extract<Subject, { kind: 'parameter' }>, exchange: Exchange | undefined) {
  const value = part === 'query' ? exchange?.request.query[name] : undefined;
  return value === undefined ? undefined : `${name}=${cut(value, VALUE)}`;
}

/** The values of a relation say what is wrong. If an echo is too long, what was expected is left out. */
function relationFault(clause: Clause, { expected, actual }: Violation, room: number): string {
  if (asksForEcho(clause) && expected.length + actual.length > room)
    return `the answer has ${actual}, which is not what was sent`;
  return cameAndExpected(actual, expected, room, 0.75);
}

/** What came and what was expected, with the place if that fits. If a long body is at fault as a whole: what it lacks. */
function plainFault({ expected, actual, at = '' }: Violation, exchange: Exchange | undefined, room: number): string {
  const came = abbreviated(actual);
  if (came !== actual && at === '' && exchange?.outcome.kind === 'response')
    return `a ${exchange.outcome.status} answer without ${expected}`;
  const place = at === '' ? '' : actual.startsWith(`${at.slice(1)} `) ? ' in the body' : ` at ${dotted(at)}`;
  const shown = came === '' ? '""' : came;
  const isShort = `${shown}${place}${EXPECTED}${expected}`.length <= room;
  return cameAndExpected(isShort ? `${shown}${place}` : shown, abbreviated(expected), room);
}

const EXPECTED = '; expected ';

/** If both do not fit, what came takes at most its `share` of the room, or what the other leaves. */
function cameAndExpected(came: string, expected: string, room: number, share = 0.6): string {
  if (expected === '') return came;
  const left = room - EXPECTED.length;
  const first = fit(came, Math.max(Math.floor(left * share), left - expected.length));
  return `${first}${EXPECTED}${fit(expected, left - first.length)}`;
}

/** Longer JSON is named by its type. Bytes that do not parse are named by their number, whatever their length. */
const MAX_QUOTED = 30;

function abbreviated(value: string): string {
  const bytes = /^\d+ bytes that do not parse(?=: )/u.exec(value)?.[0];
  if (bytes !== undefined) return bytes;
  if (value.length <= MAX_QUOTED) return value;
  if (value.startsWith('{"')) return 'an object';
  return /^\[[[{"\d]/u.test(value) ? 'an array' : value;
}

function dotted(pointer: string): string {
  return splitPointer(pointer).reduce(
    (path, step) => (/^\d+$/u.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  );
}
