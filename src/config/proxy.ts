import { defined } from '../defined.ts';
import { UsageError } from '../errors.ts';
import type { Proxy } from '../http/proxy.ts';
import type { Environment } from './environment.ts';

/**
 * The proxies of the environment: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` as a fallback for both, and the hosts in `NO_PROXY`,
 * which need none. The case of the names does not matter. Undefined if no proxy is set, or if `NO_PROXY`
 * is `*`. Throws a UsageError for an invalid address.
 */
export function proxyIn(env: Environment): Proxy | undefined {
  const http = addressIn(env, 'http_proxy') ?? addressIn(env, 'all_proxy');
  const https = addressIn(env, 'https_proxy') ?? addressIn(env, 'all_proxy');
  const none = valueOf(env, 'no_proxy') ?? '';
  if ((http ?? https) === undefined || none === '*') return undefined;
  return { ...defined({ http, https }), none };
}

/** Tells the user about the proxies: their hosts only, because the rest may contain a password. */
export function proxyRemark({ http, https }: Proxy): string {
  const hosts = new Set([https, http].flatMap((address) => (address === undefined ? [] : [new URL(address).host])));
  const which = http === undefined ? 'Requests over https' : 'Requests';
  return `${which} go through the proxy ${[...hosts].join(' or ')} (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY), but for the hosts in NO_PROXY and this machine.`;
}

function valueOf(env: Environment, name: string): string | undefined {
  const names = [name, ...Object.keys(env).filter((key) => key.toLowerCase() === name)];
  const value = names
    .map((key) => env[key])
    .find((one) => one !== undefined)
    ?.trim();
  // A value from an env file that no shell has read may still have quotes.
  return value?.replace(/^(["'])(.*)\1$/u, '$2') || undefined;
}

function addressIn(env: Environment, name: string): string | undefined {
  const value = valueOf(env, name);
  if (value === undefined) return undefined;
  const address = /^[a-z][\w+.-]*:\/\//iu.test(value) ? value : `http://${value}`;
  const { protocol = '', pathname = '' } = URL.canParse(address) ? new URL(address) : {};
  if (/^https?:$/u.test(protocol) && pathname === '/') return address;
  const why = /^socks/iu.test(protocol)
    ? 'names a SOCKS proxy, which is not supported'
    : 'is not the address of a proxy';
  throw new UsageError(`${name.toUpperCase()} in the environment ${why}; write it as http://host:port, or remove it.`);
}
