import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from '../../check/target.ts';
import type { Outcome, Transport, WireRequest } from '../../http/exchange.ts';
import { isOfGateway } from '../../semantics.ts';

/** A service to ping. */
export interface Pinged {
  readonly send: Transport;
  readonly url: string;
  /** The headers that the user sends with every request: a gateway may require them. */
  readonly headers?: WireRequest['headers'];
}

export interface Waiting extends Pinged {
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
}

const PAUSE_MS = 500;

/** Pings until the service itself answers, and not only a gateway. Returns the last failure if it does not do so in time. */
export async function waitForAnswer(waiting: Waiting): Promise<string | undefined> {
  const { waitMs, signal, now = Date.now, sleep = pause } = waiting;
  const end = now() + waitMs;
  for (;;) {
    const silence = await silenceOf(waiting, { timeoutMs: Math.max(1, Math.min(5000, end - now())), signal });
    if (silence === undefined || now() + PAUSE_MS >= end || signal?.aborted === true) return silence;
    await sleep(PAUSE_MS);
  }
}

export function serviceOf({ baseUrl, headers }: Target, send: Transport): Pinged {
  return { send, url: baseUrl, headers };
}

/** Sends GET to the address of the service. */
export function ping(
  { send, url, headers = {} }: Pinged,
  { timeoutMs = 5000, signal }: { readonly timeoutMs?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<Outcome> {
  return send({ method: 'GET', url, headers, timeoutMs }, signal);
}

/** Pings once. Undefined if the service itself answers, with any status; else the reason why it does not count. */
export async function silenceOf(
  service: Pinged,
  options: Parameters<typeof ping>[1] = {},
): Promise<string | undefined> {
  const outcome = await ping(service, options);
  if (outcome.kind === 'failure') return outcome.message.replace(/\.$/u, '');
  // A gateway answers with such a status while the service behind it starts.
  return isOfGateway(outcome.status) ? `status ${outcome.status}` : undefined;
}
