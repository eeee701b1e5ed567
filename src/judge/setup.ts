import { statusOf } from '../check/judges.ts';
import type { Contract } from '../contract/contract.ts';
import { fieldOf } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { groupBy, type Members } from '../groups.ts';
import { pathOf, percentDecoded } from '../http/base-url.ts';
import { type Exchange, HTML, isPage, mediaTypeOf } from '../http/exchange.ts';
import { redirectOf } from '../http/redirect.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { bestMatch, isJsonMedia } from '../media-type.ts';
import {
  endedCredentials,
  isGone,
  isLockedWith,
  isPresentedAlone,
  isToOpen,
  isTurnedAway,
  shutOutFrom,
} from './ending.ts';
import { type SetupFault, type SetupView, setupFault } from './setup-kinds.ts';

/** Everything that is wrong with the set-up. Pure: a record that is judged again tells the same. */
export function setupFaults(view: SetupView): readonly SetupFault[] {
  const whole = nothingButFailures(view) ?? theSameAnswer(view);
  if (whole !== undefined) return [whole];
  const shutOut = shutOutFrom(view);
  return [
    ...(shutOut.length > 0 ? shutOut : [...refusedCredentials(view), ...endedCredentials(view)]),
    ...refusedSamples(view),
    ...refusedBodySamples(view),
    ...stoppedAnswering(view),
  ];
}

/** Nobody is there: not one answer came. */
function nothingButFailures({ exchanges }: SetupView): SetupFault | undefined {
  const [first] = exchanges;
  if (first?.outcome.kind !== 'failure' || !exchanges.every(isSilence)) return undefined;
  // A single answer that stays away, or breaks off, may be the affair of its operation.
  if (!CLOSED.includes(first.outcome.reason) && exchanges.length < ALIKE) return undefined;
  return setupFault({ kind: 'no-answer', failure: first.outcome.message }, [first]);
}

/** No connection came about. */
const CLOSED: readonly string[] = ['refused', 'tls'];

function isSilence(exchange: Exchange): boolean {
  return exchange.outcome.kind === 'failure' && isGone(exchange);
}

/** So many operations have to be answered alike before it is no answer of theirs. */
const ALIKE = 3;

/** A gateway, a login wall or another service stands there: every operation is answered alike, and never as declared. */
function theSameAnswer({ contract, exchanges }: SetupView): SetupFault | undefined {
  const answered = exchanges.filter((one) => one.outcome.kind === 'response' && one.operation !== undefined);
  const [first] = answered;
  const operations = new Set(answered.map(({ operation }) => operation));
  if (first?.outcome.kind !== 'response' || operations.size < ALIKE) return undefined;
  const same = likeness(first);
  if (!isForeign(first, contract) || !answered.every((one) => likeness(one) === same && isForeign(one, contract)))
    return undefined;
  const { status, headers } = first.outcome;
  const instead = exchanges.find((one) => isFoundElsewhere(one));
  const found = defined({
    location: keepsPath(first) ? addressIn(first) : headers['location'],
    instead: instead?.intent.kind === 'open' ? instead.intent.what : undefined,
  });
  const mediaType = mediaTypeOf(first.outcome);
  return setupFault({ kind: 'same-answer', status, mediaType, ...found }, answered.slice(0, ALIKE));
}

/** Status and media type, and of a redirect where it leads; a page may differ in a time or in the address asked for. */
function likeness(exchange: Exchange): string {
  const { outcome } = exchange;
  if (outcome.kind !== 'response') return '';
  return JSON.stringify([outcome.status, mediaTypeOf(outcome), addressIn(exchange) ?? '']);
}

/** Where a redirect leads; of one that keeps the path that was asked for, the address before it. */
function addressIn(exchange: Exchange): string | undefined {
  const location = redirectOf(exchange.outcome);
  return keepsPath(exchange) ? location?.slice(0, -exchange.request.target.length) : location;
}

function keepsPath({ outcome, request: { target } }: Exchange): boolean {
  const location = redirectOf(outcome) ?? '';
  return location.length > target.length && location.endsWith(target);
}

/** Can it come from whatever stands before a service as well as from the service itself? */
function isForeign({ operation = '', outcome, intent }: Exchange, contract: Contract): boolean {
  if (outcome.kind !== 'response') return false;
  const { status } = outcome;
  if (redirectOf(outcome) !== undefined) return true;
  if (status >= 500 || status === 404 || status === 429) return true;
  if (isUnauthorized(status) || status === 407)
    return (contract.operations.get(operation)?.security.length ?? 0) === 0 && intent.kind === 'valid';
  return isRealPage(outcome);
}

/** HTML that is no JSON under a wrong media type. */
function isRealPage(outcome: Exchange['outcome']): boolean {
  return outcome.kind === 'response' && isPage(outcome) && outcome.body.json === undefined;
}

/** A page for people, where the contract has none: whatever stands before a service answers like that. */
function isUndeclaredPage({ operation = '', outcome }: Exchange, { operations }: Contract): boolean {
  const keys = operations.get(operation)?.responses.flatMap(({ content = {} }) => Object.keys(content)) ?? [];
  return isRealPage(outcome) && bestMatch(keys, HTML) === undefined;
}

/** The mark of a request to a neighbour of the given address; what it asks is named by the address itself. */
export const NEIGHBOUR = /^https?:\/\//u;

function isFoundElsewhere({ intent, outcome }: Exchange): boolean {
  return (
    intent.kind === 'open' &&
    NEIGHBOUR.test(intent.what) &&
    outcome.kind === 'response' &&
    outcome.status === 200 &&
    isJsonMedia(mediaTypeOf(outcome))
  );
}

/** A credential that was refused by every operation that it ought to open, by two of them at least: each sends it to one and the same place, or serves it not. */
function refusedCredentials({ contract, exchanges, header }: SetupView): readonly SetupFault[] {
  return contract.roles.flatMap(({ role, carrier }): readonly SetupFault[] => {
    const presented = exchanges.filter((one) => isPresentedAlone(one, role) && isToOpen(contract, one, role));
    const operations = new Set(presented.map(({ operation }) => operation));
    const [first] = presented;
    if (header.vouched?.includes(role) === true || operations.size < 2 || first?.outcome.kind !== 'response') return [];
    const location = redirectOf(first.outcome);
    if (!presented.every((one) => isTurnedAway(one, location))) return [];
    const { status } = first.outcome;
    const page = presented.every((one) => isUndeclaredPage(one, contract)) || undefined;
    const what = { kind: 'credential-refused' as const, role, status, operations: operations.size };
    const locked = exchanges.filter((one) => isLockedWith(first, one, fieldOf(carrier)));
    return [
      setupFault({ ...what, ...defined({ location, page }) }, [...new Set([...presented.slice(0, 2), ...locked])]),
    ];
  });
}

/** A sample with which no valid request succeeded, and one at least was told that it is wrong or unknown. */
function refusedSamples({ exchanges, header }: SetupView): readonly SetupFault[] {
  const valid = exchanges.filter(isAnsweredValid);
  return Object.entries(header.samples ?? {}).flatMap(([sample, value]) => {
    const using = valid.filter(({ request }) => pathOf(request).split('/').map(percentDecoded).includes(value));
    const [first] = using;
    // Where the operation takes no other value either, it is the operation that is at fault.
    const others = valid.filter((one) => one.operation === first?.operation && !using.includes(one));
    const isRefusedAlone = using.every(isRefused) && (others.length === 0 || others.some(isServed));
    return first === undefined || !isRefusedAlone ? [] : [refusedSample(sample, [first])];
  });
}

function isAnsweredValid({ intent, outcome }: Exchange): boolean {
  return intent.kind === 'valid' && outcome.kind === 'response';
}

function refusedSample(sample: string, refusals: Members<Exchange>): SetupFault {
  const operations = [...new Set(refusals.map(({ operation = '' }) => operation))];
  const what = { kind: 'sample-refused' as const, sample, status: statusOf(refusals[0]) ?? 0, operations };
  return setupFault(what, refusals.slice(0, 2));
}

/** The same of a sample that goes into bodies: every operation whose body is made of it refuses the whole of it. */
function refusedBodySamples({ contract, exchanges }: SetupView): readonly SetupFault[] {
  const made = [...contract.operations.values()].flatMap(({ id, requestBody }) =>
    rootsOf(requestBody?.media['x-template']).map((sample) => ({ sample, id })),
  );
  return [...groupBy(made, ({ sample }) => sample)].flatMap(([sample, users]) => {
    const ids = users.map(({ id }) => id);
    const [first, ...others] = exchanges.filter((one) => isAnsweredValid(one) && ids.includes(one.operation ?? ''));
    if (first === undefined || ![first, ...others].every(isRefused)) return [];
    const isSeveral = others.some(({ operation }) => operation !== first.operation);
    return isSeveral ? [refusedSample(sample, [first, ...others])] : [];
  });
}

/** The samples that a template is filled from, by their first name. */
function rootsOf(template: unknown): readonly string[] {
  const names = [...(JSON.stringify(template) ?? '').matchAll(/\$samples\.(\w+)/gu)].map(([, name = '']) => name);
  return [...new Set(names)];
}

function isRefused(exchange: Exchange): boolean {
  return REFUSED.includes(statusOf(exchange) ?? 0);
}

const REFUSED: readonly number[] = [400, 404, 422];

function isServed({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && outcome.status < 300;
}

/** So many times the same error of whatever stands before the service, and nothing else after it. */
const GONE = 10;

/** The target was there, and then it was not. */
function stoppedAnswering({ exchanges }: SetupView): readonly SetupFault[] {
  const last = exchanges.findLastIndex((one) => !isGone(one));
  const gone = exchanges.slice(last + 1);
  const operations = new Set(gone.map(({ operation }) => operation));
  const [first] = gone;
  if (last < 0 || first === undefined || gone.length < GONE || operations.size < 2) return [];
  const what = first.outcome.kind === 'failure' ? first.outcome.message : `status ${first.outcome.status}`;
  return [setupFault({ kind: 'stopped-answering', after: last + 1, what }, gone)];
}

/** Does a fault of the set-up explain what an exchange shows? */
export function isExplainedBy({ what, whole, exchanges }: SetupFault, exchange: Exchange | undefined): boolean {
  if (whole || exchange === undefined) return whole;
  if (what.kind === 'credential-refused')
    return (
      exchanges.includes(exchange.seq) ||
      (exchange.request.credentials.includes(what.role) && isTurnedAway(exchange, what.location))
    );
  if (what.kind !== 'sample-refused') return exchanges.includes(exchange.seq);
  return what.operations.includes(exchange.operation ?? '') && !isServed(exchange) && exchange.intent.kind === 'valid';
}
