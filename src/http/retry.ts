import { setTimeout as pause } from 'node:timers/promises';
import { isSafe } from '../semantics.ts';
import type { Failure, Transport, WireRequest } from './exchange.ts';

const FIRST_PAUSE_MS = 200;

/**
 * A transport that retries network failures up to `retries` times, with doubling pauses. A request that may have reached the
 * service is only retried if its method is safe (RFC 9110, section 9.2.1). An answered request is never retried.
 */
export function retrying(
  send: Transport,
  retries: number,
  sleep: (milliseconds: number) => Promise<void> = pause,
): Transport {
  return async (request, signal) => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await send(request, signal);
      if (outcome.kind === 'response' || attempt >= retries || !isRetryable(request, outcome)) return outcome;
      await sleep(FIRST_PAUSE_MS * 2 ** attempt);
      if (signal?.aborted === true) return outcome;
    }
  };
}

function isRetryable({ method }: WireRequest, { reason }: Failure): boolean {
  return reason === 'refused' || (reason === 'reset' && isSafe(method));
}
