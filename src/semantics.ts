/** What HTTP says of methods and statuses (RFC 9110), for everybody who needs it. */

const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const IDEMPOTENT: readonly string[] = [...SAFE, 'PUT', 'DELETE'];

/** Does a request with this method, in any case of letters, change nothing? Section 9.2.1. */
export function isSafe(method: string): boolean {
  return SAFE.includes(method.toUpperCase());
}

/** Has it the same effect when it is carried out twice? Section 9.2.2. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.includes(method.toUpperCase());
}

/**
 * Does a gateway say that it does not reach the service: bad gateway, unavailable, timeout (sections 15.6.3 to 15.6.5)? HTTP
 * assigns nothing above 511: gateways say there what became of their connection to the service.
 */
export function isOfGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status < 600);
}

/** Statuses that ask for the same request over another connection (sections 15.5.9 and 15.5.20, RFC 8470 section 5.2). */
export const ASKS_AGAIN: readonly number[] = [408, 421, 425];

/** What is answered where nothing is, or nothing any more. Sections 15.5.5 and 15.5.11. */
export const NOTHING_THERE: readonly number[] = [404, 410];
