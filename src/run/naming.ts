import { NAMED_AGAIN } from '../check/fresh-values.ts';
import { isSuccess, statusOf } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import type { Operation } from '../contract/operations.ts';
import type { Exchange } from '../http/exchange.ts';
import { CONFLICT, VALUES_REFUSED } from '../semantics.ts';
import type { Run } from './options.ts';

/** If what a request names is taken, as a place that is booked, at most this many others are tried in a row. */
const OTHERS = 5;

/** Which listed ids the requests of an operation name. */
interface Naming {
  /** So many further in the list than the first ones, and so many more with each request. */
  turn: number;
  step: number;
  left: number;
  /** The first request that was accepted, to be sent once more, and whether it was. */
  accepted?: RequestBuilder;
  isRepeated: boolean;
}

/** Sends a request with ids so many further in the list than the first ones. */
type Send = (request: RequestBuilder, turn: number) => Promise<Exchange>;

/**
 * Sends a valid request that names something. If that is taken, it is sent again with other listed ids, and from then on each
 * such request names others. It is taken if a 409 says so, or if what may be named once only is refused. Whether it may is tried
 * after the first success, where what is created can be deleted.
 */
export async function sendUntilFree(
  { shared }: Pick<Run['session'], 'shared'>,
  operation: Operation,
  given: RequestBuilder,
  send: Send,
): Promise<Exchange> {
  const named = await shared(`named by ${operation.id}`, () =>
    Promise.resolve<Naming>({ turn: 0, step: 0, left: OTHERS, isRepeated: false }),
  );
  await repeatAccepted(named, send);
  const next = () => send(given, (named.turn += named.step));
  let answer = await next();
  while (isTaken(answer) && named.left > 0) {
    named.step = 1;
    named.left -= 1;
    answer = await next();
  }
  if (!isSuccess(answer)) return answer;
  named.left = OTHERS;
  if (operation.plain === true && operation.node['x-undo'] !== undefined) named.accepted ??= given;
  return answer;
}

/** If the names of the first accepted request are refused the second time, the next requests name others. */
async function repeatAccepted(named: Naming, send: Send): Promise<void> {
  const { accepted, step, isRepeated } = named;
  if (accepted === undefined || step > 0 || isRepeated) return;
  named.isRepeated = true;
  if (!isSuccess(await send(accepted.open(NAMED_AGAIN), named.turn))) named.step = 1;
}

function isTaken(answer: Exchange): boolean {
  const status = statusOf(answer) ?? 0;
  return status === CONFLICT || (answer.usedUpBy !== undefined && VALUES_REFUSED.includes(status));
}
