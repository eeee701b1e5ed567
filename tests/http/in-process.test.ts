import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fetchTransport } from '../../src/http/in-process.ts';
import { processorTime } from '../support/processor-time.ts';
import { answered, failed, request } from './servers.ts';

const ADDRESS = 'http://service.test/a?b=1';

describe('an in-process service', () => {
  test('gets the request and gives an answer of the same form as over the wire', async () => {
    const send = fetchTransport(async (incoming) => {
      const seen = {
        method: incoming.method,
        url: incoming.url,
        key: incoming.headers.get('x-api-key'),
        body: await incoming.text(),
      };
      return Response.json(seen, {
        status: 201,
        headers: [
          ['X-Twice', 'a'],
          ['X-Twice', 'b'],
          ['Set-Cookie', 'c=1'],
          ['Set-Cookie', 'd=2'],
        ],
      });
    });
    const answer = answered(
      await send(request(ADDRESS, { method: 'post', headers: { 'X-API-Key': 'k' }, body: '{}' })),
    );
    expect(answer.body.json?.value).toEqual({ method: 'POST', url: ADDRESS, key: 'k', body: '{}' });
    expect(answer.headers).toEqual({ 'content-type': 'application/json', 'x-twice': 'a, b', 'set-cookie': 'c=1, d=2' });
    expect(answer.status).toBe(201);
  });

  test('may answer without a body, at once, compressed, or in bytes that are no UTF-8', async () => {
    const answers = new Map([
      ['/empty', () => new Response(null, { status: 204 })],
      ['/gzip', () => new Response(gzipSync('{"a":1}'), { headers: { 'content-encoding': 'gzip' } })],
      ['/bytes', () => new Response(new Uint8Array([0x61, 0xff]))],
    ]);
    const send = fetchTransport(({ url }) => answers.get(new URL(url).pathname)?.() ?? new Response('?'));
    const body = async (path: string) => answered(await send(request(`http://service.test${path}`))).body;
    expect(await body('/empty')).toEqual({ size: 0, text: '', utf8: true });
    expect(await body('/gzip')).toMatchObject({ json: { value: { a: 1 } } });
    expect(await body('/bytes')).toEqual({ size: 2, text: 'a\ufffd', utf8: false });
  });
});

describe('its trouble', () => {
  test.each([
    ['an error', () => Promise.reject(new TypeError('hush')), 'reset', 'TypeError'],
    [
      'an error at once',
      () => {
        throw new RangeError('hush');
      },
      'reset',
      'RangeError',
    ],
    ['something that is no error', () => Promise.reject('hush'), 'reset', 'string'],
    [
      'an error with a code',
      () => Promise.reject(Object.assign(new Error('hush'), { code: 'ECONNREFUSED' })),
      'refused',
      'ECONNREFUSED',
    ],
    ['a network error', () => Response.error(), 'protocol', 'network error'],
    [
      'a body that was read before',
      async () => {
        const used = new Response('x');
        await used.text();
        return used;
      },
      'reset',
      'ERR_INVALID_STATE',
    ],
  ])('%s is a failure', async (_, fetch, reason, word) => {
    const failure = failed(await fetchTransport(fetch)(request(ADDRESS)));
    expect(failure).toMatchObject({ reason, message: expect.stringContaining(word) });
    expect(failure.message).not.toContain('hush');
  });

  test('silence ends with the deadline', async () => {
    const failure = failed(
      await fetchTransport(() => new Promise(() => undefined))(request(ADDRESS, { timeoutMs: 30 })),
    );
    expect(failure).toMatchObject({
      reason: 'timeout',
      message: 'service.test:80: no whole answer within 30 ms (deadline).',
    });
  });

  test('a body that stands still ends with the deadline, and the service learns of it', async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(7)),
      cancel: () => {
        cancelled = true;
      },
    });
    const failure = failed(await fetchTransport(() => new Response(stream))(request(ADDRESS, { timeoutMs: 30 })));
    expect(failure).toMatchObject({ reason: 'timeout', message: expect.stringContaining('after 7 bytes of the body') });
    expect(cancelled).toBe(true);
  });

  test.each([
    ['empty chunks', 0],
    ['one byte at a time', 1],
  ])('a body without end, always ready, of %s ends with the deadline', async (_, size) => {
    const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(size)) });
    const failure = failed(await fetchTransport(() => new Response(stream))(request(ADDRESS, { timeoutMs: 50 })));
    expect(failure.reason).toBe('timeout');
  });

  test('a body without end stops at the limit', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    });
    expect(failed(await fetchTransport(() => new Response(stream))(request(ADDRESS))).reason).toBe('too-large');
  });

  test('a body that breaks is a reset', async () => {
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (controller.desiredSize === 1) controller.enqueue(new Uint8Array(3));
          else controller.error(new Error('hush'));
        },
      },
      { highWaterMark: 2 },
    );
    const failure = failed(await fetchTransport(() => new Response(stream))(request(ADDRESS)));
    expect(failure.reason).toBe('reset');
  });

  test('a stopped run asks nothing more', async () => {
    let calls = 0;
    const send = fetchTransport(() => {
      calls += 1;
      return new Response();
    });
    expect(failed(await send(request(ADDRESS), AbortSignal.abort())).reason).toBe('aborted');
    expect(calls).toBe(0);
  });

  test('a request that cannot be formed is named without what it holds', async () => {
    const failure = failed(
      await fetchTransport(() => new Response())(request(ADDRESS, { headers: { authorization: 'Bearer hush\nx' } })),
    );
    expect(failure.reason).toBe('protocol');
    expect(failure.message).not.toContain('hush');
  });
});

test('thousands of answers cost little', async () => {
  const send = fetchTransport(() => Response.json({ papers: [], page: 1 }));
  const seconds = processorTime();
  for (let count = 0; count < 5000; count += 1) await send(request(ADDRESS));
  // About 0.05 ms each when measured.
  expect(seconds()).toBeLessThan(5);
});
