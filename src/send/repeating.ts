import type { Draft } from '../check/request.ts';
import type { Outcome, WireRequest } from '../http/exchange.ts';
import { isIdempotent, NOTHING_THERE } from '../semantics.ts';
import { createsForGood } from './ledger.ts';
import type { Manner } from './manner.ts';
import type { Throttle } from './throttle.ts';

/** What a request is, where it might be sent twice. */
export function carefulWith(draft: Draft): Pick<Manner, 'isRepeatable' | 'isDoneBefore' | 'isDocumented'> {
  const { operation, intent } = draft;
  return {
    isDoneBefore: (outcome) => isGone(draft, outcome),
    isRepeatable: intent.kind === 'invalid' || !createsForGood(operation),
    isDocumented: (status) => operation?.responses.some(({ key }) => key === String(status)) === true,
  };
}

/** May have an effect each time that it is carried out: it is sent once, and over a connection of its own. */
export function isSentOnce({ intent, method }: Draft): boolean {
  return intent.kind !== 'invalid' && !isIdempotent(method);
}

/**
 * A server may close an idle connection just as it is used again: a request that was cut off is sent once more over a
 * fresh one, where it has the same effect twice or none.
 */
export async function sendPatiently(
  wire: WireRequest,
  manner: Manner,
  { throttle, signal }: { readonly throttle: Throttle; readonly signal?: AbortSignal | undefined },
): Promise<Outcome> {
  const outcome = await throttle.send(wire, manner, signal);
  const cutOff = outcome.kind === 'failure' && outcome.reason === 'reset' && !isUnsafeAlone(wire);
  return cutOff && manner.again(true) ? throttle.send({ ...wire, alone: true }, manner, signal) : outcome;
}

function isUnsafeAlone({ method, alone }: WireRequest): boolean {
  return alone === true && !isIdempotent(method);
}

/** What was removed by a request whose answer was lost is not there for the next one: that tells nothing. */
function isGone({ method, intent }: Draft, outcome: Outcome): boolean {
  return (
    method === 'DELETE' &&
    intent.kind === 'valid' &&
    outcome.kind === 'response' &&
    NOTHING_THERE.includes(outcome.status)
  );
}

export function unlessGone(draft: Draft, outcome: Outcome): Outcome {
  if (!isGone(draft, outcome)) return outcome;
  const message = 'an earlier answer was lost, and it is not known whether the request was carried out then';
  return { kind: 'failure', reason: 'reset', message, durationMs: outcome.durationMs };
}
