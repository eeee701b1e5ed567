import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { joinUrl, parseBaseUrl } from '../../src/http/base-url.ts';

describe('parseBaseUrl', () => {
  test.each([
    ['https://staging.example', 'https://staging.example/'],
    [' https://staging.example/ ', 'https://staging.example/'],
    ['http://localhost:3000/mounted/here//', 'http://localhost:3000/mounted/here'],
    ['HTTPS://Staging.Example:443/A?', 'https://staging.example/A'],
    ['http://[::1]:8080#', 'http://[::1]:8080/'],
  ])('takes %j for %s', (text, href) => {
    expect(parseBaseUrl(text).href).toBe(href);
  });

  test.each([
    ['', 'is empty'],
    ['staging.example/x', 'such as https://staging.example/x.'],
    ['localhost:3000', 'such as http://localhost:3000.'],
    ['127.0.0.1:80', 'such as http://127.0.0.1:80.'],
    ['/path', 'such as https://staging.example.'],
    ['out/target.yaml', '--target <file>'],
    ['https:staging.example', 'such as https://staging.example.'],
    ['http://', 'its host or its port'],
    ['http://127.0.0.1:99999', 'its port (0 to 65535) is wrong'],
    ['ftp://staging.example', 'scheme ftp; only http and https'],
    ['https://me:hush@staging.example', 'target file'],
    ['https://hush@staging.example', 'target file'],
    ['me:hush@staging.example', 'not an absolute one'],
    ['https://staging.example?key=hush', 'has a query'],
    ['https://staging.example/#hush', 'has a fragment'],
  ])('refuses %j with a remedy', (text, remedy) => {
    const refusal = refusalOf(text);
    expect(refusal).toBeInstanceOf(UsageError);
    expect(refusal?.message).toContain(remedy);
    expect(refusal?.message).not.toContain('hush');
  });
});

describe('joinUrl', () => {
  test.each([
    ['https://h.test', '/a?b=1', 'https://h.test/a?b=1'],
    ['https://h.test/p/', '/a', 'https://h.test/p/a'],
    ['https://h.test/p', 'a', 'https://h.test/p/a'],
    ['https://h.test', '/a/../b/./%2E%2e?x=%zz&y=[1]{2}|"<>', 'https://h.test/a/../b/./%2E%2e?x=%zz&y=[1]{2}|"<>'],
    ['https://h.test', '/é 💧\n#x\u007f', 'https://h.test/%C3%A9%20%F0%9F%92%A7%0A%23x%7F'],
    ['https://h.test', '/\ud800', 'https://h.test/%EF%BF%BD'],
  ])('joins %s and %j', (base, target, url) => {
    expect(joinUrl(parseBaseUrl(base), target)).toBe(url);
  });

  test('gives nothing but printable ASCII without a fragment', () => {
    const base = parseBaseUrl('https://h.test/p');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (target) => {
        expect(joinUrl(base, target)).toMatch(/^https:\/\/h\.test\/p\/[!"$-~]*$/u);
      }),
    );
  });
});

function refusalOf(text: string): Error | undefined {
  try {
    parseBaseUrl(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : undefined;
  }
}
