import { resolve as resolvePath } from 'node:path';
import { connectionOf } from '../config/connection.ts';
import { proxyRemark } from '../config/proxy.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { createTransport, type HttpTransport } from '../http/client.ts';
import type { Transport } from '../http/exchange.ts';
import { retrying } from '../http/retry.ts';
import { type Io, say } from './io.ts';
import { type Pinged, waitForAnswer } from './look/presence.ts';
import type { CONNECTION, FlagsOf, OnceFlags } from './options.ts';

export type ConnectionFlags = FlagsOf<typeof CONNECTION>;

/** A transport to the target; says so where it trusts anyone, and where a proxy stands in between. A flag goes before a target file. */
export function openTransport(flags: ConnectionFlags, io: Io, inFile: TlsFiles = {}): HttpTransport {
  const given = Object.entries({ ca: flags.ca, cert: flags.cert, key: flags.key }).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, resolvePath(io.cwd, file)]],
  );
  const connection = connectionOf({ ...inFile, ...Object.fromEntries(given) }, io.env);
  if (flags.insecure === true) say(io.stderr, 'TLS certificates are not checked (--insecure).');
  if (connection.proxy !== undefined) say(io.stderr, proxyRemark(connection.proxy));
  return createTransport({ ...connection, allowInsecureTls: flags.insecure === true });
}

/** Does some work over a transport to the target, and closes it. */
export async function withTransport<T>(
  work: (send: Transport) => Promise<T>,
  ...[flags, io, inFile]: Parameters<typeof openTransport>
): Promise<T> {
  const transport = openTransport(flags, io, inFile);
  try {
    return await work(transport.send);
  } finally {
    await transport.close();
  }
}

/** The transport that the flags ask for. */
export function withRetries(send: Transport, { retries = 0 }: Pick<OnceFlags, 'retries'>): Transport {
  return retries === 0 ? send : retrying(send, retries);
}

/** Waits for the service. Where it does not come the run goes on all the same: it tells what is wrong, and writes its report. */
export async function waitForTarget(
  { wait }: Pick<OnceFlags, 'wait'>,
  { io, ...service }: Pinged & Readonly<{ io: Io; signal: AbortSignal | undefined }>,
): Promise<void> {
  if (wait === undefined) return;
  const heard = await waitForAnswer({ ...service, waitMs: wait });
  if (heard !== undefined && service.signal?.aborted !== true)
    say(io.stderr, `Nothing was ready within ${wait / 1000} s (--wait): ${heard}.`);
}
