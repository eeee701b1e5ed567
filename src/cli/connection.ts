import { resolve as resolvePath } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import { createTransport, type HttpTransport, type TransportOptions } from '../http/client.ts';
import type { Io } from './io.ts';
import { OPTIONS } from './options.ts';

/** How to reach a target. */
export interface ConnectionFlags {
  readonly insecure?: boolean;
  readonly ca?: string;
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
    .option('--ca <file>', 'PEM certificates to trust');
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

/** A transport to the target; says so where it trusts anyone. */
export function openTransport(flags: ConnectionFlags, io: Io): HttpTransport {
  if (flags.insecure === true) io.stderr.write('TLS certificates are not checked (--insecure).\n');
  return createTransport(transportOptions(flags, io.cwd));
}

function transportOptions({ insecure, ca }: ConnectionFlags, cwd: string): TransportOptions {
  return {
    ...(insecure === true ? { allowInsecureTls: true } : {}),
    ...(ca === undefined ? {} : { ca: certificates(resolvePath(cwd, ca)) }),
  };
}

function certificates(path: string): string {
  const pem = readUserFile(path, '--ca');
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new UsageError(`--ca ${path}: it holds no PEM certificate (-----BEGIN CERTIFICATE-----).`);
}
