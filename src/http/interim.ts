import type { Socket } from 'node:net';

const CONTINUE = /^HTTP\/1\.[01] 100[ \r]/u;
const END = '\r\n\r\n';
/** What comes in pieces may end in the midst of it. */
const BEGINNINGS = ['HTTP/1.1 100 ', 'HTTP/1.0 100 '] as const;
const BEGINNING = BEGINNINGS[0].length;

/**
 * The socket without the interim answer `100 Continue` (RFC 9110 section 15.2.1), which a server may send unasked and a
 * client has to pass over: undici takes it for an error. Only what follows a request is looked at, never a body.
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

/** What stands behind all interim answers; undefined where one of them is not whole yet. */
function afterContinue(bytes: Buffer): Buffer | undefined {
  const head = bytes.subarray(0, LONGEST).toString('latin1');
  if (head.length < BEGINNING && BEGINNINGS.some((begun) => begun.startsWith(head))) return undefined;
  if (!CONTINUE.test(head)) return bytes;
  const end = head.indexOf(END);
  if (end < 0) return head.length < LONGEST ? undefined : bytes;
  return afterContinue(bytes.subarray(end + END.length));
}

/** An interim answer is a line and a few headers. */
const LONGEST = 4096;
