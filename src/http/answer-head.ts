import type { Socket } from 'node:net';
import { codeOf, Trouble } from './failure.ts';

/** The head of an answer is kept up to this length, which is more than its headers may have. */
const LONGEST = 16_384;

/** Interim responses, status 1xx (RFC 9110 section 15.2). */
const INTERIM = /^(?:HTTP\/1\.[01] 1\d\d[^]*?\r\n\r\n)+/u;

/** Makes the socket keep the head of each answer. An error that destroys the socket gets the head so far as its `cause`. */
export function keepingHead<S extends Socket>(socket: S): S {
  let head = '';
  const [write, read, destroy] = [socket.write.bind(socket), socket.read.bind(socket), socket.destroy.bind(socket)];
  socket.write = ((...given: Parameters<Socket['write']>) => {
    head = '';
    return write(...given);
  }) as Socket['write'];
  socket.read = (size?: number): unknown => {
    const chunk = read(size) as Buffer | null;
    if (chunk !== null && head.length < LONGEST && !head.includes('\r\n\r\n'))
      head = `${head}${chunk.toString('latin1', 0, LONGEST)}`.replace(INTERIM, '');
    return chunk;
  };
  socket.destroy = (error) => {
    if (error !== undefined) error.cause ??= head;
    return destroy(error);
  };
  return socket;
}

/** Names the fault in the head that made undici give up, as its codes do not distinguish the reasons; else the error itself. */
export function headTrouble(error: Error): Error {
  const head = typeof error.cause === 'string' ? error.cause : '';
  const [, status, fields, end] = /^HTTP\/1\.[01] ([2-5]\d\d)\b.*\r\n([^]*?)(\r\n\r\n|$)/u.exec(head) ?? [];
  if (fields === undefined || !UNREADABLE.includes(codeOf(error) ?? '')) return error;
  const fault = wrongLength(fields) ?? (end === '' ? undefined : 'one of its headers is none (RFC 9112 section 5)');
  return fault === undefined ? error : new Trouble('protocol', `the answer is not HTTP: ${fault}`, Number(status));
}

const UNREADABLE: readonly string[] = ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HTTPParserError'];

function wrongLength(fields: string): string | undefined {
  const lengths = [...fields.matchAll(/^content-length:(.*)$/gimu)]
    .flatMap(([, value = '']) => value.split(','))
    .map((value) => value.trim());
  if (lengths.some((length) => !/^\d+$/u.test(length))) return 'Content-Length is no number (RFC 9110 section 8.6)';
  if (lengths.length > 1)
    return `Content-Length has several values, ${lengths.join(', ')}: where the body ends is open (RFC 9110 section 8.6, RFC 9112 section 6.3)`;
  if (lengths.length > 0 && /^transfer-encoding:/imu.test(fields))
    return 'Content-Length stands beside Transfer-Encoding: where the body ends is open (RFC 9112 section 6.2)';
  return undefined;
}
