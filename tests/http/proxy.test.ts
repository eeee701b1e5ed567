import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createProxyChoice, proxyAuthorization } from '../../src/http/proxy.ts';
import { answered, failed, httpServer, request, transport } from './servers.ts';

const [PROXY, SECURE] = ['http://proxy.test:3128', 'http://secure.test:3128'];

/** Is the URL reached without a proxy, where NO_PROXY is this? */
const isDirect = (none: string, url: string, own: readonly string[] = []): boolean =>
  createProxyChoice({ http: PROXY, none }, own)(url) === undefined;

describe('NO_PROXY', () => {
  test.each([
    ['a host', 'service.test', 'http://service.test/x', 'http://myservice.test'],
    ['a host and what is below it', 'service.test', 'http://eu.service.test', 'http://service.test.example'],
    ['a suffix', '.service.test', 'https://eu.service.test', 'https://myservice.test'],
    ['a suffix with a star', '*.service.test', 'https://eu.service.test', 'https://service.example'],
    ['a suffix, for its own host', '.service.test', 'http://service.test', 'http://test'],
    ['another case, and a dot at the end', 'SERVICE.test.', 'http://service.test./', 'http://service'],
    ['letters beyond ASCII', 'bücher.test', 'http://xn--bcher-kva.test', 'http://bucher.test'],
    ['a host with its port', 'service.test:8080', 'http://service.test:8080', 'http://service.test:8081'],
    ['the port of the scheme', 'service.test:443', 'https://service.test', 'http://service.test'],
    ['an address', '10.1.2.3', 'http://10.1.2.3', 'http://10.1.2.4'],
    ['an address with a port', '10.1.2.3:80', 'http://10.1.2.3', 'http://10.1.2.3:81'],
    ['a network', '10.0.0.0/8', 'http://10.200.1.1:8080', 'http://11.0.0.1'],
    ['a part of a network', '192.168.16.0/20', 'http://192.168.31.255', 'http://192.168.32.0'],
    ['an address of IPv6', 'fd00::1', 'http://[fd00:0:0::1]:80', 'http://[fd00::2]'],
    ['an address of IPv6 in brackets with a port', '[fd00::1]:8080', 'http://[fd00::1]:8080', 'http://[fd00::1]'],
    ['a network of IPv6', 'fd00::/8', 'http://[fd12:3456::1]', 'http://[fe80::1]'],
    ['several, with commas and blanks', 'a.test, b.test\tc.test', 'http://c.test', 'http://d.test'],
    ['a star among others', 'a.test,*', 'http://anything.example', undefined],
    ['several, with semicolons and bars', 'a.test;b.test|c.test', 'http://b.test', 'http://d.test'],
    ['one in quotes', '"service.test"', 'http://service.test', 'http://other.test'],
    ['a URL', 'http://service.test:8080/x', 'http://service.test:8080', 'http://service.test:8081'],
    ['a star for the rest of an address', '10.1.*', 'http://10.1.2.3', 'http://10.2.1.3'],
    ['a star for the end of a name', 'svc.*', 'http://svc.test', 'http://other.test'],
  ])('%s', (_, none, direct, other) => {
    expect(isDirect(none, direct)).toBe(true);
    if (other !== undefined) expect(isDirect(none, other)).toBe(false);
  });

  test.each(['', ',', '.', '10.0.0.0/33', ':80', '[', 'a/b', '%'])('what means nobody: %j', (none) => {
    expect(isDirect(none, 'http://service.test')).toBe(false);
    expect(isDirect(none, 'http://10.0.0.1')).toBe(false);
  });
});

test.each([
  'http://localhost:8080',
  'http://LOCALHOST',
  'http://api.localhost',
  'http://127.0.0.1',
  'https://127.9.8.7:1',
  'http://127.1',
  'http://0.0.0.0:80',
  'http://[::1]:8080',
  'http://[::ffff:127.0.0.1]',
])('this machine is reached without a proxy: %s', (url) => {
  expect(isDirect('', url)).toBe(true);
});

test('so is its own name, and each of its own addresses', () => {
  expect(isDirect('', 'http://me.test', ['me.test', '10.1.2.3'])).toBe(true);
  expect(isDirect('', 'http://10.1.2.3:8080', ['me.test', '10.1.2.3'])).toBe(true);
  expect(createProxyChoice({ http: PROXY, none: '' })(`http://${hostname()}:8080`)).toBeUndefined();
});

test('each scheme has its proxy; https takes that of http where it has none', () => {
  const both = createProxyChoice({ http: PROXY, https: SECURE, none: '' });
  expect([both('http://a.test'), both('https://a.test')]).toEqual([PROXY, SECURE]);
  expect(createProxyChoice({ http: PROXY, none: '' })('https://a.test')).toBe(PROXY);
  expect(createProxyChoice({ https: SECURE, none: '' })('http://a.test')).toBeUndefined();
});

test('a user of the proxy may have no password, and signs in both', () => {
  const header = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
  expect(proxyAuthorization('http://me:a%40b@proxy.test')).toBe(header('me:a@b'));
  expect(proxyAuthorization('http://me@proxy.test')).toBe(header('me:'));
  expect(proxyAuthorization(PROXY)).toBeUndefined();
});

describe('plain http through a proxy', () => {
  const through = (http: string) => transport({ proxy: { http, none: '' } });

  test.each([undefined, true as const])('goes in the absolute form, byte by byte (alone: %s)', async (alone) => {
    const seen: unknown[] = [];
    const proxy = await httpServer(({ method, url, headers }, answer) => {
      seen.push([method, url, headers.host, headers['proxy-authorization']]);
      answer.end('through');
    });
    const send = through(proxy.replace('//', '//me:pw@'));
    const outcome = answered(
      await send(request('http://service.test:81/a/../b?q=%41', { method: 'POST', ...(alone ? { alone } : {}) })),
    );
    expect(outcome.body.text).toBe('through');
    expect(seen).toEqual([
      [
        'POST',
        'http://service.test:81/a/../b?q=%41',
        'service.test:81',
        `Basic ${Buffer.from('me:pw').toString('base64')}`,
      ],
    ]);
  });

  test.each(['http', 'https'])('that nobody serves is told as that, for %s', async (scheme) => {
    const outcome = failed(await through('http://127.0.0.1:1')(request(`${scheme}://service.test/x`)));
    expect(outcome.reason).toBe('refused');
    expect(outcome.message).toContain(
      'the proxy 127.0.0.1:1 cannot be reached: nobody listens there (ECONNREFUSED); check HTTPS_PROXY',
    );
  });

  test('that asks for a password is the fault of the proxy, and no answer of the target', async () => {
    const proxy = await httpServer((_, answer) => void answer.writeHead(407).end());
    expect(failed(await through(proxy)(request('http://service.test/x')))).toMatchObject({
      reason: 'refused',
      message: 'service.test:80: the proxy does not let it through (407); check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.',
    });
  });
});
