import { BlockList, isIP } from 'node:net';
import { networkInterfaces, hostname as ownHostname } from 'node:os';
import { domainToASCII } from 'node:url';
import { percentDecoded } from './base-url.ts';

/** Proxies as in the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`). */
export interface Proxy {
  readonly http?: string;
  /** For https targets. Default: `http`. */
  readonly https?: string;
  /**
   * Exceptions that need no proxy, separated by commas, semicolons, bars or blanks: hosts including subdomains, `host:port`,
   * addresses, `10.0.0.0/8`, and `*` for any characters.
   */
  readonly none: string;
}

/**
 * A function that chooses the proxy of a URL; undefined for none. This machine never needs one. `own` are its names and
 * addresses, beside the usual ones such as `localhost`.
 */
export function createProxyChoice(
  { http, https = http, none }: Proxy,
  own: readonly string[] = ownNames(),
): (url: string) => string | undefined {
  const written = none.split(/[,;|\s]+/u).map(bare);
  const exceptions = [...THIS_MACHINE, ...own, ...written].filter((entry) => entry !== '').map(exceptionOf);
  return (url) => {
    const { protocol, hostname, port } = new URL(url);
    const host = hostname.replaceAll(/^\[|\]$|\.$/gu, '');
    const reached = { host, port: port || (protocol === 'https:' ? '443' : '80') };
    if (exceptions.some((isMeant) => isMeant(reached))) return undefined;
    return protocol === 'https:' ? https : http;
  };
}

/** The Proxy-Authorization header for the user name and password in a proxy address (RFC 9110 section 11.7.2). */
export function proxyAuthorization(proxy: string): string | undefined {
  const { username, password } = new URL(proxy);
  if (username === '') return undefined;
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

const THIS_MACHINE = ['localhost', '127.0.0.0/8', '::1', '0.0.0.0', '::'] as const;

function ownNames(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  return [ownHostname(), ...addresses];
}

/** An entry without quotes. A URL is reduced to host and port. */
function bare(entry: string): string {
  const text = entry.replaceAll(/^["']+|["']+$/gu, '');
  return /^[a-z][\w+.-]*:\/\/([^/]*)/iu.exec(text)?.[1] ?? text;
}

type Exception = (reached: { readonly host: string; readonly port: string }) => boolean;

/** The test for an entry of NO_PROXY, in any spelling that common programs accept. */
function exceptionOf(entry: string): Exception {
  if (entry === '*') return () => true;
  const [, network = '', bits] = /^\[?([^[\]/]+)\]?\/(\d{1,3})$/u.exec(entry) ?? [];
  if (isIP(network) !== 0) return within(network, Number(bits));
  if (isIP(entry) !== 0) return within(entry);
  const [, bracketed, plain = '', port] = /^(?:\[(.+)\]|(.*?))(?::(\d+))?$/u.exec(entry) ?? [];
  const isHost = bracketed === undefined && isIP(plain) === 0 ? named(plain) : within(bracketed ?? plain);
  return (reached) => (port === undefined || port === reached.port) && isHost(reached);
}

/** Matches the host and its subdomains. A leading dot or `*.` makes no difference. */
function named(entry: string): Exception {
  const written = entry.replaceAll(/^\*?\.|\.$/gu, '');
  if (written.includes('*')) return matching(written.toLowerCase());
  const name = domainToASCII(written);
  return ({ host }) => name !== '' && (host === name || host.endsWith(`.${name}`));
}

function matching(glob: string): Exception {
  const parts = glob.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/gu, String.raw`\$&`));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 'u');
  return ({ host }) => pattern.test(host);
}

/** Matches the address in any spelling, or all addresses with the same first `bits`. */
function within(network: string, bits?: number): Exception {
  const family = familyOf(network);
  const list = new BlockList();
  const width = family === 'ipv4' ? 32 : 128;
  if (family === undefined || (bits ?? 0) > width) return () => false;
  list.addSubnet(network, bits ?? width, family);
  return ({ host }) => isIP(host) !== 0 && list.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address)];
}
