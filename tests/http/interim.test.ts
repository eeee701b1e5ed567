import { describe, expect, test } from 'vitest';
import { answered, failed, rawServer, request, transport } from './servers.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok';

/** Writes the pieces one after the other, as packets of their own. */
const sends = (...pieces: readonly string[]) =>
  rawServer((socket) => pieces.forEach((piece, index) => setTimeout(() => socket.write(piece), index * 15)));

describe('the interim answer 100 Continue', () => {
  test.each([
    ['before the answer', [CONTINUE + ANSWER]],
    ['in a packet of its own', [CONTINUE, ANSWER]],
    [
      'cut anywhere',
      ['HTTP/1.1 100 Cont', 'inue\r\nx: y\r\n', '\r\nHTTP/1.1 200 OK\r\n', 'content-length: 2\r\n\r\nok'],
    ],
    ['cut within its first line', ['HT', 'TP/1.1 1', '00 Continue\r\n\r\n', ANSWER]],
    ['twice', [CONTINUE + CONTINUE, CONTINUE + ANSWER]],
  ])('%s is passed over', async (_, pieces) => {
    const url = await sends(...pieces);
    expect(answered(await transport()(request(url)))).toMatchObject({ status: 200, body: { text: 'ok' } });
  });

  test('within a body is part of it', async () => {
    const text = `${CONTINUE}${CONTINUE}`;
    const url = await sends(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n`, CONTINUE, CONTINUE);
    expect(answered(await transport()(request(url))).body.text).toBe(text);
  });

  test('without end is no answer', async () => {
    const url = await sends(`HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(9000)}`);
    expect(failed(await transport()(request(url, { timeoutMs: 500 }))).reason).toMatch(/protocol|timeout|reset/u);
  });
});
