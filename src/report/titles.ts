import type { Violation } from '../check/verdict.ts';
import { isOfWholeBody, nameOf, requiredName } from '../contract/clause-id.ts';
import type { Clause } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { UNAUTHORIZED } from '../http/unauthorized.ts';
import type { Cause } from '../judge/causes/index.ts';
import { plural } from '../nouns.ts';
import { cut, fit } from './escape.ts';
import { faultOf } from './fault-words.ts';

/** The lead clause of a cause, with what a title says about it. */
export interface Lead {
  readonly clause: Clause;
  readonly told?: Violation | undefined;
  /** The exchange that shows it. */
  readonly exchange?: Exchange | undefined;
  /** The method and path of the operation that it is about, if it is one. */
  readonly route?: string | undefined;
  /** For a conflict: the branch of the profile, and those that were seen. */
  readonly branches?: { readonly declared?: string | undefined; readonly seen: readonly string[] };
}

/** How many characters are quoted of one value and of what a request is about, and how many a title may have. */
const VALUE = 40;
const WHAT = 80;
const TITLE = 140;
/** How many characters several names may have together. */
const NAMES = 30;
/** Up to this many operations are named, more are counted. */
const NAMED = 3;

/**
 * What is wrong and how much it explains: method and path first, then what came and what was expected. Every format uses this
 * title.
 */
export function titleOf(cause: Cause, lead: Lead): string {
  const count = countOf(cause);
  const room = TITLE - count.length;
  return `${fit(wordsOf(cause, lead, room), room)}${count}`;
}

function countOf({ clauses, operations }: Cause): string {
  if (clauses.length < 2) return '';
  const named = operations.length <= NAMED ? operations.join(', ') : plural(operations.length, 'operation');
  const among = operations.length > 1 ? ` in ${named}` : '';
  return ` (${plural(clauses.length, 'clause')}${among})`;
}

function wordsOf(cause: Cause, lead: Lead, room: number): string {
  const { nature } = cause;
  if (nature.kind === 'conflict') return conflictWords(nature.conflict, lead);
  if (nature.kind === 'absent-route') return `${lead.route ?? 'a route'} does not exist`;
  const prefix = lead.route === undefined ? '' : `${lead.route}: `;
  return `${prefix}${natureWords(nature, cause, lead, room - prefix.length)}`;
}

type Nature<Kind extends Cause['nature']['kind']> = Extract<Cause['nature'], { kind: Kind }>;
type PrefixedNature = Exclude<Cause['nature'], Nature<'conflict' | 'absent-route'>>;

/** What follows the method and path in a title. */
function natureWords(nature: PrefixedNature, cause: Cause, lead: Lead, room: number): string {
  switch (nature.kind) {
    case 'credential-accepted':
      return letInWords(nature.presented, lead);
    case 'credential-refused':
      return `${callerWords(nature.presented)} ${isOrAre(nature.presented)} ${nature.always ? '' : 'sometimes '}refused${statusOf(lead)}, but ${nature.presented.length === 0 ? 'none is needed' : 'should give access'}`;
    case 'refusal-status':
      return `${rejectWords(nature.reject)} ${nature.actual}${nature.location === undefined ? '' : ` (a redirect to ${nature.location})`}, not ${refusalsAmong(nature.expected).join(' or ')}`;
    case 'valid-refused':
      return validRefusedWords(nature, lead);
    case 'success-status':
      return `successful responses have status ${nature.actual}, not ${nature.expected.join(' or ')}`;
    case 'unsteady':
      return 'answers that were wrong came out right when the same requests were sent again, one at a time';
    case 'error-as-success':
      return `errors are sent with status ${nature.status}, which stands for success`;
    case 'media-type':
      return `${nature.actual === 'none' ? 'there is no Content-Type' : `the Content-Type is ${cut(nature.actual, VALUE)}`}, not ${nature.expected}`;
    case 'another-shape':
      return `${shapeWords(nature, lead)}${missingWords(cause)}`;
    case 'left-out':
      return `members are left out instead of being ${nature.values}${missingWords(cause)}`;
    case 'other-names':
      return `the names of members are in ${nature.style}${missingWords(cause)}`;
    case 'spelling':
      return `values of ${nature.keyword} ${nature.expected} are written like ${cut(nature.example ?? nature.actual, VALUE)}, wherever they occur`;
    case 'not-validated':
      return notValidatedWords(nature, cause);
    case 'shared-schema':
    case 'clause':
      if (lead.told === undefined) return 'the rule of this clause is broken';
      return faultOf(lead.clause, lead.told, lead.exchange, room);
    default:
      return nature satisfies never;
  }
}

function conflictWords(conflict: string, { branches }: Lead): string {
  const { declared, seen = [] } = branches ?? {};
  const [only, ...others] = seen;
  if (only !== undefined && others.length === 0 && declared !== undefined)
    return `The service uses ${conflict}=${only}; the profile says ${declared}`;
  const says = declared === undefined ? '' : `; the profile says ${declared}`;
  return `The service uses several branches of ${conflict}${seen.length === 0 ? '' : `: ${seen.join(', ')}`}${says}`;
}

function callerWords(presented: readonly string[]): string {
  if (presented.length === 0) return 'a request without a credential';
  return presented.map((name) => (name.startsWith('wrong ') ? `a ${name}` : `the ${name}`)).join(' and ');
}

function isOrAre(presented: readonly string[]): string {
  return presented.length > 1 ? 'are' : 'is';
}

/** A request whose credential is not refused may still fail for another reason: its body or its values were looked at. */
function letInWords(presented: readonly string[], lead: Lead): string {
  const status = lead.exchange?.outcome.kind === 'response' ? lead.exchange.outcome.status : 0;
  const caller = callerWords(presented);
  if (status < 400) return `${caller} ${isOrAre(presented)} accepted${statusOf(lead)}, but should be refused`;
  const due = refusalsAmong(lead.told?.status?.expected ?? UNAUTHORIZED.map(String)).join(' or ');
  return `${caller} ${presented.length > 1 ? 'get' : 'gets'} ${status}, not ${due}: something else was checked first`;
}

/** The status of the answer that shows it, in brackets. */
function statusOf({ exchange }: Lead): string {
  return exchange?.outcome.kind === 'response' ? ` (${exchange.outcome.status})` : '';
}

function validRefusedWords(
  { status, feature, alternatives = [] }: Nature<'valid-refused'>,
  { exchange }: Lead,
): string {
  // A request that may be refused must not fail, but it is not called valid.
  const isOpen = exchange?.intent.kind === 'open' && exchange.intent.valid !== true;
  const words = `${isOpen ? 'requests' : 'valid requests'} ${status >= 500 ? 'fail' : 'are refused'} with ${status}`;
  if (feature?.in === 'result')
    return `${words} when nothing is found (${alternatives.slice(0, 2).map(featureWords).join('; ')})`;
  const all = feature === undefined ? [] : [feature, ...alternatives];
  const [given, made] = [all.filter((one) => !isMade(one)), all.filter(isMade)];
  const features = [...given, ...made];
  // An unusual request is told by what is unusual in it, not by its path.
  if (exchange?.intent.kind === 'open' && features.every((one) => one.in === 'path'))
    return `${words}, such as ${cut(exchange.intent.what, WHAT)}`;
  return features.length === 0 ? words : `${words} when they have ${features.map(featureWords).join(', or ')}`;
}

/** Is it a value that the run made up, and sent in this request alone? Any other feature is likelier to be the reason. */
function isMade({ value = '' }: Feature): boolean {
  return /^"conform\b/u.test(value);
}

function shapeWords({ place, members }: Nature<'another-shape'>, { clause: { subject } }: Lead): string {
  const isError = subject?.kind === 'answer' && /^[45]/u.test(subject.status);
  const whole = isError ? 'the error body' : 'the body';
  const where = place === '' ? whole : `${cut(place, VALUE)} in ${whole}`;
  return `${where} has ${members.length === 0 ? 'no members' : `other members (${shortList(members)})`}`;
}

/** The members that one operation leaves out. None are named for several operations, as they differ. */
function missingWords({ clauses, operations }: Cause): string {
  const names = [...new Set(clauses.flatMap((id) => requiredName(id) ?? []))];
  if (operations.length > 1 || names.length === 0) return '';
  return `; ${shortList(names)} ${names.length === 1 ? 'is' : 'are'} missing`;
}

/** All names if they fit, else the first one and the number of others. */
function shortList(names: readonly string[]): string {
  const whole = names.join(', ');
  const [first = ''] = names;
  return whole.length <= NAMES ? whole : `${cut(first, NAMES)} and ${names.length - 1} more`;
}

/** Claims no more than what was tried. */
function notValidatedWords({ part, name, keyword }: Nature<'not-validated'>, { clauses, operations }: Cause): string {
  const whole = part === 'body' ? 'request bodies' : `${part} parameters`;
  const names =
    operations.length > 1 ? [] : [...new Set(clauses.map((id) => nameOf(id)))].filter((one) => one !== part);
  const where = name ?? (names.length === 0 ? '' : shortList(names));
  if (keyword === 'required') return `requests without ${where === '' ? 'required members' : where} are accepted`;
  if (keyword !== undefined)
    return `${BAD_VALUES[keyword] ?? `values that break "${keyword}"`} are accepted in ${where === '' ? whole : where}`;
  if (name === undefined) return `bad values of ${whole} are accepted`;
  if (name === '' && clauses.every((id) => isOfWholeBody(id))) return 'a body that is no JSON object is accepted';
  return `${name === '' ? 'the request body' : name} is not validated: every bad value tried was accepted`;
}

/** What breaks a keyword of a schema. */
const BAD_VALUES: Readonly<Record<string, string | undefined>> = {
  additionalProperties: 'unknown members',
  unevaluatedProperties: 'unknown members',
  type: 'values of another type',
  enum: 'values outside the enumeration',
  minimum: 'numbers that are too small',
  exclusiveMinimum: 'numbers that are too small',
  maximum: 'numbers that are too large',
  exclusiveMaximum: 'numbers that are too large',
  multipleOf: 'numbers between the allowed steps',
  minLength: 'texts that are too short',
  maxLength: 'texts that are too long',
  pattern: 'texts that do not match the pattern',
  format: 'texts that do not have the format',
  minItems: 'lists that are too short',
  maxItems: 'lists that are too long',
  uniqueItems: 'repeated elements',
};

/** The expected statuses of a refusal: exact 4xx statuses, else `4xx`, else everything that is expected. */
function refusalsAmong(statuses: readonly string[]): readonly string[] {
  const refusals = statuses.filter((status) => status.startsWith('4'));
  const exact = refusals.filter((status) => !status.endsWith('XX'));
  if (exact.length > 0) return exact;
  return (refusals.length === 0 ? statuses : refusals).map((status) => status.toLowerCase());
}

function rejectWords(reject: string | undefined): string {
  if (reject?.includes(' ') === true) return `${reject} gets`;
  return (reject === undefined ? undefined : REJECTS[reject]) ?? 'bad requests get';
}

const REJECTS: Readonly<Record<string, string | undefined>> = {
  'invalid-query': 'a bad query parameter gets',
  'invalid-path': 'a malformed path value gets',
  'invalid-body': 'a bad member of the body gets',
  'malformed-json': 'a body that is no JSON object gets',
  'unknown-id': 'an id that nothing has gets',
  'past-the-limit': 'a request past the rate limit gets',
  credential: 'a missing or wrong credential gets',
  'missing-credential': 'a missing credential gets',
  'wrong-credential': 'a wrong credential gets',
};

type Feature = NonNullable<Nature<'valid-refused'>['feature']>;

function featureWords({ in: part, name, value, lacks }: Feature): string {
  if (part === 'path') return value === undefined ? 'certain values in the path' : `the path ${cut(value, VALUE)}`;
  if (part === 'credential') return `a ${name}`;
  const isMember = part === 'body';
  const place = isMember ? name.split('/').slice(1).join('.') : part === 'header' ? `the header ${name}` : name;
  const words = `${place}${value === undefined ? '' : ` = ${valueWords(value)}`}`;
  return `${lacks === true ? 'no ' : ''}${words}${isMember ? ' in the body' : ''}`;
}

/** A value as JSON, cut if it is long. For a text only the characters between the quotes count. */
function valueWords(value: string): string {
  const text = /^"(?<inner>.*)"$/su.exec(value)?.groups?.['inner'];
  return text === undefined ? cut(value, VALUE) : `"${cut(text, VALUE)}"`;
}
