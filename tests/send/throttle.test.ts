import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/http/exchange.ts';
import { readRateHeaders } from '../../src/http/rate-headers.ts';
import type { Gate } from '../../src/http/rate-limiter.ts';
import { createPace } from '../../src/send/throttle.ts';
import { bare } from '../support/exchanges.ts';

const REQUEST = { method: 'GET', url: 'http://service.test/', headers: {}, timeoutMs: 1000 } as const;

/** A paced transport over a script; the gate only notes until when it was told to pause. */
function paced(answers: readonly Outcome[], maxWaitMs = 60_000, budget = 9) {
  const told = { sent: 0, waits: [] as number[], pauses: [] as number[] };
  const again = (): boolean => budget > 1;
  const gate = {
    run: (task: () => Promise<unknown>) => task(),
    pauseUntil: (time: number) => void told.pauses.push(time),
    narrow: () => undefined,
  } as unknown as Gate;
  const transport = (): Promise<Outcome> => {
    told.sent += 1;
    return Promise.resolve(answers[Math.min(told.sent, answers.length) - 1] ?? bare(200));
  };
  const pace = createPace(transport, {
    gate,
    maxWaitMs,
    now: () => 1_000_000,
    readLimits: (_, outcome, now) => (outcome.kind === 'response' ? readRateHeaders(outcome.headers, now) : {}),
    onLimits: () => undefined,
    onWait: (milliseconds) => void told.waits.push(milliseconds),
  });
  return { send: (impatient = false) => pace.send(REQUEST, { impatient, caller: 'someone', again }), pace, told };
}

const tooMany = (seconds: number) => bare(429, { 'retry-after': String(seconds) });

describe('a paced request', () => {
  test('that is answered is sent once and waits for nothing', async () => {
    const { send, told } = paced([bare(200)]);
    await send();
    expect(told).toEqual({ sent: 1, waits: [], pauses: [] });
  });

  test('that came too early is sent again when its time has come', async () => {
    const { send, told } = paced([tooMany(5), bare(200)]);
    expect(await send()).toMatchObject({ status: 200 });
    expect(told).toEqual({ sent: 2, waits: [5000], pauses: [1_005_000] });
  });

  test('that takes a 429 as an answer gets it', async () => {
    const { send, told } = paced([tooMany(5), bare(200)]);
    expect(await send(true)).toMatchObject({ status: 429 });
    expect(told).toMatchObject({ sent: 1, waits: [] });
  });

  test('is not sent again where the budget has no request left', async () => {
    const { send, told } = paced([tooMany(5), bare(200)], 60_000, 1);
    expect(await send()).toMatchObject({ status: 429 });
    expect(told.sent).toBe(1);
  });

  test('waits for windows that are used up, but not for a target that says so after each wait', async () => {
    const usedUp = bare(200, { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' });
    const some = bare(200, { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '5' });
    const always = paced([usedUp]);
    for (let sent = 0; sent < 20; sent += 1) await always.send();
    expect(always.told.waits).toHaveLength(3);
    const honest = paced([usedUp, some, usedUp, some, usedUp, some, usedUp, some, usedUp, some]);
    for (let sent = 0; sent < 10; sent += 1) await honest.send();
    expect(honest.told.waits).toHaveLength(5);
  });

  test('does not wait longer than the user accepts, nor where nobody says how long', async () => {
    const long = paced([tooMany(600)]);
    expect(await long.send()).toMatchObject({ status: 429 });
    const silent = paced([bare(429)]);
    expect(await silent.send()).toMatchObject({ status: 429 });
    expect([long.told.sent, silent.told.sent]).toEqual([1, 1]);
  });

  test('waits in vain once, and not for every request after that', async () => {
    const { send, told } = paced([tooMany(5)]);
    for (let index = 0; index < 4; index += 1) await send();
    expect(told.waits).toEqual([5000]);
  });

  test('closes its caller while the wait is longer than the user accepts, and nobody else', async () => {
    const { send, pace } = paced([tooMany(600)]);
    expect(pace.isClosed('someone')).toBe(false);
    await send();
    expect([pace.isClosed('someone'), pace.isClosed('somebody else')]).toEqual([true, false]);
  });

  test('closes its caller after three refusals in a row that tell no time', async () => {
    const { send, pace } = paced([bare(429), bare(429), bare(200), bare(429)]);
    for (let index = 0; index < 5; index += 1) await send();
    expect(pace.isClosed('someone')).toBe(false);
    await send();
    expect(pace.isClosed('someone')).toBe(true);
  });
});
