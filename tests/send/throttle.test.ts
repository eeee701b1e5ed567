import { describe, expect, test } from 'vitest';
import { createClock } from '../../fixtures/world/index.ts';
import type { Outcome } from '../../src/http/exchange.ts';
import { readRateHeaders } from '../../src/http/rate-headers.ts';
import { createRateLimiter, type RateLimiter } from '../../src/http/rate-limiter.ts';
import { createThrottle } from '../../src/send/throttle.ts';
import { bare } from '../support/exchanges.ts';

const REQUEST = { method: 'GET', url: 'http://service.test/', headers: {}, timeoutMs: 1000 } as const;

const MANNER = {
  noRetry: false,
  caller: 'someone',
  credentials: '',
  isToBeAdmitted: true,
  again: () => true,
  isRepeatable: true,
  isIdempotent: true,
  isForeign: () => false,
  isDocumented: () => false,
} as const;

/** A paced transport over a script; the limiter only notes until when it was told to pause. */
function throttled(answers: readonly Outcome[], maxWaitMs = 60_000, budget = 9) {
  const told = { sent: 0, waits: [] as number[], pauses: [] as number[] };
  const again = (): boolean => budget > 1;
  const limiter = {
    run: (task: () => Promise<unknown>) => task(),
    pauseUntil: (time: number) => void told.pauses.push(time),
    narrow: () => undefined,
  } as unknown as RateLimiter;
  const transport = (): Promise<Outcome> => {
    told.sent += 1;
    return Promise.resolve(answers[Math.min(told.sent, answers.length) - 1] ?? bare(200));
  };
  const throttle = createThrottle(transport, {
    limiter,
    clock: createClock(0),
    maxWaitMs,
    now: () => 1_000_000,
    readLimits: (_, outcome, now) => (outcome.kind === 'response' ? readRateHeaders(outcome.headers, now) : {}),
    onLimits: () => undefined,
    onWait: (milliseconds) => void told.waits.push(milliseconds),
  });
  return {
    send: (noRetry = false) => throttle.send(REQUEST, { ...MANNER, noRetry, again }),
    throttle,
    told,
  };
}

const tooMany = (seconds: number) => bare(429, { 'retry-after': String(seconds) });

describe('a paced request', () => {
  test('that is answered is sent once and waits for nothing', async () => {
    const { send, told } = throttled([bare(200)]);
    await send();
    expect(told).toEqual({ sent: 1, waits: [], pauses: [] });
  });

  test('that came too early is sent again when its time has come', async () => {
    const { send, told } = throttled([tooMany(5), bare(200)]);
    expect(await send()).toMatchObject({ status: 200 });
    expect(told).toEqual({ sent: 2, waits: [5000], pauses: [1_005_000] });
  });

  test('that takes a 429 as an answer gets it', async () => {
    const { send, told } = throttled([tooMany(5), bare(200)]);
    expect(await send(true)).toMatchObject({ status: 429 });
    expect(told).toMatchObject({ sent: 1, waits: [] });
  });

  test('is not sent again where the budget has no request left', async () => {
    const { send, told } = throttled([tooMany(5), bare(200)], 60_000, 1);
    expect(await send()).toMatchObject({ status: 429 });
    expect(told.sent).toBe(1);
  });

  test('waits for windows that are used up, but not for a target that says so after each wait', async () => {
    const usedUp = bare(200, { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' });
    const some = bare(200, { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '5' });
    const always = throttled([usedUp]);
    for (let sent = 0; sent < 20; sent += 1) await always.send();
    expect(always.told.waits).toHaveLength(3);
    const honest = throttled([usedUp, some, usedUp, some, usedUp, some, usedUp, some, usedUp, some]);
    for (let sent = 0; sent < 10; sent += 1) await honest.send();
    expect(honest.told.waits).toHaveLength(5);
  });

  test('does not wait longer than the user accepts, nor where nobody says how long', async () => {
    const long = throttled([tooMany(600)]);
    expect(await long.send()).toMatchObject({ status: 429 });
    const silent = throttled([bare(429)]);
    expect(await silent.send()).toMatchObject({ status: 429 });
    expect([long.told.sent, silent.told.sent]).toEqual([1, 1]);
  });

  test('waits in vain for one request, and not for every one after that', async () => {
    const { send, told } = throttled([tooMany(5)]);
    for (let index = 0; index < 4; index += 1) await send();
    expect(told.waits).toEqual([5000, 5000, 5000]);
  });

  test('waits again where another request took its room, and then for pauses of its own', async () => {
    const taken = throttled([tooMany(5), tooMany(3), bare(200)]);
    expect(await taken.send()).toMatchObject({ status: 200 });
    expect(taken.told.waits).toEqual([5000, 3000]);
    const untimed = throttled([bare(200), tooMany(0), bare(429), bare(200)]);
    await untimed.send();
    expect(await untimed.send()).toMatchObject({ status: 200 });
    expect(untimed.told.waits).toEqual([0, 1000]);
    const long = throttled([tooMany(40)]);
    await long.send();
    expect(long.told.waits).toEqual([40_000]);
  });

  test('closes its caller while the wait is longer than the user accepts, and nobody else', async () => {
    const { send, throttle } = throttled([tooMany(600)]);
    expect(throttle.isClosed('someone')).toBe(false);
    await send();
    expect([throttle.isClosed('someone'), throttle.isClosed('somebody else')]).toEqual([true, false]);
  });

  test('closes its caller after three refusals in a row that tell no time', async () => {
    const { send, throttle } = throttled([bare(429), bare(429), bare(200), bare(429)]);
    for (let index = 0; index < 5; index += 1) await send();
    expect(throttle.isClosed('someone')).toBe(false);
    await send();
    expect(throttle.isClosed('someone')).toBe(true);
  });
});

test('one at a time stays so, whatever room the target tells of', async () => {
  let [under, most] = [0, 0];
  const transport = async (): Promise<Outcome> => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setImmediate(resolve));
    under -= 1;
    return bare(200, { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '900' });
  };
  const throttle = createThrottle(transport, {
    limiter: createRateLimiter({ concurrency: 8 }),
    maxWaitMs: 60_000,
    now: Date.now,
    readLimits: (_, outcome, now) => (outcome.kind === 'response' ? readRateHeaders(outcome.headers, now) : {}),
    onLimits: () => undefined,
    onWait: () => undefined,
  });
  const send = () => throttle.send(REQUEST, MANNER);
  await Promise.all(Array.from({ length: 12 }, send));
  expect(most).toBe(8);
  throttle.oneByOne();
  most = 0;
  await Promise.all(Array.from({ length: 12 }, send));
  expect(most).toBe(1);
});
