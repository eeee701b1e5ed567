import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRateHeaders } from '../../src/http/rate-headers.ts';
import { processorTime } from '../support/processor-time.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 0, 0);
const AT = (seconds: number): number => NOW + seconds * 1000;

test.each([
  ['nothing', {}, {}],
  ['Retry-After in seconds', { 'retry-after': '120' }, { retryAfterMs: 120_000 }],
  ['Retry-After as a date', { 'retry-after': 'Sat, 21 Nov 2026 09:00:30 GMT' }, { retryAfterMs: 30_000 }],
  ['Retry-After in the past', { 'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT' }, { retryAfterMs: 0 }],
  ['Retry-After as RFC 850 had it', { 'retry-after': 'Saturday, 21-Nov-26 09:00:30 GMT' }, { retryAfterMs: 30_000 }],
  ['Retry-After as asctime has it', { 'retry-after': 'Sat Nov 21 09:00:30 2026' }, { retryAfterMs: 30_000 }],
  [
    'the structured fields',
    { ratelimit: '"default";r=50;t=30', 'ratelimit-policy': '"default";q=100;w=60' },
    { limit: 100, remaining: 50, resetAtMs: AT(30) },
  ],
  [
    'the tightest of several policies',
    {
      ratelimit: '"day";r=900;t=9000, "burst, or so";r=0;t=5',
      'ratelimit-policy': '"day";q=1000;w=86400, "burst, or so";q=10;w=10',
    },
    { limit: 10, remaining: 0, resetAtMs: AT(5) },
  ],
  [
    'an earlier draft',
    { ratelimit: 'limit=100, remaining=7, reset=5' },
    { limit: 100, remaining: 7, resetAtMs: AT(5) },
  ],
  [
    'three fields',
    { 'ratelimit-limit': '100, 100;w=900', 'ratelimit-remaining': '99', 'ratelimit-reset': '60' },
    { limit: 100, remaining: 99, resetAtMs: AT(60) },
  ],
  [
    'X- with seconds to go',
    { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '900' },
    { limit: 100, remaining: 0, resetAtMs: AT(900) },
  ],
  ['X- with seconds since the epoch', { 'x-ratelimit-reset': String(AT(60) / 1000) }, { resetAtMs: AT(60) }],
  ['X- with milliseconds since the epoch', { 'x-ratelimit-reset': String(AT(60)) }, { resetAtMs: AT(60) }],
  ['X- with a date-time', { 'x-ratelimit-reset': '2026-11-21T09:01:00.000Z' }, { resetAtMs: AT(60) }],
  ['X- with another dash', { 'x-rate-limit-remaining': '3' }, { remaining: 3 }],
  [
    'standard before home-made, field by field',
    { 'ratelimit-remaining': '1', 'x-ratelimit-remaining': '2', 'x-ratelimit-limit': '9' },
    { limit: 9, remaining: 1 },
  ],
  ['a fraction of a second', { 'x-ratelimit-reset': '0.5' }, { resetAtMs: AT(0.5) }],
])('reads %s', (_, headers, info) => {
  expect(readRateHeaders(headers, NOW)).toEqual(info);
});

const FAST = 'Sat, 21 Nov 2026 09:05:00 GMT';
const SLOW = 'Sat, 21 Nov 2026 08:55:00 GMT';

test.each([
  [{ date: FAST, 'retry-after': 'Sat, 21 Nov 2026 09:05:02 GMT' }, { retryAfterMs: 2000 }],
  [{ date: SLOW, 'retry-after': 'Sat, 21 Nov 2026 08:55:02 GMT' }, { retryAfterMs: 2000 }],
  [{ date: FAST, 'retry-after': '2' }, { retryAfterMs: 2000 }],
  [{ date: FAST, 'x-ratelimit-reset': String(AT(302) / 1000) }, { resetAtMs: AT(2) }],
  [{ date: SLOW, 'x-ratelimit-reset': '2026-11-21T08:55:02Z' }, { resetAtMs: AT(2) }],
  // A Date that stands still.
  [{ date: SLOW, 'retry-after': 'Sat, 21 Nov 2026 09:00:02 GMT' }, { retryAfterMs: 2000 }],
  [{ date: 'today', 'retry-after': 'Sat, 21 Nov 2026 09:00:02 GMT' }, { retryAfterMs: 2000 }],
])('counts times from the clock of the service: %j', (headers, info) => {
  expect(readRateHeaders(headers, NOW)).toEqual(info);
});

test.each([
  [{ 'retry-after': 'soon' }],
  [{ 'retry-after': '-5' }],
  [{ 'retry-after': '1.5' }],
  [{ 'retry-after': '2026' + '0'.repeat(20) }],
  [{ 'retry-after': '' }],
  [{ 'retry-after': '120, 60' }],
  [{ 'ratelimit-limit': 'many' }],
  [{ 'ratelimit-remaining': '-1' }],
  [{ 'x-ratelimit-reset': '9'.repeat(400) }],
  [{ 'x-ratelimit-reset': '2026-99-99T99:99:99Z' }],
  [{ ratelimit: '"default";r=x;t=' }],
  [{ ratelimit: '"unfinished;r=1' }],
  [{ 'ratelimit-policy': ';;;,,,"' }],
])('finds nothing in %j', (headers) => {
  expect(readRateHeaders(headers, NOW)).toEqual({});
});

test('never throws and never gives a number that is none, whatever the headers say', () => {
  const name = fc.constantFrom(
    'retry-after',
    'ratelimit',
    'ratelimit-policy',
    'ratelimit-limit',
    'ratelimit-reset',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  );
  const value = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789;,="rqt lw:-GMT'.split('')) }));
  fc.assert(
    fc.property(fc.dictionary(name, value), (headers) => {
      for (const number of Object.values(readRateHeaders(headers, NOW))) expect(Number.isFinite(number)).toBe(true);
    }),
  );
});

test('long quoted nonsense takes no time', () => {
  const seconds = processorTime();
  readRateHeaders({ ratelimit: '"\\"'.repeat(5000), 'ratelimit-policy': '"a\\'.repeat(5000) }, NOW);
  expect(seconds()).toBeLessThan(1);
});
