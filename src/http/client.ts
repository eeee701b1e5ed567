import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { packageVersion } from '../contract/package-root.ts';
import { type ChunkSource, DEFAULT_MAX_BODY_BYTES } from './body.ts';
import type { StopSignal } from './deadline.ts';
import type { Transport, WireRequest } from './exchange.ts';
import { Trouble } from './failure.ts';
import { type OpenAnswer, settle } from './settle.ts';

export interface TransportOptions {
  /** Accept any certificate. For a staging host with a home-made one; whoever sets it should say so in the report. */
  readonly allowInsecureTls?: boolean;
  /** PEM certificates to trust instead of those built into Node. */
  readonly ca?: string;
  /** Limit on a body, in bytes, on the wire and after decompression. Default 10 MiB. */
  readonly maxBodyBytes?: number;
  /** Connections per origin at most. Without it the number of requests under way decides. */
  readonly connections?: number;
}

export interface HttpTransport {
  readonly send: Transport;
  /** Closes every connection; what is still under way ends as `aborted`. */
  readonly close: () => Promise<void>;
}

/** HTTP/1.1 over sockets: the only door to undici. Follows no redirect, retries nothing, hides nothing. */
export function createTransport(options: TransportOptions = {}): HttpTransport {
  const agent = createAgent(options);
  const defaults = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': `conform/${packageVersion()}` };
  const maxBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  return {
    send: (request, signal) => settle(request, signal, maxBytes, (wire, stop) => open(agent, wire, defaults, stop)),
    close: () => agent.destroy(),
  };
}

/** The library's own time limits are off: they tick in seconds, and the deadline of the request covers everything. */
function createAgent({ allowInsecureTls = false, ca, connections }: TransportOptions): Agent {
  return new Agent({
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { rejectUnauthorized: !allowInsecureTls, ...(ca === undefined ? {} : { ca }) },
    ...(connections === undefined ? {} : { connections }),
  });
}

async function open(
  agent: Agent,
  request: WireRequest,
  defaults: WireRequest['headers'],
  signal: StopSignal,
): Promise<OpenAnswer> {
  const answer = await agent.request({
    ...splitUrl(request.url),
    method: request.method.toUpperCase(),
    headers: withDefaults(request.headers, defaults),
    body: request.body ?? null,
    signal,
  });
  return { status: answer.statusCode, headers: joinHeaders(answer.headers), source: sourceOf(answer) };
}

/** By hand: URL would tidy up dot segments and escapes, and what is sent must be what the check asked for. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const match = /^(https?:\/\/[^/?#]+)([^#]*)/iu.exec(url);
  const [, origin, rest] = match ?? [];
  if (origin === undefined || !URL.canParse(origin))
    throw new Trouble('protocol', 'the request could not be formed: its URL is not an absolute http or https one');
  return { origin, path: rest?.startsWith('/') === true ? rest : `/${rest ?? ''}` };
}

function withDefaults(headers: WireRequest['headers'], defaults: WireRequest['headers']): Record<string, string> {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const merged: Record<string, string> = { ...headers };
  for (const name of Object.keys(defaults)) if (!given.has(name)) merged[name] = defaults[name] ?? '';
  return merged;
}

function joinHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/**
 * 204 and 304 end with their headers, so an announced length is never met and the library calls that an error. The
 * announcement itself stays visible in the headers.
 */
function sourceOf({ statusCode, body }: Dispatcher.ResponseData): ChunkSource | undefined {
  // Without a listener a stream that breaks while nobody reads it would bring the process down.
  body.on('error', () => undefined);
  if (statusCode === 204 || statusCode === 304) {
    body.resume();
    return undefined;
  }
  return chunksOf(body);
}

/** By hand: the iterator of a stream costs more than all else of a small answer. */
function chunksOf(body: Readable): ChunkSource {
  let wake: () => void = () => undefined;
  let end: { readonly error?: unknown } | undefined;
  const ended = (how: { readonly error?: unknown }): void => {
    end ??= how;
    wake();
  };
  body.on('readable', () => wake());
  body.on('end', () => ended({}));
  body.on('error', (error) => ended({ error }));
  body.on('close', () => ended({ error: new Error('the body was given up') }));
  return {
    async read() {
      for (;;) {
        const value = body.read() as Uint8Array | null;
        if (value !== null) return { value };
        if (end !== undefined && 'error' in end) throw end.error;
        if (end !== undefined) return { done: true };
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    cancel: () => void body.destroy(),
  };
}
