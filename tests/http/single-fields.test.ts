import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { repeatedField } from '../../src/http/single-fields.ts';
import { answered, failed, rawServer, request, transport } from './servers.ts';

const DATE = 'Wed, 25 Nov 2026 14:10:52 GMT';
const LATER = 'Wed, 25 Nov 2026 14:15:52 GMT';

test.each<readonly [string, string, readonly string[] | undefined]>([
  ['content-type', 'application/json, application/json', ['application/json', 'application/json']],
  ['content-type', 'application/json; a="b, c"', undefined],
  ['content-type', 'application/json; a="b, c", text/html', ['application/json; a="b, c"', 'text/html']],
  ['date', DATE, undefined],
  ['date', `${DATE}, ${LATER}`, [DATE, LATER]],
  ['retry-after', DATE, undefined],
  ['retry-after', '5, 5', ['5', '5']],
  ['age', '1, 2', ['1', '2']],
  ['expires', '0, 0', ['0', '0']],
  ['etag', '"a,b"', undefined],
  ['etag', 'W/"a", "b"', ['W/"a"', '"b"']],
  ['location', '/a,b', undefined],
  ['location', '/a, /b', ['/a', '/b']],
  ['cache-control', 'no-cache, no-store', undefined],
  ['set-cookie', 'a=1, b=2', undefined],
])('%s: %s', (name, value, values) => {
  const headers = { [name]: value };
  expect(repeatedField({ headers } as never)).toEqual(values === undefined ? undefined : { name, values });
});

/** A service that writes these lines between its status and its body. */
async function writing(...lines: readonly string[]): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end(['HTTP/1.1 200 OK', ...lines, 'Connection: close', '', '{}'].join('\r\n')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

test('two lines come as two values', async () => {
  const url = await writing('Content-Length: 2', `Date: ${DATE}`, `Date: ${LATER}`);
  expect(repeatedField(answered(await transport()(request(url))))).toEqual({ name: 'date', values: [DATE, LATER] });
});

test.each([
  [['Content-Length: 2', 'Content-Length: 3'], 'Content-Length has several values, 2, 3: '],
  [['Content-Length: 2', 'Content-Length: 2'], 'Content-Length has several values, 2, 2: '],
  [['Content-Length: 2, 3'], 'Content-Length has several values, 2, 3: '],
  [['Content-Length: 2', 'Transfer-Encoding: chunked'], 'Content-Length stands beside Transfer-Encoding: '],
  [['Transfer-Encoding: chunked', 'Content-Length: 2'], 'Content-Length stands beside Transfer-Encoding: '],
  [['Content-Length: many'], 'Content-Length is no number '],
  [['Content-Length: -1'], 'Content-Length is no number '],
  [['Content-Length: 2', 'a header'], 'one of its headers is none '],
])('what is wrong with a head is named: %j', async (lines, says) => {
  expect(failed(await transport()(request(await writing(...lines))))).toMatchObject({
    reason: 'protocol',
    status: 200,
    message: expect.stringContaining(`the answer is not HTTP: ${says}`),
  });
});

test('a head that breaks off is no head that is wrong', async () => {
  const url = await rawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconten'));
  const failure = failed(await transport()(request(url)));
  expect(failure).toMatchObject({ reason: 'reset' });
  expect(failure.status).toBeUndefined();
});

test('what a body says is no header', async () => {
  const url = await rawServer(
    (socket) => void socket.end('HTTP/1.1 200 OK\r\na header\r\n\r\ncontent-length: 2\r\ncontent-length: 3\r\n'),
  );
  expect(failed(await transport()(request(url))).message).toContain('one of its headers is none');
});

test('the status is that of the answer, and not of what came before it', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n';
  const late = 'HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}';
  const url = await rawServer((socket) => void socket.end(`${early}${late}`));
  expect(failed(await transport()(request(url)))).toMatchObject({ reason: 'protocol', status: 404 });
});
