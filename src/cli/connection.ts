import { resolve as resolvePath } from 'node:path';
import { connectionOf } from '../config/connection.ts';
import { proxyRemark } from '../config/proxy.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { createTransport, type HttpTransport } from '../http/client.ts';
import type { Transport } from '../http/exchange.ts';
import { type Io, say } from './io.ts';
import { type Pinged, waitForAnswer } from './look/presence.ts';
import type { CONNECTION, FlagsOf, OnceFlags } from './options.ts';

export type ConnectionFlags = FlagsOf<typeof CONNECTION>;

/** Opens a transport to the target. Notes that it checks no certificates or uses a proxy. Flags override the file. */
export function openTransport(flags: ConnectionFlags, io: Io, inFile: TlsFiles = {}): HttpTransport {
  const fromFlags = Object.entries({ ca: flags.ca, cert: flags.cert, key: flags.key }).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, resolvePath(io.cwd, file)]],
  );
  const connection = connectionOf({ ...inFile, ...Object.fromEntries(fromFlags) }, io.env);
  if (flags.insecure === true) say(io.stderr, 'TLS certificates are not checked (--insecure).');
  if (connection.proxy !== undefined) say(io.stderr, proxyRemark(connection.proxy));
  return createTransport({ ...connection, allowInsecureTls: flags.insecure === true });
}

/** Opens a transport to the target, calls `work` with it, and closes it. */
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

/** Waits for the service. If it does not answer in time, the run starts all the same: its report says what is wrong. */
export async function waitForTarget(
  { wait }: Pick<OnceFlags, 'wait'>,
  { io, ...service }: Pinged & Readonly<{ io: Io; signal: AbortSignal | undefined }>,
): Promise<void> {
  if (wait === undefined) return;
  const failure = await waitForAnswer({ ...service, waitMs: wait });
  if (failure !== undefined && service.signal?.aborted !== true)
    say(io.stderr, `Nothing was ready within ${wait / 1000} s (--wait): ${failure}.`);
}
