import { present } from '../defined.ts';
import type { Failure, Outcome } from '../http/exchange.ts';
import { TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import { ASKS_AGAIN, isOfGateway } from '../semantics.ts';
import type { Manner } from './manner.ts';
import type { Trouble, TroubleNotes } from './trouble-notes.ts';

/**
 * The kinds of trouble that the outcome may be a sign of, the most probable first. `hasPassed`: has this run met trouble of this
 * kind with the same status?
 */
export function troublesIn(
  outcome: Outcome,
  beside: boolean,
  manner: Manner,
  hasPassed: HasPassed,
): readonly Trouble[] {
  if (outcome.kind === 'failure') return isSilence(outcome, beside, manner) ? ['silence'] : [];
  const { status } = outcome;
  if (status === TOO_MANY_REQUESTS) return beside ? ['load', 'limit'] : ['limit'];
  if (manner.isOfOwn === true && NOT_YET.includes(status)) return ['late'];
  const asksAgain = isOfGateway(status) || ASKS_AGAIN.includes(status);
  if (asksAgain && !manner.isDocumented(status)) return ['gateway'];
  const isLoad = beside && status >= 500;
  const isLikelyShutOut = manner.isToBeAdmitted || (hasPassed('refusal', outcome) && !manner.isDocumented(status));
  const isRefusal = (isLikelyShutOut && isUnauthorized(status)) || status >= 500;
  return present(isLoad && 'load', manner.isForeign(outcome) ? 'page' : isRefusal && 'refusal');
}

type HasPassed = TroubleNotes['hasPassed'];

/** A copy of the data may not know yet what was created (404), or it may still be in the making (409). */
const NOT_YET: readonly number[] = [404, 409];

/** Is the missing answer a sign of a restart? A timeout only counts if other requests were under way. */
function isSilence({ reason, status }: Failure, beside: boolean, { isIdempotent }: Manner): boolean {
  if (status !== undefined && !isIdempotent) return false;
  return reason === 'refused' || (isIdempotent && (reason === 'reset' || (reason === 'timeout' && beside)));
}

/** Is it certain that the request was not carried out? */
export function isUntouched(first: Outcome): boolean {
  return first.kind === 'failure' ? first.reason === 'refused' : first.status < 500;
}

export function isGatewayError(outcome: Outcome): boolean {
  return outcome.kind === 'response' && isOfGateway(outcome.status);
}
