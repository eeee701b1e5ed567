import { defined } from '../defined.ts';
import { UsageError } from '../errors.ts';
import type { Proxy } from '../http/client.ts';
import type { Environment } from './environment.ts';

/** A service on this machine is never asked for through a proxy: another machine would not know it. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The proxies that the environment names, in small or capital letters: `HTTPS_PROXY`, `HTTP_PROXY`, and in `NO_PROXY` the
 * hosts that are reached without one (`*`: all of them). Undefined where none is named. Throws a UsageError for an address that
 * is none.
 */
export function proxyIn(env: Environment): Proxy | undefined {
  const [http, https] = [addressIn(env, 'http_proxy'), addressIn(env, 'https_proxy')];
  const none = valueOf(env, 'no_proxy') ?? '';
  if ((http ?? https) === undefined || none.trim() === '*') return undefined;
  return {
    ...defined({ http, https }),
    none: [none, ...LOOPBACK].join(','),
  };
}

/** What to tell the user of it: its address, without what may be a password. */
export function proxyRemark({ http, https }: Proxy): string {
  const hosts = new Set([https, http].flatMap((address) => (address === undefined ? [] : [new URL(address).host])));
  return `Requests go through the proxy ${[...hosts].join(' or ')} (HTTPS_PROXY, HTTP_PROXY), but for the hosts in NO_PROXY and this machine.`;
}

function valueOf(env: Environment, name: string): string | undefined {
  const value = env[name] ?? env[name.toUpperCase()];
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}

function addressIn(env: Environment, name: string): string | undefined {
  const value = valueOf(env, name);
  if (value === undefined) return undefined;
  const address = /^[a-z][\w+.-]*:\/\//iu.test(value) ? value : `http://${value}`;
  if (URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol)) return address;
  throw new UsageError(
    `${name.toUpperCase()} in the environment is not the address of a proxy; write it as http://host:port, or remove it.`,
  );
}
