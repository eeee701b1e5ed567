import { expect, test } from 'vitest';
import { judgeEvidence } from '../../src/judge/evidence.ts';
import { exchange, json } from '../support/exchanges.ts';
import { suiteUnder } from '../support/whole-suite.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The verdict on a clause where this is asked for and that is answered. */
function verdictOn(clauseId: string, asked: Fields, answered: Fields) {
  const key = {
    id: '3f2b8c1d-7a4e-4b6f-9c0d-a1b2c3000000',
    key: 'k',
    name: 'key',
    tier: 'free',
    createdAt: '2026-11-26T00:00:00Z',
    lastUsedAt: null,
    expiresAt: null,
    permissions: ['read'],
    rateLimit: { requests: 1000, window: '15m' },
    ...answered,
  };
  const request = { body: JSON.stringify({ name: 'key', ...asked }) };
  const answer = exchange({ operation: 'createApiKey', request, outcome: json(201, key) });
  const [one] = suiteUnder({}).checks.filter(({ clause }) => clause === clauseId);
  return one === undefined ? undefined : judgeEvidence(suiteUnder({}), one, { answer }).kind;
}

const verdictOnExpiry = (expiresIn: number, expiresAt: string | null) =>
  verdictOn('createApiKey/expires-in-counts-days', { expiresIn }, { expiresAt });

const verdictOnName = (asked: string, answered: string) =>
  verdictOn('createApiKey/name-is-echoed', { name: asked }, { name: answered });

test.each([
  [9007199254740991, null],
  [9007199254740991, '9999-12-31T23:59:59Z'],
  [0, null],
  [365, '2027-11-26T00:00:00Z'],
] as const)('an expiry in %d days may be answered with %s', (days, at) => {
  expect(verdictOnExpiry(days, at)).not.toMatch(/fail|error|undefined/u);
});

test.each([
  [365, null],
  [365, '2026-12-11T00:00:00Z'],
] as const)('an expiry in %d days may not be answered with %s', (days, at) => {
  expect(verdictOnExpiry(days, at)).toBe('fail');
});

test.each([
  ['key \ud83d', 'key ?'],
  ['key \ud83d', 'key \ufffd'],
  ['key \ud83d', 'key'],
  ['a\ud83db', 'a??b'],
  [' key ', 'key'],
])('a key named %j may be called %j', (asked, answered) => {
  expect(verdictOnName(asked, answered)).toBe('pass');
});

test.each([
  ['key \ud83d', 'ke?'],
  ['a\ud83db', 'a?'],
  ['key', 'ke?'],
])('a key named %j may not be called %j', (asked, answered) => {
  expect(verdictOnName(asked, answered)).toBe('fail');
});
