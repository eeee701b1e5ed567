import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../../src/config/target.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { fileWith } from '../cli/io.ts';

const { document, path } = await loadDocument();
const SECRETS = 'credentials: { bearer: { headers: { Authorization: Bearer secret } } }';

function addressOf(baseUrl: string, text: string): string {
  const flags = { baseUrl, target: fileWith('target.yaml', text) };
  return resolveTarget(flags, { env: {}, cwd: '/', document, path }).target.baseUrl;
}

describe('an address beside a target file', () => {
  test.each(['http://staging.example', 'http://staging.example/', 'http://STAGING.example:80/v2'])(
    'of the same origin is taken: %s',
    (url) => {
      expect(addressOf(url, `baseUrl: http://staging.example/v1\n${SECRETS}\n`)).toMatch(/^http:\/\/staging\.example/u);
    },
  );

  test('of another origin is taken where the file holds nothing secret, or has no address of its own', () => {
    expect(addressOf('http://other.example', 'baseUrl: http://staging.example\ndepth: smoke\n')).toBe(
      'http://other.example',
    );
    expect(addressOf('http://other.example', `${SECRETS}\n`)).toBe('http://other.example');
  });

  test.each(['https://staging.example', 'http://staging.example:8080', 'http://staging.example.evil.example'])(
    'of another origin gets none of its credentials: %s',
    (url) => {
      for (const secrets of [SECRETS, 'headers: { X-Token: secret }', 'tls: { cert: a.pem, key: b.pem }'])
        expect(() => addressOf(url, `baseUrl: http://staging.example\n${secrets}\n`)).toThrow(
          /is not the baseUrl of .*target\.yaml \(http:\/\/staging\.example\)/u,
        );
    },
  );
});

describe('a credential that a command prints', () => {
  const read = (credential: string, baseUrl?: string) => {
    const target = fileWith('target.yaml', `baseUrl: http://staging.example\ncredentials:\n  bearer: ${credential}\n`);
    return resolveTarget({ baseUrl, target }, { env: {}, cwd: '/', document, path }).target.credentials;
  };

  test('is presented as the contract has it, and can be fetched again', async () => {
    const { bearer } = read('{ command: echo abc, everySeconds: 60, vouched: true }');
    expect(bearer).toMatchObject({ headers: { authorization: 'Bearer abc' }, vouched: true });
    expect(bearer?.renewal?.everySeconds).toBe(60);
    expect(await bearer?.renewal?.fetch()).toEqual({ Authorization: 'Bearer abc' });
  });

  test('is run in the folder of the file, where its address is that of the file', () => {
    expect(Object.values(read('{ command: basename "$PWD/target.yaml" }').bearer?.headers ?? {})).toEqual([
      'Bearer target.yaml',
    ]);
    expect(() => read('{ command: exit 9 }', 'http://other.example')).toThrow(/is not the baseUrl/u);
  });

  test.each([
    [
      '{ command: echo no such realm >&2; exit 7 }',
      'credentials.bearer.command failed: it ended with 7: no such realm',
    ],
    ['{ command: "true" }', 'credentials.bearer.command printed nothing'],
    ['{ command: \'printf "a\\nb"\' }', 'the value of the header Authorization holds a character'],
    [
      '{ command: echo a, headers: { A: b } }',
      'credentials.bearer.headers has no place there: the command gives the headers.',
    ],
    [
      '{ headers: { A: b }, everySeconds: 3 }',
      'credentials.bearer.everySeconds has no place there: it belongs to a command.',
    ],
    ['{ vouched: true }', 'credentials.bearer lacks headers.'],
  ])('that is wrong is told with its place: %s', (credential, message) => {
    expect(() => read(credential)).toThrow(message);
  });
});
