import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTransport } from '../../src/http/client.ts';
import type { WireRequest } from '../../src/http/exchange.ts';
import { packageVersion } from '../../src/package.ts';
import { answered, failed, httpServer, rawServer, request, transport } from './servers.ts';

describe('an ordinary answer', () => {
  test('comes back with status, headers in lower case, body and duration', async () => {
    const url = await httpServer((_, response) => {
      response.writeHead(201, {
        'Content-Type': 'application/json; charset=utf-8',
        'X-Twice': ['a', 'b'],
        'Set-Cookie': ['c=1', 'd=2'],
      });
      response.end('{"ok":"é"}');
    });
    const answer = answered(await transport()(request(`${url}/x`)));
    expect(answer).toMatchObject({
      kind: 'response',
      status: 201,
      body: { size: 11, text: '{"ok":"é"}', utf8: true, json: { value: { ok: 'é' } } },
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-twice': 'a, b',
      'set-cookie': 'c=1, d=2',
    });
    expect(answer.durationMs).toBeGreaterThan(0);
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['deflate, gzip', (bytes: string) => gzipSync(deflateSync(bytes))],
    ['identity', (bytes: string) => Buffer.from(bytes)],
  ])('is unpacked from %s', async (encoding, pack) => {
    const url = await httpServer(
      (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"a":[1]}')),
    );
    const answer = answered(await transport()(request(url)));
    expect(answer.body).toMatchObject({ size: 9, json: { value: { a: [1] } } });
  });

  test('of HEAD, 204 and 304 has no body, whatever its headers announce', async () => {
    const url = await httpServer((incoming, response) => {
      response.writeHead(incoming.method === 'HEAD' ? 200 : Number(incoming.url?.slice(1)), {
        'content-length': '5',
        'content-encoding': 'gzip',
      });
      response.flushHeaders();
      response.end();
    });
    const send = transport();
    for (const [method, path, status] of [
      ['HEAD', '/200', 200],
      ['DELETE', '/204', 204],
      ['GET', '/304', 304],
    ] as const) {
      const answer = answered(await send(request(`${url}${path}`, { method })));
      expect(answer).toMatchObject({ status, body: { size: 0, text: '', utf8: true } });
      expect(answer.headers['content-length']).toBe('5');
    }
  });

  test('after a 204 that did send a body is not harmed by it', async () => {
    let calls = 0;
    const url = await rawServer((socket) => {
      calls += 1;
      socket.write(
        calls % 2 === 1
          ? 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'
          : 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
      );
    });
    const send = transport();
    for (let round = 0; round < 5; round += 1) {
      expect(answered(await send(request(url, { method: 'DELETE' }))).status).toBe(204);
      expect(answered(await send(request(url))).body.text).toBe('ok');
    }
  });

  test('with an interim response is the final one', async () => {
    const url = await rawServer(
      (socket) =>
        void socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
    );
    expect(answered(await transport()(request(url)))).toMatchObject({ status: 200, body: { text: 'ok' } });
  });

  test('that redirects is evidence, and is not followed', async () => {
    const paths: (string | undefined)[] = [];
    const url = await httpServer((incoming, response) => {
      paths.push(incoming.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(answered(await transport()(request(`${url}/here`)))).toMatchObject({
      status: 302,
      headers: { location: '/elsewhere' },
    });
    expect(paths).toEqual(['/here']);
  });
});

describe('what is sent', () => {
  test('are the headers given, host and connection, and two defaults', async () => {
    const url = await echo();
    const { host } = new URL(url);
    expect(await sent(url, { headers: { 'X-One': '1' } })).toMatchObject({
      raw: [
        'host',
        host,
        'connection',
        'keep-alive',
        'X-One',
        '1',
        'accept-encoding',
        'gzip, deflate, br',
        'user-agent',
        `conform/${packageVersion()}`,
      ],
    });
  });

  test('keeps headers of the caller in place of the defaults', async () => {
    const { raw } = await sent(await echo(), { headers: { 'User-Agent': 'me', 'Accept-Encoding': 'identity' } });
    expect(raw.slice(4)).toEqual(['User-Agent', 'me', 'Accept-Encoding', 'identity']);
  });

  test('is the target as written: dot segments, odd escapes and encoded slashes', async () => {
    const target = '/a/../b/./%2e%2e/%zz/%2F?q=[1]&r={a}&s=%';
    expect(await sent(`${await echo()}${target}`, {})).toMatchObject({ url: target });
    expect(await sent(`${await echo()}?q=1`, {})).toMatchObject({ url: '/?q=1' });
  });

  test('is the body in UTF-8, with GET too, and the method in capitals', async () => {
    const url = await echo();
    expect(await sent(url, { method: 'post', body: '{"é":"💧"}' })).toMatchObject({
      method: 'POST',
      body: '{"é":"💧"}',
    });
    expect(await sent(url, { method: 'GET', body: 'x' })).toMatchObject({ method: 'GET', body: 'x' });
    expect(await sent(url, { method: 'POST', body: '' })).toMatchObject({ method: 'POST', body: '' });
  });

  test.each([
    ['a line break in a header', { headers: { authorization: 'Bearer hush\r\nx-evil: 1' } }],
    ['a header name that is none', { headers: { 'bad name: hush': '1' } }],
    ['a method that is none', { method: 'GE T' }],
    ['a content-length that lies', { method: 'POST', body: 'abc', headers: { 'content-length': '99' } }],
  ])('is nothing at all for %s', async (_, more) => {
    let calls = 0;
    const url = await httpServer((_incoming, response) => {
      calls += 1;
      response.end();
    });
    const failure = failed(await transport()(request(url, more)));
    expect(failure).toMatchObject({
      reason: 'protocol',
      message: expect.stringContaining('the request could not be formed'),
    });
    expect(failure.message).not.toContain('hush');
    expect(calls).toBe(0);
  });

  test.each(['/relative', 'ftp://127.0.0.1/x', 'http://', 'http://[bad/', '', 'http://127.0.0.1:99999/'])(
    'is nothing for the URL %j',
    async (url) => {
      expect(failed(await transport()(request(url)))).toMatchObject({
        reason: 'protocol',
        message: expect.stringContaining('its URL is not'),
      });
    },
  );
});

test('a header that Latin-1 cannot write goes as UTF-8, as cURL sends it', async () => {
  let heard: string | undefined;
  const url = await httpServer((incoming, response) => {
    heard = incoming.headers['x-api-key'] as string;
    response.end();
  });
  await transport()(request(url, { headers: { 'x-api-key': 'key_ab…' } }));
  expect(Buffer.from(heard ?? '', 'latin1').toString('utf8')).toBe('key_ab…');
});

test('many at once, with one signal for all, are all answered', async () => {
  const url = await httpServer((_, response) => void setTimeout(() => response.end('ok'), 2));
  const send = transport();
  const run = new AbortController();
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => send(request(url), run.signal)));
  expect(outcomes.every((outcome) => answered(outcome).body.text === 'ok')).toBe(true);
});

test('a closed transport answers with a failure, and so does what is under way when it closes', async () => {
  const url = await httpServer(() => undefined);
  const { send, close } = createTransport();
  const pending = send(request(url));
  await new Promise((resolve) => setTimeout(resolve, 30));
  await close();
  expect(failed(await pending).reason).toBe('aborted');
  expect(failed(await send(request(url)))).toMatchObject({
    reason: 'aborted',
    message: expect.stringContaining('the client was closed'),
  });
});

test('what is sent alone has a connection of its own', async () => {
  const ports: (number | undefined)[] = [];
  const url = await httpServer((incoming, response) => {
    ports.push(incoming.socket.remotePort);
    response.end('ok');
  });
  const send = transport();
  for (const more of [{}, {}, { alone: true }, { alone: true }, {}] as const) answered(await send(request(url, more)));
  const [first, second, alone, another, last] = ports;
  expect([first, second, last]).not.toContain(alone);
  expect([first, second, last, alone]).not.toContain(another);
});

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly raw: readonly string[];
  readonly body: string;
}

function echo(): Promise<string> {
  return httpServer((incoming, response) => {
    const { method, url, rawHeaders: raw } = incoming;
    text(incoming).then(
      (body) => response.end(JSON.stringify({ method, url, raw, body })),
      () => response.destroy(),
    );
  });
}

/** What the server saw. */
async function sent(url: string, more: Partial<WireRequest>): Promise<Echo> {
  const seen: Echo = JSON.parse(answered(await transport()(request(url, more))).body.text);
  return seen;
}
