import type { IncomingHttpHeaders } from 'node:http';
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from 'undici';
import { BOUNDS } from '../bounds.ts';
import { defined } from '../defined.ts';
import { packageVersion } from '../package.ts';
import { headTrouble, keepingHead } from './answer-head.ts';
import type { ChunkSource } from './body.ts';
import type { StopSignal } from './deadline.ts';
import type { Transport, WireRequest } from './exchange.ts';
import { ofProxy, refusedByProxy, Trouble } from './failure.ts';
import { withoutContinue } from './interim.ts';
import { createProxyChoice, type Proxy, proxyAuthorization } from './proxy.ts';
import { type OpenAnswer, sendWithin } from './send.ts';

export interface TransportOptions {
  /** Accept any certificate. For a staging host with a home-made one; whoever sets it should say so in the report. */
  readonly allowInsecureTls?: boolean;
  /** PEM certificates to trust instead of those built into Node. */
  readonly ca?: string;
  /** A PEM certificate that the target knows its caller by, with its key. */
  readonly client?: ClientCertificate;
  /** Where requests go through; without it straight to the target. */
  readonly proxy?: Proxy;
  /** Limit on a body, in bytes, on the wire and after decompression. Default: that of `bounds.ts`. */
  readonly maxBodyBytes?: number;
  /** Connections per origin at most. Without it the number of requests under way decides. */
  readonly connections?: number;
}

export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
  /** Of an encrypted key. */
  readonly passphrase?: string;
}

export interface HttpTransport {
  readonly send: Transport;
  /** Closes every connection; what is still under way ends as `aborted`. */
  readonly close: () => Promise<void>;
}

/** HTTP/1.1 over sockets: the only door to undici. Follows no redirect, retries nothing, hides nothing. */
export function createTransport(options: TransportOptions = {}): HttpTransport {
  const shared = createWays(options, 1);
  const single = createWays(options, 0);
  const defaults = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': `conform/${packageVersion()}` };
  const maxBytes = options.maxBodyBytes ?? BOUNDS.bodyBytes;
  return {
    send: (request, signal) =>
      sendWithin(request, signal, maxBytes, (wire, stop) =>
        open((wire.alone === true ? single : shared).to(wire.url), wire, defaults, stop),
      ),
    close: async () => void (await Promise.all([shared.destroy(), single.destroy()])),
  };
}

/** How a request gets to its target. */
interface Way {
  readonly agent: Dispatcher;
  /** The proxy that takes the whole URL in the place of a path (RFC 9112 section 3.2.2). */
  readonly proxy?: string;
  /** The proxy to which the connection is made, whichever form it takes. */
  readonly via?: string;
}

interface Ways {
  readonly to: (url: string) => Way;
  readonly destroy: () => Promise<unknown>;
}

/** As curl does it: through a proxy plain http goes in the absolute form, and https in a tunnel. */
function createWays(options: TransportOptions, pipelining: 0 | 1): Ways {
  const { proxy, allowInsecureTls = false, ca, client } = options;
  const tls = { rejectUnauthorized: !allowInsecureTls, ...defined({ ca }), ...client };
  const straight = createAgent(buildConnector(tls), options, pipelining);
  if (proxy === undefined) return { to: () => ({ agent: straight }), destroy: () => straight.destroy() };
  const choose = createProxyChoice(proxy);
  const { http, https = http } = proxy;
  const toProxy = createAgent(ownName(buildConnector({})), options, pipelining);
  const tunnel =
    https === undefined
      ? straight
      : new ProxyAgent({
          ...settingsOf(options, pipelining),
          uri: https,
          requestTls: tls,
          ...defined({ token: proxyAuthorization(https) }),
        });
  return {
    to(url) {
      const chosen = choose(url);
      if (chosen === undefined) return { agent: straight };
      const isTunnel = /^https:/iu.test(url);
      return isTunnel ? { agent: tunnel, via: chosen } : { agent: toProxy, proxy: chosen, via: chosen };
    },
    destroy: () => Promise.all([straight.destroy(), toProxy.destroy(), tunnel.destroy()]),
  };
}

/** A connector that takes the certificate of the host it connects to, whatever the Host header of a request says. */
function ownName(connect: buildConnector.connector): buildConnector.connector {
  return (given, callback) => connect({ ...given, servername: '' }, callback);
}

/**
 * The library's own time limits are off: they tick in seconds, and the deadline of the request covers everything. With a
 * `pipelining` of 0 each request has a connection of its own.
 */
function settingsOf({ connections }: TransportOptions, pipelining: 0 | 1): Agent.Options {
  return { pipelining, headersTimeout: 0, bodyTimeout: 0, ...defined({ connections }) };
}

function createAgent(connect: buildConnector.connector, options: TransportOptions, pipelining: 0 | 1): Dispatcher {
  return new Agent({
    ...settingsOf(options, pipelining),
    connect: (given, callback) =>
      connect(given, (...[error, socket]) =>
        error === null ? callback(null, withoutContinue(keepingHead(socket))) : callback(error, null),
      ),
  });
}

/**
 * By the library's lowest door: the stream and the signal that its comfortable one makes for each answer cost more than
 * all else of a small one.
 */
function open(
  way: Way,
  request: WireRequest,
  defaults: WireRequest['headers'],
  signal: StopSignal,
): Promise<OpenAnswer> {
  const inbox = createInbox();
  return new Promise((resolve, reject) => {
    let stop: ((reason: Error) => void) | undefined;
    let hasBegun = false;
    signal.on('abort', () => stop?.(new Error('the exchange was stopped')));
    way.agent.dispatch(
      {
        ...addressed(request, defaults, way.proxy),
        method: request.method.toUpperCase() as Dispatcher.HttpMethod,
        body: request.body ?? null,
      },
      {
        onRequestStart(controller) {
          stop = (reason) => controller.abort(reason);
          if (signal.aborted) stop(new Error('the exchange was stopped'));
        },
        onResponseStart(controller, status, headers) {
          // Those of the hundreds come before the answer.
          if (status < 200) return;
          if (status === 407 && way.proxy !== undefined) return controller.abort(refusedByProxy());
          const source = sourceOf(status, inbox, () => controller.abort(new Error('the body was given up')));
          resolve({ status, headers: joinHeaders(headers), source });
          hasBegun = true;
        },
        onResponseData: (_, chunk) => inbox.add(chunk),
        onResponseEnd: () => inbox.end({ done: true }),
        onResponseError(_, error) {
          inbox.end({ error });
          reject(hasBegun ? error : headTrouble(way.via === undefined ? error : ofProxy(error, way.via)));
        },
      },
    );
  });
}

/** 204 and 304 end with their headers: an announced length is never met, and the library calls that an error. */
function sourceOf(status: number, { read }: Inbox, cancel: () => void): ChunkSource | undefined {
  return status === 204 || status === 304 ? undefined : { read, cancel };
}

/** Where a request goes, and its headers: to its target, or with the whole URL to a proxy. */
function addressed(
  { url, headers }: WireRequest,
  defaults: WireRequest['headers'],
  proxy: string | undefined,
): Pick<Dispatcher.DispatchOptions, 'path'> & { readonly origin: string; readonly headers: Record<string, string> } {
  const { origin, path } = splitUrl(url);
  if (proxy === undefined) return { origin, path, headers: withDefaults(headers, defaults) };
  const host = origin.replace(/^.*\//u, '');
  const own = defined({ host, 'proxy-authorization': proxyAuthorization(proxy) });
  return {
    origin: new URL(proxy).origin,
    path: origin + path,
    headers: withDefaults(headers, { ...defaults, ...own }),
  };
}

/** By hand: URL would tidy up dot segments and escapes, and what is sent must be what the check asked for. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const [, origin, rest = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/iu.exec(url) ?? [];
  if (origin === undefined)
    throw new Trouble('protocol', 'the request could not be formed: its URL is not an absolute http or https one');
  return { origin, path: rest.startsWith('/') ? rest : `/${rest}` };
}

function withDefaults(headers: WireRequest['headers'], defaults: WireRequest['headers']): Record<string, string> {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const merged: Record<string, string> = { ...headers };
  for (const name of Object.keys(defaults)) if (!given.has(name)) merged[name] = defaults[name] ?? '';
  return merged;
}

function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    joined[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return joined;
}

type Ending = { readonly done: true } | { readonly error: unknown };

interface Inbox extends Pick<ChunkSource, 'read'> {
  readonly add: (chunk: Uint8Array) => void;
  readonly end: (how: Ending) => void;
}

/** Chunks as they come, for one reader. */
function createInbox(): Inbox {
  const chunks: Uint8Array[] = [];
  let ending: Ending | undefined;
  let wake: () => void = () => undefined;
  return {
    add(chunk) {
      chunks.push(chunk);
      wake();
    },
    end(how) {
      ending ??= how;
      wake();
    },
    async read() {
      for (;;) {
        const value = chunks.shift();
        if (value !== undefined) return { value };
        if (ending !== undefined && 'error' in ending) throw ending.error;
        if (ending !== undefined) return ending;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
