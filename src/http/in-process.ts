import { BOUNDS } from '../bounds.ts';
import type { ChunkSource } from './body.ts';
import type { Transport, WireRequest } from './exchange.ts';
import { Trouble } from './failure.ts';
import { type OpenAnswer, sendWithin } from './send.ts';

/** A service within this process, as a fetch function. */
export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** A transport without sockets. It gives the same outcomes as the network, within the same bounds. */
export function fetchTransport(fetch: FetchHandler): Transport {
  return (request, signal) => sendWithin(request, signal, BOUNDS.bodyBytes, (wire) => open(fetch, wire));
}

async function open(fetch: FetchHandler, wire: WireRequest): Promise<OpenAnswer> {
  const response = await fetch(requestOf(wire));
  // Callers in JavaScript have no type check.
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

/** The Request has no signal: that would double the cost of a request, and the deadline works without it. */
function requestOf({ url, method, headers, body }: WireRequest): Request {
  try {
    return new Request(url, { method: method.toUpperCase(), headers, body: body ?? null });
  } catch {
    // The original message is not quoted: it may contain the value of a header.
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
