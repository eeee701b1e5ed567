import { expect, test } from 'vitest';
import { redacted } from '../../src/redact/door.ts';
import { Redactor } from '../../src/redact/redactor.ts';
import { json } from '../support/exchanges.ts';

/** The headers of an answer as they are kept. */
function kept(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const redactor = new Redactor([{ name: 'session', value: 'session=abcdefgh12345678' }]);
  const answer = { ...json(200, {}), headers };
  const request = { method: 'GET', target: '/', query: {}, headers: {}, credentials: [] };
  const { outcome } = redacted({ seq: 1, intent: { kind: 'valid' }, request, outcome: answer }, redactor, 'shown');
  return outcome.kind === 'response' ? outcome.headers : {};
}

test.each([
  ['session=renewed-0123456789; Path=/; HttpOnly', 'session=<redacted>; Path=/; HttpOnly'],
  [
    'a=one-0123456789; Expires=Wed, 21 Oct 2026 07:28:00 GMT, __Host-b=two-0123456789; Secure',
    'a=<redacted>; Expires=Wed, 21 Oct 2026 07:28:00 GMT, __Host-b=<redacted>; Secure',
  ],
  ['s="quoted-0123456789"; Max-Age=60', 's=<redacted>; Max-Age=60'],
  ['lang=en; Path=/', 'lang=en; Path=/'],
  ['session=; Max-Age=0', 'session=; Max-Age=0'],
])('a cookie that the service sets or renews is kept without its value: %s', (header, shown) => {
  expect(kept({ 'set-cookie': header })).toEqual({ 'set-cookie': shown });
});

test.each(['Authorization', 'authentication-info', 'X-Auth-Token', 'x-refresh-token'])(
  'what %s hands out is not kept',
  (name) => {
    expect(kept({ [name]: 'Bearer of-somebody', 'x-request-id': 'of-somebody' })).toEqual({
      [name]: '<redacted>',
      'x-request-id': 'of-somebody',
    });
  },
);
