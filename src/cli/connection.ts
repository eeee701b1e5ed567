import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { connectionOf } from '../config/connection.ts';
import { proxyRemark } from '../config/proxy.ts';
import type { TlsFiles } from '../config/target-file.ts';
import { createTransport, type HttpTransport } from '../http/client.ts';
import { visible } from '../report/escape.ts';
import type { Io } from './io.ts';
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
    .option('--base-url <url>', 'where the service is; credentials come from the environment or from a target file')
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
  return {
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
    ...(maxWait === undefined ? {} : { maxWaitMs: maxWait * 1000 }),
    ...(maxTime === undefined ? {} : { maxTimeMs: maxTime * 1000 }),
  };
}

/** A transport to the target; says so where it trusts anyone, and where a proxy stands in between. A flag goes before a target file. */
export function openTransport(flags: ConnectionFlags, io: Io, inFile: TlsFiles = {}): HttpTransport {
  const given = Object.entries({ ca: flags.ca, cert: flags.cert, key: flags.key }).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, resolvePath(io.cwd, file)]],
  );
  const connection = connectionOf({ ...inFile, ...Object.fromEntries(given) }, io.env);
  if (flags.insecure === true) io.stderr.write('TLS certificates are not checked (--insecure).\n');
  if (connection.proxy !== undefined) io.stderr.write(`${visible(proxyRemark(connection.proxy))}\n`);
  return createTransport({ ...connection, ...(flags.insecure === true ? { allowInsecureTls: true } : {}) });
}
