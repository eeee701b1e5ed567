import { expect, test } from 'vitest';
import { judgeEvidence } from '../../src/judge/evidence.ts';
import { exchange, json } from '../support/exchanges.ts';
import { suiteUnder } from '../support/whole-suite.ts';

function verdictOnExpiry(expiresIn: number, expiresAt: string | null) {
  const key = {
    id: '3f2b8c1d-7a4e-4b6f-9c0d-a1b2c3000000',
    key: 'k',
    name: 'key',
    tier: 'free',
    createdAt: '2026-11-26T00:00:00Z',
    lastUsedAt: null,
    expiresAt,
    permissions: ['read'],
    rateLimit: { requests: 1000, window: '15m' },
  };
  const request = { body: JSON.stringify({ name: 'key', expiresIn }) };
  const answer = exchange({ operation: 'createApiKey', request, outcome: json(201, key) });
  const [asked] = suiteUnder({}).checks.filter(({ clause }) => clause === 'createApiKey/expires-in-counts-days');
  return asked === undefined ? undefined : judgeEvidence(suiteUnder({}), asked, { answer }).kind;
}

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
