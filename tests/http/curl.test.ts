import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlFor } from '../../src/http/curl.ts';
import type { SentRequest } from '../../src/http/exchange.ts';
import { visible } from '../../src/report/escape.ts';

/** What means something to a shell. */
const SHELL = '\'"\\$`!*?~#&;|<>(){}[]%@-= \t';
/** What stands for a secret is meant to become the secret; nothing else is. */
const PLACEHOLDER = /\$\{?CONFORM_[A-Z0-9]/u;
const BASE = 'https://staging.example';

describe('the line reads well', () => {
  test('for a GET', () => {
    expect(curlFor(sent({ target: '/api/v1/papers?limit=2' }), BASE)).toBe(
      "curl -sS -i 'https://staging.example/api/v1/papers?limit=2'",
    );
  });

  test('for a POST with a credential', () => {
    const headers = { 'content-type': 'application/json', Authorization: 'Bearer $CONFORM_BEARER' };
    expect(curlFor(sent({ method: 'POST', target: '/api/v1/api-keys', headers, body: '{"name":"it\'s"}' }), BASE)).toBe(
      "curl -sS -i -X POST 'https://staging.example/api/v1/api-keys' -H 'content-type: application/json' " +
        `-H "Authorization: Bearer $CONFORM_BEARER" --data-raw '{"name":"it'\\''s"}'`,
    );
  });

  test('on one line, without anything that a terminal obeys', () => {
    const line = curlFor(sent({ method: 'POST', body: 'a\nb\u001b[31m\u0000\u009b1\u202e%\\' }), BASE);
    expect(line).toContain("printf '%b' 'a\\nb\\0033[31m\\0000\\0302\\02331\\0342\\0200\\0256%\\\\' | curl");
    expect(line).toMatch(/--data-binary @-$/u);
  });
});

describe('options that the request needs', () => {
  test.each<[Partial<SentRequest>, string[]]>([
    [{ target: '/a?b=[1]' }, ['--globoff']],
    [{ target: '/a{b}' }, ['--globoff']],
    [{ target: '/a/../b' }, ['--path-as-is']],
    [{ target: '/a/%2E%2e' }, ['--path-as-is']],
    [{ target: '/a?b=/../c' }, []],
    [{ target: '/a..b/.c' }, []],
    [{ method: 'HEAD' }, ['--head']],
    [{ method: 'delete' }, ['-X', 'DELETE']],
    [{ body: '' }, ['-X', 'GET', '-H', 'content-type:', '--data-raw', '']],
    [{ headers: { 'X-Empty': '' } }, ['-H', 'X-Empty;']],
    [{ headers: { 'Accept-Encoding': 'br' } }, ['--compressed', '-H', 'Accept-Encoding: br']],
    [
      { method: 'PUT', body: '@/etc/passwd', headers: { 'Content-Type': 'text/plain' } },
      ['-X', 'PUT', '-H', 'Content-Type: text/plain', '--data-raw', '@/etc/passwd'],
    ],
  ])('%j', (more, options) => {
    const url = `${BASE}${more.target ?? '/'}`;
    expect(run(curlFor(sent(more), BASE)).args.filter((arg) => arg !== url)).toEqual(['-sS', '-i', ...options]);
  });
});

describe('the shell hands curl what was sent', () => {
  const nasty = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(...SHELL.split('')),
        fc.constantFrom('\\c', '\\0', '$(id)', '${HOME}', '$HOME', '$CONFORM', '\\n', "'\\''", 'é', '💧'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
    })
    .filter((text) => !PLACEHOLDER.test(text));
  const header = fc.string({ unit: fc.constantFrom(...SHELL.split(''), 'a'), minLength: 1 });

  test('byte for byte', () => {
    const requests = fc.array(fc.record({ target: nasty, value: header, body: nasty }), {
      minLength: 20,
      maxLength: 20,
    });
    fc.assert(
      fc.property(requests, (batch) => {
        const lines = batch.map(({ target, value, body }) =>
          curlFor(sent({ method: 'POST', target: `/${target}`, headers: { 'x-nasty': value }, body }), `${BASE}/p`),
        );
        const runs = runAll(lines);
        batch.forEach(({ value, body }, index) => {
          const { args, stdin } = runs[index] ?? { args: [], stdin: '' };
          expect(args[args.indexOf('-H') + 1]).toBe(`x-nasty: ${value}`);
          expect(args.includes('@-') ? stdin : args.at(-1)).toBe(body);
          expect(args.filter((arg) => arg.startsWith(`${BASE}/p/`))).toHaveLength(1);
        });
      }),
      { numRuns: 15 },
    );
  });

  test('control characters in the body too, NUL among them', () => {
    const body = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\n', '\u0000', '\u001b', '\r', '\\', '7', '\u009b', '%', "'", '\u202e', '\u200d'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(fc.array(body, { minLength: 20, maxLength: 20 }), (bodies) => {
        const lines = bodies.map((text) => curlFor(sent({ method: 'POST', body: text }), BASE));
        // A report would escape them, and the command would send the escape.
        for (const line of lines) expect(visible(line)).toBe(line);
        const runs = runAll(lines);
        expect(runs.map(({ args, stdin }) => (args.includes('@-') ? stdin : args.at(-1)))).toEqual(bodies);
      }),
      { numRuns: 15 },
    );
  });

  test.each([
    ['alone', '$CONFORM_BEARER', "it's $(id) `x`"],
    ['behind a scheme', 'Bearer $CONFORM_BEARER', "Bearer it's $(id) `x`"],
    ['in braces', 'a${CONFORM_BEARER}b', "ait's $(id) `x`b"],
    ['among quotes', '{"k":"$CONFORM_BEARER","l":"$HOME"}', '{"k":"it\'s $(id) `x`","l":"$HOME"}'],
    ['unlike what only looks so', '$CONFORM_BEARERs $CONFORMITY', '$CONFORM_BEARERs $CONFORMITY'],
    ['shortened', '$CONFORM_BEARER_SHORTENED', "it's $(id)"],
    ['lengthened', 'a=$CONFORM_BEARER_LENGTHENED', "a=it's $(id) `x`x7Qk"],
    ['with a wild card', '"$CONFORM_BEARER_WITH_A_WILD_CARD"', '"it\'s $(id)%"'],
    ['in other case', 'Bearer $CONFORM_BEARER_IN_OTHER_CASE', "Bearer IT'S $(ID) `X`"],
    ['with its last part in other case', '$CONFORM_BEARER_SIGNATURE_IN_OTHER_CASE', "it's $(id) `x`.IT'S $(ID) `X`"],
    ['twice, one not set', "$CONFORM_BEARER'$CONFORM_OTHER", "it's $(id) `x`'"],
  ])('and the secret in place of its placeholder: %s', (_, text, expanded) => {
    const line = curlFor(sent({ method: 'POST', headers: { 'x-h': text, 'content-type': 'a/b' }, body: text }), BASE);
    const { args } = run(line, { CONFORM_BEARER: "it's $(id) `x`" });
    expect(args).toContain(`x-h: ${expanded}`);
    expect(args.at(-1)).toBe(expanded);
  });
});

interface Run {
  readonly args: readonly string[];
  readonly stdin: string;
}

function sent(more: Partial<SentRequest>): SentRequest {
  return { method: 'GET', target: '/', query: {}, headers: {}, credentials: [], ...more };
}

function run(line: string, env: Record<string, string> = {}): Run {
  const [only] = runAll([line], env);
  if (only === undefined) throw new Error('the line did not call curl');
  return only;
}

/** A stand-in for curl: how many arguments, each of them, then in octal what it was piped; with a NUL behind each. */
const STUB = `curl() {
  printf '%s\\0' "$#" "$@"
  case " $* " in *' --data-binary @- '*) od -An -v -to1 ;; esac
  printf '\\0'
}
`;

function runAll(lines: readonly string[], env: Record<string, string> = {}): readonly Run[] {
  const input = `${STUB}${lines.join('\n')}\n`;
  const output = execFileSync('sh', { input, env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' });
  const fields = output.split('\0');
  const runs: Run[] = [];
  while (fields.length > 1) {
    const args = fields.splice(0, 1 + Number(fields[0])).slice(1);
    runs.push({ args, stdin: fromOctal(fields.shift() ?? '') });
  }
  return runs;
}

function fromOctal(dump: string): string {
  return Buffer.from((dump.match(/[0-7]{3}/gu) ?? []).map((digits) => Number.parseInt(digits, 8))).toString();
}
