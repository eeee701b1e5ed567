import { defined } from '../defined.ts';
import type { FailureReason } from './exchange.ts';

/** Trouble with an answer that our own code detects. Its message has no full stop at the end. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly reason: FailureReason;
  /** The status of an answer whose head cannot be read further. */
  readonly status: number | undefined;

  constructor(reason: FailureReason, message: string, status?: number) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

/** The body broke off; `cause` says why. */
export class CutBody extends Error {
  override readonly name = 'CutBody';
  /** Received bytes of the body, before decompression. */
  readonly received: number;

  constructor(received: number, cause: unknown) {
    super('the body broke off', { cause });
    this.received = received;
  }
}

/** What went wrong, in the terms of a Failure. `code` is that of the library or the operating system. */
export interface Explanation {
  readonly reason: FailureReason;
  readonly what: string;
  readonly code?: string;
  readonly remedy?: string;
}

type Known = readonly [reason: FailureReason, what: string, remedy?: string];

const UNREACHABLE = 'check the base URL, the network and its firewalls';
const UNFORMED = 'the request could not be formed';
const NOT_HTTP = 'the answer is not HTTP';
const BROKE = 'the connection broke before the answer was whole';

const KNOWN: ReadonlyMap<string, Known> = new Map<string, Known>([
  ['ECONNREFUSED', ['refused', 'nobody listens there', 'check that the service runs and that the port is right']],
  ['ENOTFOUND', ['refused', 'the host name is unknown', 'check the spelling of the base URL']],
  ['EAI_AGAIN', ['refused', 'the host name could not be looked up', 'check the name service of this machine']],
  ['EHOSTUNREACH', ['refused', 'there is no way to the host', UNREACHABLE]],
  ['ENETUNREACH', ['refused', 'there is no way to the network of the host', UNREACHABLE]],
  ['EADDRNOTAVAIL', ['refused', 'the address cannot be connected to', UNREACHABLE]],
  ['EACCES', ['refused', 'this machine forbids the connection', UNREACHABLE]],
  ['EPERM', ['refused', 'this machine forbids the connection', UNREACHABLE]],
  ['EMFILE', ['refused', 'this machine has no more sockets to give', 'lower the concurrency']],
  ['ETIMEDOUT', ['refused', 'the host did not accept a connection in time', UNREACHABLE]],
  ['UND_ERR_CONNECT_TIMEOUT', ['refused', 'the host did not accept a connection in time', UNREACHABLE]],
  ['EPROTO', ['tls', 'no TLS connection could be made', 'check that the port speaks TLS']],
  ['ECONNRESET', ['reset', BROKE]],
  ['EPIPE', ['reset', BROKE]],
  ['UND_ERR_SOCKET', ['reset', BROKE]],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', ['reset', 'the body is shorter or longer than its content-length']],
  ['UND_ERR_HEADERS_TIMEOUT', ['timeout', 'no headers came in time']],
  ['UND_ERR_BODY_TIMEOUT', ['timeout', 'the body stood still too long']],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', ['too-large', 'the body is over the size limit']],
  ['UND_ERR_HEADERS_OVERFLOW', ['protocol', 'the headers of the answer are too large']],
  ['UND_ERR_INVALID_ARG', ['protocol', UNFORMED]],
  ['UND_ERR_NOT_SUPPORTED', ['protocol', UNFORMED]],
  ['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', ['protocol', `${UNFORMED}: its content-length is wrong`]],
  ['ERR_INVALID_URL', ['protocol', `${UNFORMED}: its URL is not one`]],
  ['UND_ERR_ABORTED', ['aborted', 'the exchange was stopped']],
  ['UND_ERR_DESTROYED', ['aborted', 'the client was closed']],
  ['UND_ERR_CLOSED', ['aborted', 'the client was closed']],
]);

const TLS_CODE = /^(?:ERR_(?:SSL|TLS|OSSL)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/u;
/** Errors whose messages are safe to quote. Other messages are left out, as they may contain what was sent. */
const QUOTABLE =
  /^(?:HTTPParserError|UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_)/u;

/** Explains whatever an HTTP client, a socket, TLS or an in-process service threw. Quotes no header value. */
export function explain(error: unknown): Explanation {
  if (error instanceof Trouble) return { reason: error.reason, what: error.message };
  const message = error instanceof Error ? error.message : '';
  const code = codeOf(error);
  if (code === undefined)
    return { reason: 'reset', what: BROKE, code: error instanceof Error ? error.name : typeof error };
  const [reason, what, remedy] = byMessage(code, message) ?? KNOWN.get(code) ?? byFamily(code);
  const detail = QUOTABLE.test(code) && reason !== 'reset' ? `: ${message}` : '';
  return { reason, what: `${what}${detail}`, code, ...defined({ remedy }) };
}

/** For codes that the library uses for two kinds of trouble. */
function byMessage(code: string, message: string): Known | undefined {
  if (code === 'HTTPParserError') return message.includes('EOF') ? ['reset', BROKE] : ['protocol', NOT_HTTP];
  if (code === 'UND_ERR_SOCKET' && message.startsWith('bad ')) return ['protocol', `${NOT_HTTP} (${message})`];
  if (code === 'UND_ERR_ABORTED' && message.startsWith('Proxy response'))
    return ['refused', `the proxy does not let it through${/ \(\d{3}\)/u.exec(message)?.[0] ?? ''}`, PROXY_REMEDY];
  return undefined;
}

/** The remedy for a proxy that refuses or cannot be reached. */
const PROXY_REMEDY = 'check HTTPS_PROXY, HTTP_PROXY and NO_PROXY';

/** The error; if the connection to the proxy failed, one that says so. */
export function ofProxy(error: Error, proxy: string): Error {
  if (error instanceof Trouble) return error;
  const { reason, what, code } = explain(error);
  return reason !== 'refused' || what.startsWith('the proxy')
    ? error
    : new Trouble('refused', `the proxy ${new URL(proxy).host} cannot be reached: ${what} (${code}); ${PROXY_REMEDY}`);
}

export function refusedByProxy(): Trouble {
  return new Trouble('refused', `the proxy does not let it through (407); ${PROXY_REMEDY}`);
}

function byFamily(code: string): Known {
  return TLS_CODE.test(code) ? ['tls', 'no TLS connection could be made', tlsRemedy(code)] : ['reset', BROKE];
}

function tlsRemedy(code: string): string {
  if (code.startsWith('ERR_SSL_')) return 'check that the port speaks TLS';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'use a host name that the certificate is for, or --insecure';
  return 'pass --ca <file> with the certificate of its authority (tls.ca in the target file), or --insecure';
}

/**
 * The code of an error or of its cause. If several addresses of a host failed, the error holds one for each; the first is
 * taken.
 */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, errors }: { code?: unknown; cause?: unknown; errors?: unknown } = error;
  if (typeof code === 'string') return code;
  // The parser of the HTTP client gives its errors a name but no code.
  if (error instanceof Error && error.name === 'HTTPParserError') return error.name;
  return codeOf(Array.isArray(errors) ? errors[0] : cause);
}
