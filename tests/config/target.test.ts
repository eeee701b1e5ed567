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
