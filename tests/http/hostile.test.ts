import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { processorTime } from '../support/processor-time.ts';
import { answered, failed, httpServer, rawServer, request, transport } from './servers.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

describe('the deadline', () => {
  test('covers the wait for headers', async () => {
    const url = await httpServer(() => undefined);
    const failure = failed(await transport()(request(url, { timeoutMs: 150 })));
    expect(failure).toMatchObject({
      reason: 'timeout',
      message: `${new URL(url).host}: no whole answer within 150 ms (deadline).`,
    });
    expect(failure.durationMs).toBeGreaterThanOrEqual(140);
  });

  test.each(['text/event-stream', 'text/plain', 'application/json'])(
    'covers a body of %s that comes byte by byte, and says how far it came',
    async (type) => {
      const url = await httpServer((_, response) => {
        response.writeHead(200, { 'content-type': type });
        const drip = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(drip));
      });
      const failure = failed(await transport()(request(url, { timeoutMs: 200 })));
      expect(failure.reason).toBe('timeout');
      expect(failure.message).toMatch(
        /: no whole answer within 200 ms, after [1-9]\d? bytes of the body \(deadline\)\.$/,
      );
    },
  );

  test('gives way to the stop of the run', async () => {
    const url = await httpServer(() => undefined);
    const run = new AbortController();
    setTimeout(() => run.abort(), 50);
    const send = transport();
    expect(failed(await send(request(url), run.signal))).toMatchObject({
      reason: 'aborted',
      message: expect.stringContaining('the run was stopped'),
    });
    expect(failed(await send(request(url), run.signal)).reason).toBe('aborted');
  });
});

describe('too much', () => {
  test('an endless body stops at the limit', async () => {
    const url = await httpServer((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', pour);
      pour();
    });
    const failure = failed(await transport({ maxBodyBytes: 100_000 })(request(url)));
    expect(failure.reason).toBe('too-large');
    expect(failure.message).toMatch(/: the body is over the limit of 100000 bytes, after 1\d{5} bytes of the body\.$/);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['gzip, gzip', (bytes: Buffer) => gzipSync(gzipSync(bytes))],
  ])('a bomb packed with %s stops at the limit', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(8_000_000));
    const url = await httpServer(
      (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    expect(failed(await transport({ maxBodyBytes: 1_000_000 })(request(url)))).toMatchObject({
      reason: 'too-large',
      message: expect.stringContaining('unpacks to more than the limit of 1000000 bytes'),
    });
  });

  test('a body of exactly the limit is fine, packed or not', async () => {
    const url = await httpServer((incoming, response) => {
      const bytes = Buffer.alloc(5000, 'x');
      if (incoming.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(bytes));
      else response.end(bytes);
    });
    const send = transport({ maxBodyBytes: 5000 });
    expect(answered(await send(request(url))).body.size).toBe(5000);
    expect(answered(await send(request(`${url}/packed`))).body.size).toBe(5000);
  });

  test('headers without end are no HTTP', async () => {
    const url = await rawServer((socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`));
    expect(failed(await transport()(request(url)))).toMatchObject({
      reason: 'protocol',
      message: expect.stringContaining('UND_ERR_HEADERS_OVERFLOW'),
    });
  });
});

describe('an answer that breaks off', () => {
  test.each([
    ['before the headers', '', true],
    ['in the headers', 'HTTP/1.1 200 OK\r\nconte', true],
    ['in a body with a content-length', `${HEAD}content-length: 100\r\n\r\n{"half":`, true],
    [
      'in such a body of a connection that closes',
      `${HEAD}connection: close\r\ncontent-length: 100\r\n\r\n{"half":`,
      true,
    ],
    ['between chunks', `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`, true],
    [
      'between chunks of a connection that closes',
      `${HEAD}connection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`,
      true,
    ],
    ['in a chunk', `${HEAD}transfer-encoding: chunked\r\n\r\n50\r\nhello`, true],
    ['by a reset', `${HEAD}content-length: 100\r\n\r\n{"half":`, false],
  ])('%s is a reset', async (_, text, orderly) => {
    const url = await rawServer((socket) => {
      socket.write(text, () => setTimeout(() => (orderly ? socket.end() : socket.resetAndDestroy()), 20));
    });
    const failure = failed(await transport()(request(url)));
    expect(failure).toMatchObject({ reason: 'reset', message: expect.stringContaining(new URL(url).host) });
    const body = text.split('\r\n\r\n')[1];
    expect(/after (\d+) bytes of the body/u.exec(failure.message)?.[1]).toBe(expectedBytes(body));
  });

  test('without any sign of length ends where it ends', async () => {
    const url = await rawServer((socket) => void socket.end(`${HEAD}\r\n{"a":1}`));
    expect(answered(await transport()(request(url))).body.json?.value).toEqual({ a: 1 });
  });
});

describe('what is not HTTP', () => {
  test.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['another garbage', '\u0000\u0001\u0002\r\n\r\n'],
    ['a wrong chunk size', `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`],
    [
      'an upgrade that nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    ],
  ])('%s', async (_, text) => {
    const url = await rawServer((socket) => void socket.write(text));
    const failure = failed(await transport()(request(url)));
    expect(failure).toMatchObject({
      reason: 'protocol',
      message: expect.stringMatching(/the answer is not HTTP.*(HTTPParserError|UND_ERR_SOCKET)/),
    });
  });

  test.each([
    ['zstd', 'x'],
    ['gzip', 'not gzip'],
    ['gzip', gzipSync('cut short'.repeat(50)).subarray(0, 30)],
    ['br', 'not br'],
    ['deflate', 'not deflate'],
    ['gzip, gzip, gzip, gzip', 'x'],
    ['constructor', 'x'],
  ])('a content-encoding of %s that cannot be undone', async (encoding, bytes) => {
    const url = await httpServer(
      (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    expect(failed(await transport()(request(url))).reason).toBe('protocol');
  });
});

describe('content that is odd', () => {
  test('invalid UTF-8 is noticed and kept readable', async () => {
    const url = await httpServer((_, response) => void response.end(Buffer.from([0x22, 0x61, 0xff, 0xc3, 0x22])));
    expect(answered(await transport()(request(url))).body).toEqual({
      size: 5,
      text: '"a\ufffd\ufffd"',
      utf8: false,
      json: { value: 'a\ufffd\ufffd' },
    });
  });

  test('a deep nest is not JSON, and costs nothing', async () => {
    const url = await httpServer((_, response) => void response.end(`${'['.repeat(100_000)}${']'.repeat(100_000)}`));
    const seconds = processorTime();
    const { body } = answered(await transport()(request(url)));
    expect(body).toMatchObject({ size: 200_000, utf8: true });
    expect(body.json).toBeUndefined();
    expect(seconds()).toBeLessThan(2);
  });

  test('__proto__ is a member like any other', async () => {
    const url = await httpServer(
      (_, response) =>
        void response.writeHead(200, { ['__proto__']: 'x', constructor: 'y' }).end('{"__proto__":{"polluted":true}}'),
    );
    const answer = answered(await transport()(request(url)));
    expect(Object.keys(answer.body.json?.value ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(answer.headers)).toBe(Object.prototype);
  });
});

/** What of a body that breaks off is counted: its bytes without the framing of chunks. */
function expectedBytes(body: string | undefined): string | undefined {
  if (body === undefined) return undefined;
  return body.startsWith('{') ? '8' : '5';
}
