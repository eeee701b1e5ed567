import { createSecureContext } from 'node:tls';
import { defined } from '../defined.ts';
import { errorCode, UsageError } from '../errors.ts';
import { readUserFile } from '../files.ts';
import type { TransportOptions } from '../http/client.ts';
import type { Environment } from './environment.ts';
import { proxyIn } from './proxy.ts';
import type { TlsFiles } from './target-file.ts';

/**
 * The options of the connection to the target: the proxies of the environment, and the contents of the PEM files. Throws a
 * UsageError if a file is missing or is no PEM, if a certificate comes without its key, or if the two do not match. It never
 * quotes their contents.
 */
export function connectionOf(
  { ca, cert, key }: TlsFiles,
  env: Environment,
): Pick<TransportOptions, 'ca' | 'client' | 'proxy'> {
  const proxy = proxyIn(env);
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError(
      'a client certificate needs both: --cert and --key (tls.cert and tls.key in the target file).',
    );
  return defined({
    ca: ca && readPem(ca, '--ca', 'CERTIFICATE'),
    client: cert === undefined || key === undefined ? undefined : clientOf(cert, key, env),
    proxy,
  });
}

function clientOf(certFile: string, keyFile: string, env: Environment): NonNullable<TransportOptions['client']> {
  const passphrase = env['CONFORM_KEY_PASSPHRASE'];
  const client = {
    cert: readPem(certFile, '--cert', 'CERTIFICATE'),
    key: readPem(keyFile, '--key', 'PRIVATE KEY'),
    ...(passphrase === undefined || passphrase === '' ? {} : { passphrase }),
  };
  try {
    createSecureContext(client);
    return client;
  } catch (error) {
    throw new UsageError(
      `--cert ${certFile} and --key ${keyFile} cannot be used together (${errorCode(error)}); give the key of that certificate, and its passphrase in CONFORM_KEY_PASSPHRASE where it has one.`,
    );
  }
}

function readPem(path: string, what: string, label: string): string {
  const text = readUserFile(path, what);
  if (new RegExp(`-----BEGIN [A-Z ]*${label}-----`, 'u').test(text)) return text;
  throw new UsageError(`${what} ${path}: it holds no PEM ${label.toLowerCase()} (-----BEGIN ${label}-----).`);
}
