import { describe, expect, test } from 'vitest';
import type { SentRequest } from '../../src/http/exchange.ts';
import { powershellFor } from '../../src/http/powershell.ts';

const BASE = 'https://staging.example/prefix';

function sent(request: Partial<SentRequest>): SentRequest {
  return { method: 'GET', target: '/', query: {}, headers: {}, credentials: [], ...request };
}

describe('a line for PowerShell', () => {
  test('sends a request with its credential', () => {
    expect(
      powershellFor(
        sent({
          method: 'POST',
          target: '/api?a=b',
          headers: { 'content-type': 'application/json', authorization: 'Bearer $CONFORM_BEARER' },
          body: '{"a":"it\'s"}',
        }),
        BASE,
      ),
    ).toBe(
      "Invoke-WebRequest -SkipHttpErrorCheck -SkipHeaderValidation -CustomMethod 'POST' -Uri 'https://staging.example/prefix/api?a=b' " +
        "-Headers @{ 'content-type' = 'application/json'; 'authorization' = ('Bearer ' + $env:CONFORM_BEARER) } -Body '{\"a\":\"it''s\"}'",
    );
  });

  test.each([
    ["a'; Remove-Item x; '", "'a''; Remove-Item x; '''"],
    ['\u2019; Remove-Item x; \u2018', "'\u2019\u2019; Remove-Item x; \u2018\u2018'"],
    ['$(Get-Date) `n', "'$(Get-Date) `n'"],
    ['', "''"],
    ['$CONFORM_API_KEY', '$env:CONFORM_API_KEY'],
    ['$CONFORM_API_KEY_SHORTENED', "($env:CONFORM_API_KEY -replace '.{4}$')"],
    ['a=$CONFORM_SESSION_LENGTHENED', "('a=' + $env:CONFORM_SESSION + 'x7Qk')"],
  ])('keeps %j what it is', (body, quoted) => {
    expect(powershellFor(sent({ body }), BASE)).toMatch(new RegExp(`-Body ${escaped(quoted)}$`, 'u'));
  });

  test.each(['line\nbreak', 'a\u0000b', '\u202e', '👩\u200d🔬'])('carries %j in base64, on one line', (body) => {
    const line = powershellFor(sent({ body }), BASE);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const [, encoded = ''] =
      /-Body \(\[Text\.Encoding\]::UTF8\.GetString\(\[Convert\]::FromBase64String\('([^']+)'\)\)\)$/u.exec(line) ?? [];
    expect(Buffer.from(encoded, 'base64').toString('utf8')).toBe(body);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&');
}
