import { expect, test } from 'vitest';
import { expiringTokens } from '../../src/send/expiring-tokens.ts';

const NOW = Date.UTC(2026, 0, 1);

const token = (claims: unknown): string =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`;

const notes = (value: string, depth: 'smoke' | 'standard' | 'deep' = 'standard') =>
  expiringTokens(
    {
      baseUrl: '',
      credentials: { bearer: { headers: { Authorization: value } } },
      samples: {},
      allow: {},
      headers: {},
    },
    depth,
    NOW,
  );

test('a token of ten seconds is said at the start, without what it holds', () => {
  const value = token({ exp: NOW / 1000 + 10, sub: 'somebody' });
  expect(notes(`Bearer ${value}`)).toEqual([
    'The credential bearer expires at 2026-01-01T00:00:10.000Z, by its own exp: in 10 s, and this run may take longer.',
  ]);
  expect(notes(`session=${value}; other=1`)).toHaveLength(1);
});

test('one that is over is said too', () => {
  expect(notes(`Bearer ${token({ exp: NOW / 1000 - 1 })}`)).toEqual([
    'The credential bearer expired at 2025-12-31T23:59:59.000Z, by its own exp.',
  ]);
});

test('how long a run takes depends on its depth', () => {
  const value = `Bearer ${token({ exp: NOW / 1000 + 120 })}`;
  expect([notes(value, 'smoke'), notes(value, 'deep')].map(({ length }) => length)).toEqual([0, 1]);
});

test.each([
  ['no token', 'Bearer abc'],
  ['no exp', `Bearer ${token({ sub: 'a' })}`],
  ['an exp in words', `Bearer ${token({ exp: 'soon' })}`],
  ['an exp that no clock shows', `Bearer ${token({ exp: 1e300 })}`],
  ['a payload that is no object', `Bearer ${token(7)}`],
  ['a payload that is no JSON', 'Bearer eyJhbGciOiJIUzI1NiJ9.abc.def'],
  ['a day to go', `Bearer ${token({ exp: NOW / 1000 + 86_400 })}`],
])('nothing is said of %s', (_, value) => {
  expect(notes(value, 'deep')).toEqual([]);
});
