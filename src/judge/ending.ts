import type { Contract } from '../contract/contract.ts';
import { fieldOf } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { type Exchange, hasSucceeded, mediaTypeOf, requestKey } from '../http/exchange.ts';
import { redirectOf } from '../http/redirect.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { isJsonMedia } from '../media-type.ts';
import { isOfGateway } from '../semantics.ts';
import { type SetupFault, type SetupView, setupFault } from './setup-kinds.ts';

/** What held at the start of a run, and from some request on no longer. */

/** A token that expired, a session that ended, a key that has had its quota. */
export function endedCredentials(view: SetupView): readonly SetupFault[] {
  return uses(view).flatMap(({ role, carrier, presented, isOver, first }): readonly SetupFault[] => {
    const from = first ?? firstRefusedAgain(presented, isOver);
    if (from === undefined) return [];
    const field = fieldOf(carrier);
    const own = presented[0]?.request.headers[field];
    const carries = ({ request: { credentials, headers } }: Exchange) =>
      credentials.includes(role) || (headers[field] !== undefined && headers[field] === own);
    const isOwn = (one: Exchange) => (carries(one) && isOver(one)) || isLockedWith(from, one, field);
    return [faultFrom({ kind: 'credential-ended', role }, view.exchanges, from, isOwn)];
  });
}

const UNAUTHORIZED = 401;

/** Where wrong credentials lock an account, whatever comes in their field is turned away alike. A 401 says that of a wrong one anyway. */
export function isLockedWith(refused: Exchange, one: Exchange, field: string): boolean {
  const status = statusOf(refused);
  return status !== UNAUTHORIZED && statusOf(one) === status && one.request.headers[field] !== undefined;
}

/**
 * What each credential opened last, where in the end it opened nothing and only one operation says so: that this is refused
 * as well, time and again, tells a credential that ended from an operation that refuses it at times, or for some requests.
 */
export function controlsOf(view: SetupView): readonly Exchange[] {
  const changesNothing = ({ operation = '' }: Exchange) =>
    view.contract.operations.get(operation)?.permission === undefined;
  return uses(view).flatMap(({ presented, isOver, first }): Exchange | readonly Exchange[] => {
    const tail = presented.slice(-OFTEN);
    if (first !== undefined || tail.length < OFTEN || !tail.every(isOver)) return [];
    return presented.findLast((one) => hasSucceeded(one.outcome) && changesNothing(one)) ?? [];
  });
}

/** Each credential whose refusals are not vouched for, the requests with it alone, and the first of those with which it is over. */
function uses({ contract, exchanges, header: { vouched = [] } }: SetupView) {
  return contract.roles
    .filter(({ role }) => !vouched.includes(role))
    .map(({ role, carrier }) => {
      const presented = exchanges.filter((one) => isPresentedAlone(one, role));
      const opens = (one: Exchange): boolean => isToOpen(contract, one, role);
      const isOver = endOf(presented);
      return { role, carrier, presented, isOver, first: firstOver(presented, OFTEN, isOver, opens) };
    });
}

/** Where the last answer redirects, whoever is sent there is turned away. */
function endOf(presented: readonly Exchange[]): (exchange: Exchange) => boolean {
  const location = redirectOf(presented.findLast(({ elided }) => elided !== true)?.outcome);
  return (one) => isTurnedAway(one, location);
}

/** An allow-list that lets this machine in no longer, or a base URL that moved. */
export function shutOutFrom({ exchanges }: SetupView): readonly SetupFault[] {
  const last = exchanges.findLast(({ elided }) => elided !== true);
  const [status, place] = [statusOf(last), originOf(last)];
  if (!isUnauthorized(status) && place === undefined) return [];
  const isOver = (one: Exchange) => statusOf(one) === status && (one.elided === true || originOf(one) === place);
  const first = firstOver(exchanges, GONE, isOver);
  if (first === undefined || (place === undefined && isOfOneCredential(exchanges, first))) return [];
  return [faultFrom({ kind: 'shut-out', ...defined({ location: place }) }, exchanges, first, isOver)];
}

/** Was nothing served before but to this one credential? Then it is what ended: nobody else was let in, either. */
function isOfOneCredential(exchanges: readonly Exchange[], first: Exchange): boolean {
  const before = exchanges.slice(0, exchanges.indexOf(first)).filter(({ outcome }) => hasSucceeded(outcome));
  const callers = new Set(
    before.flatMap(({ request: { credentials } }) => (credentials.length > 1 ? [] : [credentials[0]])),
  );
  return callers.size === 1 && !callers.has(undefined);
}

/** Requests that are under way at once may be answered in another order than they were sent in. */
const UNDER_WAY = 16;

function faultFrom(
  what:
    | { readonly kind: 'shut-out'; readonly location?: string }
    | { readonly kind: 'credential-ended'; readonly role: string },
  exchanges: readonly Exchange[],
  first: Exchange,
  isOver: (exchange: Exchange) => boolean,
): SetupFault {
  const from = exchanges.indexOf(first);
  const at = first.outcome.kind === 'response' ? first.outcome.headers['date'] : undefined;
  const over = exchanges.slice(Math.max(0, from - UNDER_WAY)).filter(isOver);
  return setupFault({ ...what, status: statusOf(first) ?? 0, from: from + 1, ...defined({ at }) }, over);
}

export function isPresentedAlone({ request: { credentials }, outcome }: Exchange, role: string): boolean {
  return credentials.length === 1 && credentials[0] === role && outcome.kind === 'response';
}

/** Is this of an operation that the credential opens? What is public may serve whoever asks, whatever has ended. */
export function isToOpen(contract: Contract, { operation = '' }: Exchange, role: string): boolean {
  const alternatives = contract.operations.get(operation)?.roles ?? [];
  return alternatives.some((roles) => roles.length === 1 && roles[0] === role);
}

/** So many refusals of a credential in a row. */
export const OFTEN = 3;

const FORBIDDEN = 403;

/** What some say to a key whose own quota is used up (402), to a session or a token that is over (419, 440, 498), and to an account that wrong credentials have locked (423). */
const OVER: readonly number[] = [402, 419, 423, 440, 498];

/** What a credential is turned away with. */
export function isTurnedAway({ outcome }: Exchange, location?: string): boolean {
  if (outcome.kind === 'failure') return false;
  if (location !== undefined && redirectOf(outcome) === location) return true;
  return isUnauthorized(outcome.status) || OVER.includes(outcome.status);
}

/** So many times the same refusal for whoever asks, and nothing else after it. */
const GONE = 10;

/**
 * The first of those with which it is over: so many, and of two operations at least. One of them had let a request of the same
 * kind in before, served or refused for what it says; of
 * a 403 two, for who may do what is another matter. An operation that serves on counts for nothing.
 */
function firstOver(
  exchanges: readonly Exchange[],
  atLeast: number,
  isOver: (exchange: Exchange) => boolean,
  tells: (exchange: Exchange) => boolean = () => true,
): Exchange | undefined {
  const rest = exchanges.slice(exchanges.findLastIndex((one) => !isOver(one) && tells(one)) + 1);
  const latest = new Map(rest.map((one) => [one.operation, one]));
  const over = rest.filter((one) => isOver(one) && isOver(latest.get(one.operation) ?? one));
  const [first] = over;
  if (first === undefined) return undefined;
  const isLetIn = (one: Exchange) => hasSucceeded(one.outcome) || (one.intent.kind === 'invalid' && !isOver(one));
  const letIn = new Set(exchanges.slice(0, exchanges.indexOf(first)).filter(isLetIn).map(likenessOf));
  const operationsOf = (some: readonly Exchange[]) => new Set(some.flatMap(({ operation }) => operation ?? []));
  const refused = operationsOf(over);
  const lost = operationsOf(over.filter((one) => letIn.has(likenessOf(one))));
  const isClear = lost.size >= (statusOf(first) === FORBIDDEN ? 2 : 1) && refused.size >= 2;
  return isClear && over.length >= atLeast ? first : undefined;
}

/** Requests of one operation that are valid, or invalid in the same way. */
function likenessOf({ operation = '', intent }: Exchange): string {
  return `${operation} ${intent.kind} ${intent.kind === 'invalid' ? intent.reject : ''}`;
}

/** The first of the refusals after which nothing was served, where so many of them are of requests that had been served before. */
function firstRefusedAgain(
  presented: readonly Exchange[],
  isOver: (exchange: Exchange) => boolean,
): Exchange | undefined {
  const from = presented.findLastIndex((one) => !isOver(one)) + 1;
  const served = new Set(presented.filter(({ outcome }) => hasSucceeded(outcome)).map(requestKey));
  const again = presented.slice(from).filter((one) => served.has(requestKey(one)));
  return again.length >= OFTEN ? presented[from] : undefined;
}

function statusOf(exchange: Exchange | undefined): number | undefined {
  return exchange?.outcome.kind === 'response' ? exchange.outcome.status : undefined;
}

/** Where a redirect to another host leads; undefined for any other answer. */
function originOf(exchange: Exchange | undefined): string | undefined {
  const location = redirectOf(exchange?.outcome);
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : undefined;
}

/** Nobody there, or nothing but a gateway that reaches nobody. */
export function isGone({ outcome }: Exchange): boolean {
  if (outcome.kind === 'failure') return SILENT.includes(outcome.reason);
  return isOfGateway(outcome.status) && !isJsonMedia(mediaTypeOf(outcome));
}

const SILENT: readonly string[] = ['refused', 'tls', 'timeout', 'reset'];
