import type { Target } from '../check/target.ts';
import type { Contract } from '../contract/contract.ts';
import type { Exchange, Transport } from '../http/exchange.ts';
import { setupFaults } from '../judge/setup.ts';
import type { SetupFault } from '../judge/setup-kinds.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { RunHeader, Sink } from '../send/journal.ts';
import { redactorFor } from '../send/redactor-for.ts';
import { createSession, type Session } from '../send/session.ts';
import { askNeighbours, firstLook } from '../send/setup.ts';
import { createPlainThrottle } from '../send/throttle.ts';

/** The exchanges so far, and the samples and credentials that the run was given. */
type Seen = () => { readonly exchanges: readonly Exchange[]; readonly header: Pick<RunHeader, 'samples' | 'vouched'> };

/**
 * Sends the first requests of a run. Returns the fault that shows that the target is not at this address; undefined if there
 * is none. If all requests get the same answer, neighbouring addresses are tried as well.
 */
export async function faultAtFirst(
  contract: Contract,
  session: Session,
  baseUrl: string,
  seen: Seen,
): Promise<SetupFault | undefined> {
  const fault = () => setupFaults({ contract, ...seen() }).find(({ whole }) => whole);
  await firstLook(contract, session);
  if (fault()?.what.kind === 'same-answer') await askNeighbours(contract, session, baseUrl);
  return fault();
}

/** The same outside a run, for commands that look at the target before a run. */
export async function lookAround(contract: Contract, target: Target, send: Transport): Promise<SetupFault | undefined> {
  const exchanges: Exchange[] = [];
  const sink: Sink = (event) => void (event.type === 'exchange' && exchanges.push(event.exchange));
  const session = plainSession(target, send, redactorFor(target, contract.document), sink, 10_000);
  return faultAtFirst(contract, session, target.baseUrl, () => ({ exchanges, header: {} }));
}

/** A session for a few requests outside a run. */
export function plainSession(
  target: Target,
  send: Transport,
  redactor: Redactor,
  sink: Sink,
  timeoutMs: number,
): Session {
  const throttle = createPlainThrottle(send);
  return createSession({ target, throttle, sink, redactor, budget: Number.POSITIVE_INFINITY, timeoutMs });
}
