import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { connectionOf } from '../config/connection.ts';
import { proxyRemark } from '../config/proxy.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { defined } from '../defined.ts';
import { createTransport, type HttpTransport } from '../http/client.ts';
import type { Transport } from '../http/exchange.ts';
import { type Io, say } from './io.ts';
import { OPTIONS } from './options.ts';

/** How to reach a target. */
export interface ConnectionFlags {
  readonly insecure?: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** How fast to go. */
export interface PaceFlags {
  readonly timeout?: number;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly maxWait?: number;
  readonly maxTime?: number;
}

export function addConnection(command: Command): Command {
  return command
    .optionsGroup('Target:')
    .option('--base-url <url>', 'address of the service; credentials come from the environment or from a target file')
    .option('--target <file>', 'a target file, which describes the service (conform serve prints one)')
    .addOption(OPTIONS.header())
    .option('--insecure', 'accept any TLS certificate')
    .option('--ca <file>', 'PEM certificates to trust')
    .option('--cert <file>', 'a PEM certificate to show to a service that asks for one, with --key')
    .option('--key <file>', 'its private key; a passphrase comes from CONFORM_KEY_PASSPHRASE');
}

export function addPace(command: Command): Command {
  return command
    .optionsGroup('Pace:')
    .addOption(OPTIONS.concurrency())
    .addOption(OPTIONS.rate())
    .addOption(OPTIONS.maxWait())
    .addOption(OPTIONS.maxTime())
    .addOption(OPTIONS.timeout());
}

/** The flags of a pace as a run takes them. */
export function paceOf({ timeout, concurrency, rate, maxWait, maxTime }: PaceFlags) {
  const milliseconds = (seconds: number | undefined) => seconds && seconds * 1000;
  return defined({
    timeoutMs: milliseconds(timeout),
    concurrency,
    ratePerSecond: rate,
    maxWaitMs: milliseconds(maxWait),
    maxTimeMs: milliseconds(maxTime),
  });
}

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
