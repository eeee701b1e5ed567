import type { Socket } from 'node:net';

const CONTINUE = /^HTTP\/1\.[01] 100[ \r]/u;
const END = '\r\n\r\n';
/** An interim response may arrive in pieces, so beginnings have to be recognized. */
const BEGINNINGS = ['HTTP/1.1 100 ', 'HTTP/1.0 100 '] as const;
const BEGINNING = BEGINNINGS[0].length;

/**
 * Makes the socket drop `100 Continue` (RFC 9110 section 15.2.1). A server may send it unasked and a client has to ignore it,
 * but undici reports an error. Only the first bytes after a request are examined, never a body.
 */
export function withoutContinue<S extends Socket>(socket: S): S {
  const state = { awaits: false, begun: Buffer.alloc(0) };
  const [write, read] = [socket.write.bind(socket), socket.read.bind(socket)];
  socket.write = ((...given: Parameters<Socket['write']>) => {
    state.awaits = true;
    return write(...given);
  }) as Socket['write'];
  socket.read = (size?: number): unknown => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || !state.awaits) return chunk;
      const rest = afterContinue(Buffer.concat([state.begun, chunk]));
      state.begun = rest === undefined ? Buffer.concat([state.begun, chunk]) : Buffer.alloc(0);
      if (rest === undefined || rest.length === 0) continue;
      state.awaits = false;
      return rest;
    }
  };
  return socket;
}

/** The bytes after all interim responses; undefined if one of them is not complete yet. */
function afterContinue(bytes: Buffer): Buffer | undefined {
  const head = bytes.subarray(0, LONGEST).toString('latin1');
  if (head.length < BEGINNING && BEGINNINGS.some((begun) => begun.startsWith(head))) return undefined;
  if (!CONTINUE.test(head)) return bytes;
  const end = head.indexOf(END);
  if (end < 0) return head.length < LONGEST ? undefined : bytes;
  return afterContinue(bytes.subarray(end + END.length));
}

/** The maximum length of an interim response: a line and a few headers. */
const LONGEST = 4096;
