import { statusOf } from '../check/judges.ts';
import type { Contract } from '../contract/contract.ts';
import { fieldOf } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { groupBy, type Members } from '../groups.ts';
import { pathOf, percentDecoded } from '../http/base-url.ts';
import { type Exchange, hasSucceeded, mediaTypeOf } from '../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import { redirectOf } from '../http/redirect.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { isJsonMedia } from '../media-type.ts';
import {
  endedCredentials,
  IN_FLIGHT,
  isGone,
  isLockedWith,
  isPresentedAlone,
  isRealPage,
  isToOpen,
  isTurnedAway,
  isUndeclaredPage,
  shutOutFrom,
} from './ending.ts';
import { type SetupFault, type SetupView, setupFault } from './setup-kinds.ts';

/** All faults of the set-up. Pure: judging a record again gives the same ones. */
export function setupFaults(view: SetupView): readonly SetupFault[] {
  const wholeFault = nothingButFailures(view) ?? sameAnswer(view);
  if (wholeFault !== undefined) return [wholeFault];
  const shutOut = shutOutFrom(view);
  const isExplained = ({ seq }: Exchange) => shutOut.some(({ exchanges }) => exchanges.includes(seq));
  const unexplained = { ...view, exchanges: view.exchanges.filter((one) => !isExplained(one)) };
  return [
    ...(shutOut.length > 0 ? shutOut : [...refusedCredentials(view), ...endedCredentials(view)]),
    ...refusedSamples(unexplained),
    ...refusedBodySamples(unexplained),
    ...stoppedAnswering(view),
  ];
}

/** No request got an answer. */
function nothingButFailures({ exchanges }: SetupView): SetupFault | undefined {
  const [first] = exchanges;
  const isSilent = exchanges.every((one) => one.outcome.kind === 'failure' && isGone(one));
  if (first?.outcome.kind !== 'failure' || !isSilent) return undefined;
  // If a single answer is missing or cut off, its operation may be the cause.
  if (!NO_CONNECTION.includes(first.outcome.reason) && exchanges.length < SAME_ANSWER_OPERATIONS) return undefined;
  return setupFault({ kind: 'no-answer', failure: first.outcome.message }, [first]);
}

/** Failures in which no connection was made. */
const NO_CONNECTION: readonly string[] = ['refused', 'tls'];

/** If at least this many operations are answered alike, something else than the service answers. */
const SAME_ANSWER_OPERATIONS = 3;

/** A gateway, a login page or another service answers: every operation gets the same answer, which is never a declared one. */
function sameAnswer({ contract, exchanges }: SetupView): SetupFault | undefined {
  const answered = exchanges.filter((one) => one.outcome.kind === 'response' && one.operation !== undefined);
  const [first] = answered;
  const operations = new Set(answered.map(({ operation }) => operation));
  if (first?.outcome.kind !== 'response' || operations.size < SAME_ANSWER_OPERATIONS) return undefined;
  const same = answerKey(first);
  if (!isForeign(first, contract) || !answered.every((one) => answerKey(one) === same && isForeign(one, contract)))
    return undefined;
  const { status, headers } = first.outcome;
  const instead = exchanges.find((one) => isFoundElsewhere(one));
  const details = defined({
    location: keepsPath(first) ? redirectBase(first) : headers['location'],
    instead: instead?.intent.kind === 'open' ? instead.intent.what : undefined,
  });
  const mediaType = mediaTypeOf(first.outcome);
  return setupFault({ kind: 'same-answer', status, mediaType, ...details }, answered.slice(0, SAME_ANSWER_OPERATIONS));
}

/** Status, media type and target of a redirect. Not the body: a page may differ in a time or in the requested address. */
function answerKey(exchange: Exchange): string {
  const { outcome } = exchange;
  if (outcome.kind !== 'response') return '';
  return JSON.stringify([outcome.status, mediaTypeOf(outcome), redirectBase(exchange) ?? '']);
}

/** The target of a redirect. If it ends with the requested path, without that path. */
function redirectBase(exchange: Exchange): string | undefined {
  const location = redirectOf(exchange.outcome);
  return keepsPath(exchange) ? location?.slice(0, -exchange.request.target.length) : location;
}

function keepsPath({ outcome, request: { target } }: Exchange): boolean {
  const location = redirectOf(outcome) ?? '';
  return location.length > target.length && location.endsWith(target);
}

/** Could this answer come from something in front of the service, such as a gateway? */
function isForeign({ operation = '', outcome, intent }: Exchange, contract: Contract): boolean {
  if (outcome.kind !== 'response') return false;
  const { status } = outcome;
  if (redirectOf(outcome) !== undefined) return true;
  if (status >= 500 || status === 404 || status === TOO_MANY_REQUESTS) return true;
  if (isUnauthorized(status) || status === 407)
    return (contract.operations.get(operation)?.security.length ?? 0) === 0 && intent.kind === 'valid';
  return isRealPage(outcome);
}

/** Recognizes requests to addresses near the base URL: their intent is named by the address itself. */
const NEIGHBOUR = /^https?:\/\//u;

function isFoundElsewhere({ intent, outcome }: Exchange): boolean {
  return (
    intent.kind === 'open' &&
    NEIGHBOUR.test(intent.what) &&
    outcome.kind === 'response' &&
    outcome.status === 200 &&
    isJsonMedia(mediaTypeOf(outcome))
  );
}

/** Credentials that at least two operations refuse, or redirect to one place, and none accepts although all should. */
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

/** Samples in paths that every valid request was refused with, although the operation served other values or got none. */
function refusedSamples({ exchanges, header }: SetupView): readonly SetupFault[] {
  const valid = exchanges.filter(isAnsweredValid);
  return Object.entries(header.samples ?? {}).flatMap(([sample, value]) => {
    const using = valid.filter(({ request }) => pathOf(request).split('/').map(percentDecoded).includes(value));
    const [first] = using;
    // If the operation refuses every other value too, the operation is at fault.
    const others = valid.filter((one) => one.operation === first?.operation && !using.includes(one));
    const isRefusedAlone =
      using.every(isRefused) && (others.length === 0 || others.some(({ outcome }) => hasSucceeded(outcome)));
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

/** Samples in bodies: at least two operations fill a body from such a sample, and all of their valid requests were refused. */
function refusedBodySamples({ contract, exchanges }: SetupView): readonly SetupFault[] {
  const made = [...contract.operations.values()].flatMap(({ id, requestBody }) =>
    sampleNamesIn(requestBody?.media['x-template']).map((sample) => ({ sample, id })),
  );
  return [...groupBy(made, ({ sample }) => sample)].flatMap(([sample, users]) => {
    const ids = users.map(({ id }) => id);
    const [first, ...others] = exchanges.filter((one) => isAnsweredValid(one) && ids.includes(one.operation ?? ''));
    if (first === undefined || ![first, ...others].every(isRefused)) return [];
    const isSeveral = others.some(({ operation }) => operation !== first.operation);
    return isSeveral ? [refusedSample(sample, [first, ...others])] : [];
  });
}

/** The names of the samples that fill a template: `a` for `$samples.a.b`. */
function sampleNamesIn(template: unknown): readonly string[] {
  const names = [...(JSON.stringify(template) ?? '').matchAll(/\$samples\.(\w+)/gu)].map(([, name = '']) => name);
  return [...new Set(names)];
}

function isRefused(exchange: Exchange): boolean {
  return REFUSED.includes(statusOf(exchange) ?? 0);
}

const REFUSED: readonly number[] = [400, 404, 422];

/** At least this many failures at the end of a run show that the target stopped answering. */
const STOPPED_FAILURES = 10;

/** The target answered at first, and stopped during the run. */
function stoppedAnswering({ exchanges }: SetupView): readonly SetupFault[] {
  const last = exchanges.findLastIndex((one) => !isGone(one));
  const gone = exchanges.slice(last + 1);
  const operations = new Set(gone.map(({ operation }) => operation));
  const [first] = gone;
  if (last < 0 || first === undefined || gone.length < STOPPED_FAILURES || operations.size < 2) return [];
  const what = first.outcome.kind === 'failure' ? first.outcome.message : `status ${first.outcome.status}`;
  const withoutAnswer = exchanges.slice(Math.max(0, last - IN_FLIGHT)).filter(isGone);
  return [setupFault({ kind: 'stopped-answering', after: last + 1, what }, withoutAnswer)];
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
  return (
    what.operations.includes(exchange.operation ?? '') &&
    !hasSucceeded(exchange.outcome) &&
    exchange.intent.kind === 'valid'
  );
}
