import { NAMED_AGAIN } from '../check/fresh-values.ts';
import { isSuccess, statusOf } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import type { Operation } from '../contract/operations.ts';
import { hasStates } from '../contract/references.ts';
import type { Exchange } from '../http/exchange.ts';
import { CONFLICT, VALUES_REFUSED } from '../semantics.ts';
import type { Run } from './options.ts';

/** If what a request names cannot be named, as a place that is booked, at most this many others are tried in a row. */
const OTHERS = 5;

/** Which listed ids the requests of an operation name. */
interface Naming {
  /** So many further in the list than the first ones, and so many more with each request. */
  turn: number;
  step: number;
  left: number;
  /** The first request, which the others wait for. */
  first?: Promise<Exchange>;
  /** The first request that was accepted, to be sent once more, and whether it was. */
  accepted?: { readonly request: RequestBuilder; readonly turn: NamedTurn };
  isRepeated: boolean;
}

/** How many further in the list than the first ones: in place of made-up ids, and than ids that are listed. */
export interface NamedTurn {
  readonly made: number;
  readonly listed: number;
}

/** Sends a request with other ids. */
type Send = (request: RequestBuilder, turn: NamedTurn) => Promise<Exchange>;

/**
 * Sends a valid request that names something. If that is taken, it is sent again with other listed ids, and from then on each
 * such request names others. It is taken if a 409 says so, or if what may be named once only is refused. Whether it may is tried
 * after the first success, where what is created can be deleted, or what is named has a state that this may change. If the
 * state of what it names may forbid it, others are tried until one is accepted, which all later requests name, also those that
 * are not valid: they have to be refused for their own fault.
 */
export async function sendNaming(
  { shared }: Pick<Run['session'], 'shared'>,
  operation: Operation,
  given: RequestBuilder,
  send: Send,
): Promise<Exchange> {
  const named = await shared(`named by ${operation.id}`, () =>
    Promise.resolve<Naming>({ turn: 0, step: 0, left: OTHERS, isRepeated: false }),
  );
  if (given.draft.intent.kind !== 'valid') {
    await named.first?.catch(() => undefined);
    return send(given, { made: named.turn, listed: 0 });
  }
  const attempt = () => sendUntilAccepted(named, operation, given, send);
  const own = named.first === undefined ? attempt() : named.first.then(attempt, attempt);
  named.first ??= own;
  return own;
}

async function sendUntilAccepted(
  named: Naming,
  operation: Operation,
  given: RequestBuilder,
  send: Send,
): Promise<Exchange> {
  await repeatAccepted(named, send);
  named.turn += named.step;
  let turn: NamedTurn = { made: named.turn, listed: named.step > 0 ? named.turn : 0 };
  let answer = await send(given, turn);
  while ((isTaken(answer) || answer.unproven === true) && named.left > 0) {
    if (isTaken(answer)) named.step = 1;
    named.left -= 1;
    named.turn += 1;
    turn = { made: named.turn, listed: named.turn };
    answer = await send(given, turn);
  }
  if (!isSuccess(answer)) return answer;
  named.left = OTHERS;
  const { plain, node, requestBody } = operation;
  const mayDependOnState = [...(requestBody?.references?.values() ?? [])].some(hasStates);
  if (plain === true && (node['x-undo'] !== undefined || mayDependOnState)) named.accepted ??= { request: given, turn };
  return answer;
}

/** If the names of the first accepted request are refused the second time, the next requests name others. */
async function repeatAccepted(named: Naming, send: Send): Promise<void> {
  const { accepted, step, isRepeated } = named;
  if (accepted === undefined || step > 0 || isRepeated) return;
  named.isRepeated = true;
  if (!isSuccess(await send(accepted.request.open(NAMED_AGAIN), accepted.turn))) named.step = 1;
}

function isTaken(answer: Exchange): boolean {
  const status = statusOf(answer) ?? 0;
  return status === CONFLICT || (answer.usedUpBy !== undefined && VALUES_REFUSED.includes(status));
}
