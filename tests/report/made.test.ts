import { expect, test } from 'vitest';
import type { Exchange } from '../../src/http/exchange.ts';
import { chainOf, curlChain } from '../../src/report/made.ts';

const ID = '3f0c8a52-77d1-4c35-8d0a-3e0b5d1f2a90';

function exchange(seq: number, method: string, target: string, parts: Partial<Exchange> = {}): Exchange {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer $CONFORM_TOKEN' };
  const request = { method, target, query: {}, headers, body: '{}', credentials: ['token'] };
  const json = { value: { id: ID } };
  const body = { size: 2, text: JSON.stringify(json.value), utf8: true, json };
  const outcome = { kind: 'response' as const, status: 200, headers: {}, body, durationMs: 1 };
  return { seq, operation: 'changeNote', intent: { kind: 'valid' }, request, outcome, ...parts };
}

const created = exchange(1, 'POST', '/notes');
const change = exchange(2, 'PATCH', `/notes/${ID}`);
const tagged: Exchange = {
  ...change,
  tagged: true,
  request: { ...change.request, headers: { ...change.request.headers, 'if-match': '"v7"' } },
};

test('an If-Match with the current ETag is asked for again, of what was created again', () => {
  const line = curlChain([created, tagged], 'http://127.0.0.1:8080') ?? '';
  const asked = `CONFORM_ETAG_2=$(curl -sS -D - -o /dev/null "http://127.0.0.1:8080/notes/$CONFORM_ID_1" -H "authorization: Bearer $CONFORM_TOKEN" | tr -d '\\r' | sed -n`;
  expect(line).toContain(asked);
  expect(line).toContain('-H "if-match: $CONFORM_ETAG_2"');
  expect(line).not.toContain('v7');
});

test('any other If-Match is sent as it was', () => {
  const { tagged: _tagged, ...outdated } = tagged;
  expect(curlChain([created, outdated], 'http://127.0.0.1:8080')).toContain(`-H 'if-match: "v7"'`);
  const withoutAccess: Exchange = {
    ...tagged,
    intent: { kind: 'invalid', reject: 'missing-credential', what: 'none' },
  };
  expect(chainOf([created, withoutAccess]).map(({ tag }) => tag)).toEqual([undefined, undefined]);
});
