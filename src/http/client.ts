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
  /** Accept any certificate, for a staging host with a self-signed one. Callers should mention it in the report. */
  readonly allowInsecureTls?: boolean;
  /** PEM certificates to trust instead of those built into Node. */
  readonly ca?: string;
  /** A client certificate with its key. */
  readonly client?: ClientCertificate;
  /** The proxy for all requests. Default: none. */
  readonly proxy?: Proxy;
  /** Limit on a body, in bytes, on the wire and after decompression. Default: that of `bounds.ts`. */
  readonly maxBodyBytes?: number;
}

export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
  /** The passphrase of an encrypted key. */
  readonly passphrase?: string;
}

export interface HttpTransport {
  readonly send: Transport;
  /** Closes every connection. Requests under way end as `aborted`. */
  readonly close: () => Promise<void>;
}

/** HTTP/1.1 over sockets. The only module that uses undici. Follows no redirects, retries nothing, redacts nothing. */
export function createTransport(options: TransportOptions = {}): HttpTransport {
  const shared = createRoutes(options, 1);
  const single = createRoutes(options, 0);
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

/** The connection by which a request gets to its target. */
interface Route {
  readonly agent: Dispatcher;
  /** The proxy that gets the absolute URL as the request target (RFC 9112 section 3.2.2). */
  readonly proxy?: string;
  /** The proxy that is connected to, in absolute form or as a tunnel. */
  readonly via?: string;
}

/** Like curl: through a proxy, http requests use the absolute form, and https requests a tunnel. */
function createRoutes(options: TransportOptions, pipelining: 0 | 1) {
  const { proxy, allowInsecureTls = false, ca, client } = options;
  const tls = { rejectUnauthorized: !allowInsecureTls, ...defined({ ca }), ...client };
  const direct = createAgent(buildConnector(tls), pipelining);
  if (proxy === undefined) return { to: (): Route => ({ agent: direct }), destroy: () => direct.destroy() };
  const choose = createProxyChoice(proxy);
  const { http, https = http } = proxy;
  const toProxy = createAgent(withOwnServerName(buildConnector({})), pipelining);
  const tunnel =
    https === undefined
      ? direct
      : new ProxyAgent({
          ...NO_TIMEOUTS,
          pipelining,
          uri: https,
          requestTls: tls,
          ...defined({ token: proxyAuthorization(https) }),
        });
  return {
    to(url: string): Route {
      const chosen = choose(url);
      if (chosen === undefined) return { agent: direct };
      const isTunnel = /^https:/iu.test(url);
      return isTunnel ? { agent: tunnel, via: chosen } : { agent: toProxy, proxy: chosen, via: chosen };
    },
    destroy: () => Promise.all([direct.destroy(), toProxy.destroy(), tunnel.destroy()]),
  };
}

/** A connector that checks the certificate against the host it connects to, whatever the Host header says. */
function withOwnServerName(connect: buildConnector.connector): buildConnector.connector {
  return (given, callback) => connect({ ...given, servername: '' }, callback);
}

/** The library's own timeouts are off: they work in seconds, and the deadline of the request covers everything. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** With `pipelining: 0` each request gets its own connection. */
function createAgent(connect: buildConnector.connector, pipelining: 0 | 1): Dispatcher {
  return new Agent({
    ...NO_TIMEOUTS,
    pipelining,
    connect: (given, callback) =>
      connect(given, (...[error, socket]) =>
        error === null ? callback(null, withoutContinue(keepingHead(socket))) : callback(error, null),
      ),
  });
}

/**
 * Sends a request. Uses undici's low-level `dispatch`: the stream and the signal that its high-level functions create for each
 * answer cost more than everything else for a small one.
 */
function open(
  route: Route,
  request: WireRequest,
  defaults: WireRequest['headers'],
  signal: StopSignal,
): Promise<OpenAnswer> {
  const inbox = createInbox();
  return new Promise((resolve, reject) => {
    let stop: ((reason: Error) => void) | undefined;
    let hasBegun = false;
    signal.on('abort', () => stop?.(new Error('the exchange was stopped')));
    route.agent.dispatch(
      {
        ...addressed(request, defaults, route.proxy),
        method: request.method.toUpperCase() as Dispatcher.HttpMethod,
        body: request.body ?? null,
      },
      {
        onRequestStart(controller) {
          stop = (reason) => controller.abort(reason);
          if (signal.aborted) stop(new Error('the exchange was stopped'));
        },
        onResponseStart(controller, status, headers) {
          // Interim responses (1xx) come before the answer.
          if (status < 200) return;
          if (status === 407 && route.proxy !== undefined) return controller.abort(refusedByProxy());
          const source = sourceOf(status, inbox, () => controller.abort(new Error('the body was given up')));
          resolve({ status, headers: joinHeaders(headers), source });
          hasBegun = true;
        },
        onResponseData: (_, chunk) => inbox.add(chunk),
        onResponseEnd: () => inbox.end({ done: true }),
        onResponseError(_, error) {
          inbox.end({ error });
          reject(hasBegun ? error : headTrouble(route.via === undefined ? error : ofProxy(error, route.via)));
        },
      },
    );
  });
}

/** 204 and 304 have no body, so they have no source: the library reports an announced length as an error. */
function sourceOf(status: number, { read }: Pick<ChunkSource, 'read'>, cancel: () => void): ChunkSource | undefined {
  return status === 204 || status === 304 ? undefined : { read, cancel };
}

/** Origin, path and headers of a request to its target, or of one with an absolute URL to a proxy. */
function addressed({ url, headers }: WireRequest, defaults: WireRequest['headers'], proxy: string | undefined) {
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

/** Splits without `URL`, which normalizes dot segments and escapes: a request must be sent exactly as the check made it. */
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

/** A queue of the chunks of a body, for one reader. */
function createInbox() {
  const chunks: Uint8Array[] = [];
  let ending: Ending | undefined;
  let wake: () => void = () => undefined;
  return {
    add(chunk: Uint8Array): void {
      chunks.push(chunk);
      wake();
    },
    end(how: Ending): void {
      ending ??= how;
      wake();
    },
    async read(): ReturnType<ChunkSource['read']> {
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
