import { expect, test } from 'vitest';
import type { Target } from '../../src/check/target.ts';
import { createLimitReader } from '../../src/send/limits.ts';
import { loaded } from '../support/contract.ts';
import { bare, json } from '../support/exchanges.ts';

const key = { 'x-api-key': 'a key of the user' };
const target = (credentials: Target['credentials']): Target => ({
  baseUrl: 'http://127.0.0.1',
  credentials,
  samples: {},
  allow: { writes: false, chat: false, exhaustRateLimit: false },
  headers: {},
});

/** What is told by an answer to a request with these headers. */
function told(credentials: Target['credentials'], headers: Readonly<Record<string, string>>) {
  const read = createLimitReader(loaded.document, target(credentials));
  const request = { method: 'GET', url: 'http://127.0.0.1/api/v1/papers', headers, timeoutMs: 1 };
  return read(request, bare(200, { 'x-ratelimit-remaining': '7' }), 0);
}

test('a window is that of most requests where the answer is to the credential that they carry', () => {
  expect(told({ apiKey: { headers: key } }, key)).toEqual({ remaining: 7 });
});

test('it is that of others where the answer is to another caller', () => {
  expect(told({ apiKey: { headers: key } }, {})).toEqual({ remaining: 7, ofOthers: true });
});

test('without credentials there is one caller', () => {
  expect(told({}, {})).toEqual({ remaining: 7 });
});

test('the end of a window counts from the clock of the service', () => {
  const read = createLimitReader(loaded.document, target({ apiKey: { headers: key } }));
  const request = { method: 'GET', url: 'http://127.0.0.1/api/v1/rate-limit', headers: key, timeoutMs: 1 };
  const body = { limit: 100, remaining: 0, resetTime: '2026-11-21T09:05:02Z' };
  const answer = json(200, body, { date: 'Sat, 21 Nov 2026 09:05:00 GMT' });
  expect(read(request, answer, Date.UTC(2026, 10, 21, 9))).toMatchObject({
    resetAtMs: Date.UTC(2026, 10, 21, 9, 0, 2),
  });
});
