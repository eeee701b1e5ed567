import { statusOf } from '../check/judges.ts';
import type { Contract } from '../contract/contract.ts';
import { fieldOf } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { type Exchange, HTML, hasSucceeded, headerOf, isPage, mediaTypeOf, requestKey } from '../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import { redirectOf } from '../http/redirect.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { bestMatch, isJsonMedia } from '../media-type.ts';
import { isOfGateway } from '../semantics.ts';
import { type SetupFault, type SetupView, setupFault } from './setup-kinds.ts';

/** Faults that begin in the middle of a run: something worked at its start, and from some request on no longer. */

/** Credentials that stop working during a run: an expired token, an ended session, a key whose quota is used up. */
export function endedCredentials(view: SetupView): readonly SetupFault[] {
  return credentialUses(view).flatMap(({ role, carrier, presented, isRefusal, first }): readonly SetupFault[] => {
    const from = first ?? firstRefusedAgain(presented, isRefusal);
    if (from === undefined) return [];
    const field = fieldOf(carrier);
    const sentValue = presented[0]?.request.headers[field];
    const hasCredential = ({ request: { credentials, headers } }: Exchange) =>
      credentials.includes(role) || (headers[field] !== undefined && headers[field] === sentValue);
    const isOwn = (one: Exchange) => (hasCredential(one) && isRefusal(one)) || isLockedWith(from, one, field);
    return [faultFrom({ kind: 'credential-ended', role }, view.exchanges, from, isOwn)];
  });
}

const UNAUTHENTICATED = 401;

/** Does the account lock behind `refused` explain this answer? A 401 shows no lock: every wrong credential gets one. */
export function isLockedWith(refused: Exchange, one: Exchange, field: string): boolean {
  const status = statusOf(refused);
  return status !== UNAUTHENTICATED && statusOf(one) === status && one.request.headers[field] !== undefined;
}

/**
 * Requests that the run repeats as a control. If a credential's last requests were all refused, but that does not prove yet
 * that it ended, this is its last successful request that changes nothing. Repeated refusals of that one are the proof.
 */
export function controlsOf(view: SetupView): readonly Exchange[] {
  const changesNothing = ({ operation = '' }: Exchange) =>
    view.contract.operations.get(operation)?.permission === undefined;
  return credentialUses(view).flatMap(({ presented, isRefusal, first }): Exchange | readonly Exchange[] => {
    const tail = presented.slice(-OFTEN);
    if (first !== undefined || tail.length < OFTEN || !tail.every(isRefusal)) return [];
    return presented.findLast((one) => hasSucceeded(one.outcome) && changesNothing(one)) ?? [];
  });
}

/** For each credential that is not vouched: the answered requests with it alone, and the first one that shows its end. */
function credentialUses({ contract, exchanges, header: { vouched = [] } }: SetupView) {
  return contract.roles
    .filter(({ role }) => !vouched.includes(role))
    .map(({ role, carrier }) => {
      const presented = exchanges.filter((one) => isPresentedAlone(one, role));
      const opens = (one: Exchange): boolean => isToOpen(contract, one, role);
      const isRefusal = createIsRefusal(presented);
      return { role, carrier, presented, isRefusal, first: firstFinalRefusal(presented, OFTEN, isRefusal, opens) };
    });
}

/** Recognizes refusals. If the last answer is a redirect, every redirect to the same place counts as one. */
function createIsRefusal(presented: readonly Exchange[]): (exchange: Exchange) => boolean {
  const location = redirectOf(presented.findLast(({ elided }) => elided !== true)?.outcome);
  return (one) => isTurnedAway(one, location);
}

/**
 * From some request on everything is refused or redirected, or gets the same kind of page: an allow-list dropped this machine,
 * the base URL moved, or a firewall answers.
 */
export function shutOutFrom({ contract, exchanges }: SetupView): readonly SetupFault[] {
  const last = exchanges.findLast(({ elided }) => elided !== true);
  if (last === undefined || isGone(last) || statusOf(last) === TOO_MANY_REQUESTS) return [];
  const [status, place, page] = [statusOf(last), originOf(last), isUndeclaredPage(last, contract) || undefined];
  if (!isUnauthorized(status) && place === undefined && page === undefined) return [];
  const isAlike = (one: Exchange) =>
    originOf(one) === place && (isUnauthorized(status) || place !== undefined || isUndeclaredPage(one, contract));
  const isRefusal = (one: Exchange) => statusOf(one) === status && (one.elided === true || isAlike(one));
  const first = firstFinalRefusal(exchanges, SHUT_OUT_REFUSALS, isRefusal);
  if (first === undefined || (place === undefined && isOfOneCredential(exchanges, first))) return [];
  return [faultFrom({ kind: 'shut-out', ...defined({ location: place, page }) }, exchanges, first, isRefusal)];
}

/** Is it really HTML, and not JSON with a wrong media type? */
export function isRealPage(outcome: Exchange['outcome']): boolean {
  return outcome.kind === 'response' && isPage(outcome) && outcome.body.json === undefined;
}

/** An HTML page where the contract declares none: something in front of the service sends such pages. */
export function isUndeclaredPage({ operation = '', outcome }: Exchange, { operations }: Contract): boolean {
  const keys = operations.get(operation)?.responses.flatMap(({ content = {} }) => Object.keys(content)) ?? [];
  return isRealPage(outcome) && bestMatch(keys, HTML) === undefined;
}

/** Did only one credential succeed before `first`? Then that credential ended: no other caller was let in before, either. */
function isOfOneCredential(exchanges: readonly Exchange[], first: Exchange): boolean {
  const before = exchanges.slice(0, exchanges.indexOf(first)).filter(({ outcome }) => hasSucceeded(outcome));
  const callers = new Set(
    before.flatMap(({ request: { credentials } }) => (credentials.length > 1 ? [] : [credentials[0]])),
  );
  return callers.size === 1 && !callers.has(undefined);
}

/** Up to this many requests are under way at once. Their answers may come in another order than the requests. */
export const IN_FLIGHT = 16;

function faultFrom(
  what:
    | { readonly kind: 'shut-out'; readonly location?: string; readonly page?: true }
    | { readonly kind: 'credential-ended'; readonly role: string },
  exchanges: readonly Exchange[],
  first: Exchange,
  isRefusal: (exchange: Exchange) => boolean,
): SetupFault {
  const from = exchanges.indexOf(first);
  const at = headerOf(first, 'Date');
  const refusals = exchanges.slice(Math.max(0, from - IN_FLIGHT)).filter(isRefusal);
  return setupFault({ ...what, status: statusOf(first) ?? 0, from: from + 1, ...defined({ at }) }, refusals);
}

export function isPresentedAlone({ request: { credentials }, outcome }: Exchange, role: string): boolean {
  return credentials.length === 1 && credentials[0] === role && outcome.kind === 'response';
}

/** Does the operation require just this credential? A public one may serve a request even after its credential ended. */
export function isToOpen(contract: Contract, { operation = '' }: Exchange, role: string): boolean {
  const alternatives = contract.operations.get(operation)?.roles ?? [];
  return alternatives.some((roles) => roles.length === 1 && roles[0] === role);
}

/** At least this many refusals show that a credential ended. */
export const OFTEN = 3;

const FORBIDDEN = 403;

/** Quota used up (402), session or token expired (419, 440, 498), account locked after wrong credentials (423). */
const ENDED_STATUSES: readonly number[] = [402, 419, 423, 440, 498];

/** Is the request refused for its credential, or redirected to `location`? */
export function isTurnedAway({ outcome }: Exchange, location?: string): boolean {
  if (outcome.kind === 'failure') return false;
  if (location !== undefined && redirectOf(outcome) === location) return true;
  return isUnauthorized(outcome.status) || ENDED_STATUSES.includes(outcome.status);
}

/** At least this many equal refusals at the end of a run show that every caller is shut out. */
const SHUT_OUT_REFUSALS = 10;

/**
 * The first refusal of the series that ends the run, or undefined if that series proves nothing. It needs `atLeast` refusals by
 * two operations. One of these must have admitted a request of the same kind before; two if the status is 403, which may mean
 * a missing permission. An operation whose latest answer is not a refusal does not count.
 */
function firstFinalRefusal(
  exchanges: readonly Exchange[],
  atLeast: number,
  isRefusal: (exchange: Exchange) => boolean,
  isRelevant: (exchange: Exchange) => boolean = () => true,
): Exchange | undefined {
  const refusals = finalRefusals(exchanges, isRefusal, isRelevant);
  const [first] = refusals;
  if (first === undefined || refusals.length < atLeast || operationsOf(refusals).size < 2) return undefined;
  const isAdmitted = (one: Exchange) => hasSucceeded(one.outcome) || (one.intent.kind === 'invalid' && !isRefusal(one));
  const admittedKinds = new Set(exchanges.slice(0, exchanges.indexOf(first)).filter(isAdmitted).map(requestKindOf));
  const refusedAfterAdmission = refusals.filter((one) => admittedKinds.has(requestKindOf(one)));
  return operationsOf(refusedAfterAdmission).size >= (statusOf(first) === FORBIDDEN ? 2 : 1) ? first : undefined;
}

/** The refusals after the last relevant answer that is none, of the operations whose latest answer is a refusal. */
function finalRefusals(
  exchanges: readonly Exchange[],
  isRefusal: (exchange: Exchange) => boolean,
  isRelevant: (exchange: Exchange) => boolean,
): readonly Exchange[] {
  const series = exchanges.slice(exchanges.findLastIndex((one) => !isRefusal(one) && isRelevant(one)) + 1);
  const latest = new Map(series.map((one) => [one.operation, one]));
  return series.filter((one) => isRefusal(one) && isRefusal(latest.get(one.operation) ?? one));
}

function operationsOf(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap(({ operation }) => operation ?? []));
}

/** Equal for requests of one operation that are valid, or invalid in the same way. */
function requestKindOf({ operation = '', intent }: Exchange): string {
  return `${operation} ${intent.kind} ${intent.kind === 'invalid' ? intent.reject : ''}`;
}

/** The first refusal of the final series, if at least `OFTEN` of its requests had succeeded before in the same form. */
function firstRefusedAgain(
  presented: readonly Exchange[],
  isRefusal: (exchange: Exchange) => boolean,
): Exchange | undefined {
  const from = presented.findLastIndex((one) => !isRefusal(one)) + 1;
  const served = new Set(presented.filter(({ outcome }) => hasSucceeded(outcome)).map(requestKey));
  const again = presented.slice(from).filter((one) => served.has(requestKey(one)));
  return again.length >= OFTEN ? presented[from] : undefined;
}

/** Where a redirect to another host leads; undefined for any other answer. */
function originOf({ outcome }: Exchange): string | undefined {
  const location = redirectOf(outcome);
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : undefined;
}

/** Did no answer come, or only that of a gateway that does not reach the service? */
export function isGone({ outcome }: Exchange): boolean {
  if (outcome.kind === 'failure') return NO_ANSWER_REASONS.includes(outcome.reason);
  return isOfGateway(outcome.status) && !isJsonMedia(mediaTypeOf(outcome));
}

const NO_ANSWER_REASONS: readonly string[] = ['refused', 'tls', 'timeout', 'reset'];
