import { BOUNDS } from '../bounds.ts';
import type { ChunkSource } from './body.ts';
import type { Transport, WireRequest } from './exchange.ts';
import { Trouble } from './failure.ts';
import { type OpenAnswer, sendWithin } from './send.ts';

/** A service within this process, in the form that most servers of today offer. */
export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** A transport without sockets, for tests and the demo. Same outcomes as over the wire, within the same bounds. */
export function fetchTransport(fetch: FetchHandler): Transport {
  return (request, signal) => sendWithin(request, signal, BOUNDS.bodyBytes, (wire) => open(fetch, wire));
}

async function open(fetch: FetchHandler, wire: WireRequest): Promise<OpenAnswer> {
  const response = await fetch(requestOf(wire));
  // Types are no help to a program in JavaScript.
  if (typeof (response as Partial<Response> | undefined)?.status !== 'number')
    throw new Trouble('protocol', 'the function fetch did not return a Response');
  if (response.status === 0) throw new Trouble('protocol', 'the service answered with a network error');
  return { status: response.status, headers: joinHeaders(response.headers), source: sourceOf(response.body) };
}

function sourceOf(body: Response['body']): ChunkSource | undefined {
  const reader = body?.getReader();
  if (reader === undefined) return undefined;
  return { read: () => reader.read(), cancel: () => void reader.cancel().catch(() => undefined) };
}

/** No signal goes along: it would double the price of a request, and the deadline holds without it. */
function requestOf({ url, method, headers, body }: WireRequest): Request {
  try {
    return new Request(url, { method: method.toUpperCase(), headers, body: body ?? null });
  } catch {
    // Not quoted: the message would hold the header value that is at fault.
    throw new Trouble(
      'protocol',
      'the request could not be formed: its URL, method or a header is not valid, or a GET has a body',
    );
  }
}

function joinHeaders(headers: Headers): Record<string, string> {
  const joined = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  return cookies.length > 1 ? { ...joined, 'set-cookie': cookies.join(', ') } : joined;
}
