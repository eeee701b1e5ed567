import { mapMembers } from '../defined.ts';
import { bodyOf, type ChunkSource, collect, decompress } from './body.ts';
import { type Deadline, type StopSignal, startDeadline } from './deadline.ts';
import type { Body, Outcome, WireRequest } from './exchange.ts';
import { CutBody, type Explanation, explain, Trouble } from './failure.ts';

/** An answer with its headers, and the source of its body; no source if it can have no body. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly source: ChunkSource | undefined;
}

/** Sends a request and resolves when the headers have arrived. May throw or reject with anything. */
export type Open = (request: WireRequest, signal: StopSignal) => Promise<OpenAnswer>;

/** Sends a request and reads its outcome; shared by all transports. Never throws. */
export async function sendWithin(
  request: WireRequest,
  outer: AbortSignal | undefined,
  maxBytes: number,
  open: Open,
): Promise<Outcome> {
  const startedAt = performance.now();
  const deadline = startDeadline(request.timeoutMs, outer);
  let beganWith: number | undefined;
  try {
    if (deadline.signal.aborted) throw new Error('stopped before it began');
    const { status, headers, source } = await deadline.race(open(withByteHeaders(request), deadline.signal));
    beganWith = status;
    const body = source === undefined ? EMPTY : await readBody(source, headers, deadline, maxBytes);
    return { kind: 'response', status, headers, body, durationMs: performance.now() - startedAt };
  } catch (error) {
    const { reason, message } = failureOf(error, request, deadline);
    if (error instanceof Trouble) beganWith ??= error.status;
    const status = beganWith === undefined || !ANSWER_FAULTS.includes(reason) ? {} : { status: beganWith };
    return { kind: 'failure', reason, message, ...status, durationMs: performance.now() - startedAt };
  } finally {
    deadline.clear();
  }
}

/**
 * Headers consist of bytes (RFC 9110 section 5.5). A value outside Latin-1 is sent as UTF-8, as cURL does. A service may hand
 * out such a key, for example one cut with an ellipsis; then the service itself gets to refuse it.
 */
function withByteHeaders(request: WireRequest): WireRequest {
  const { headers } = request;
  if (Object.values(headers).every((value) => LATIN_1.test(value))) return request;
  const encode = (value: string) => (LATIN_1.test(value) ? value : Buffer.from(value, 'utf8').toString('latin1'));
  return { ...request, headers: mapMembers(headers, encode) };
}

const LATIN_1 = /^[\u0000-\u00ff]*$/u;

/** Reasons that are the fault of the answer, so its status is kept. */
const ANSWER_FAULTS: readonly Explanation['reason'][] = ['reset', 'protocol'];

const EMPTY: Body = bodyOf(new Uint8Array());

async function readBody(
  source: ChunkSource,
  headers: OpenAnswer['headers'],
  deadline: Deadline,
  maxBytes: number,
): Promise<Body> {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > maxBytes) {
    source.cancel();
    throw new Trouble('too-large', `the body of ${announced} bytes is over the limit of ${maxBytes} bytes`);
  }
  const bytes = await collect(source, deadline, maxBytes);
  return bodyOf(decompress(bytes, headers['content-encoding'], maxBytes));
}

function failureOf(error: unknown, request: WireRequest, deadline: Deadline) {
  const cut = error instanceof CutBody ? error : undefined;
  const cause = cut === undefined ? error : cut.cause;
  const { reason, what, code, remedy } = explainEnd(cause, request, deadline);
  const after = cut === undefined ? '' : `, after ${cut.received} bytes of the body`;
  const message = `${placeOf(request.url)}: ${what}${after}${code === undefined ? '' : ` (${code})`}${remedy === undefined ? '' : `; ${remedy}`}.`;
  return { reason, message };
}

/** After the deadline, errors of the client only mean that it was stopped. Trouble with the answer itself takes precedence. */
function explainEnd(cause: unknown, request: WireRequest, deadline: Deadline): Explanation {
  const explanation = explain(cause);
  const ended = deadline.ended();
  if (ended === undefined || explanation.reason === 'too-large' || explanation.reason === 'protocol')
    return explanation;
  if (ended === 'aborted') return { reason: 'aborted', what: 'the run was stopped' };
  return { reason: 'timeout', what: `no whole answer within ${request.timeoutMs} ms`, code: 'deadline' };
}

/** Host and port only, as the rest of a URL may hold secrets. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an unknown host';
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}
