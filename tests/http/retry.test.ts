import { describe, expect, test } from 'vitest';
import type { FailureReason, Outcome, Transport, WireRequest } from '../../src/http/exchange.ts';
import { retrying } from '../../src/http/retry.ts';

const failure = (reason: FailureReason): Outcome => ({ kind: 'failure', reason, message: reason, durationMs: 0 });
const answer = (status: number): Outcome => ({
  kind: 'response',
  status,
  headers: {},
  body: { size: 0, text: '', utf8: true },
  durationMs: 0,
});

/** Sends through a network that brings these outcomes one after the other. */
async function through(outcomes: readonly Outcome[], method: string, retries = 3) {
  const sent: WireRequest[] = [];
  const pauses: number[] = [];
  const network: Transport = (request) => {
    sent.push(request);
    return Promise.resolve(outcomes[sent.length - 1] ?? answer(299));
  };
  const send = retrying(network, retries, (milliseconds) => {
    pauses.push(milliseconds);
    return Promise.resolve();
  });
  return { outcome: await send({ method, url: 'http://x', headers: {}, timeoutMs: 1 }), sent: sent.length, pauses };
}

describe('a transport with retries', () => {
  test('sends again what never reached the service, whatever the method, with pauses that double', async () => {
    const { outcome, pauses } = await through([failure('refused'), failure('refused'), answer(201)], 'POST');
    expect(outcome).toMatchObject({ status: 201 });
    expect(pauses).toEqual([200, 400]);
  });

  test('sends again what broke off only where that is safe', async () => {
    expect(await through([failure('reset'), answer(200)], 'GET')).toMatchObject({ sent: 2, outcome: { status: 200 } });
    expect(await through([failure('reset'), answer(200)], 'POST')).toMatchObject({
      sent: 1,
      outcome: { reason: 'reset' },
    });
  });

  test.each([500, 503, 429, 404])('takes an answer as it is: %i', async (status) => {
    expect(await through([answer(status)], 'GET')).toMatchObject({ sent: 1, outcome: { status } });
  });

  test.each(['timeout', 'tls', 'too-large', 'protocol', 'aborted'] as const)(
    'and so what is no accident: %s',
    async (reason) => {
      expect(await through([failure(reason)], 'GET')).toMatchObject({ sent: 1, outcome: { reason } });
    },
  );

  test('gives up after so many', async () => {
    const outcomes = Array.from({ length: 9 }, () => failure('refused'));
    expect(await through(outcomes, 'GET', 2)).toMatchObject({ sent: 3, outcome: { reason: 'refused' } });
    expect(await through(outcomes, 'GET', 0)).toMatchObject({ sent: 1 });
  });
});
