/** The semantics of HTTP methods and statuses (RFC 9110). */

const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const IDEMPOTENT: readonly string[] = [...SAFE, 'PUT', 'DELETE'];

/** Is the method safe, in any case of letters? Section 9.2.1. */
export function isSafe(method: string): boolean {
  return SAFE.includes(method.toUpperCase());
}

/** Does a repeated request with this method have no further effect? Section 9.2.2. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.includes(method.toUpperCase());
}

/**
 * Does the status mean that a gateway does not reach the service (sections 15.6.3 to 15.6.5)? HTTP assigns nothing above 511;
 * gateways use statuses from 520 for trouble with their connection to the service.
 */
export function isOfGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status < 600);
}

/** Statuses that ask for the same request over another connection (sections 15.5.9 and 15.5.20, RFC 8470 section 5.2). */
export const ASKS_AGAIN: readonly number[] = [408, 421, 425];

/** The status for a request that conflicts with the state of its target, such as a place that is taken. Section 15.5.10. */
export const CONFLICT = 409;

/** The least status for a failure of the server. Section 15.6. */
export const SERVER_ERROR = 500;

/** Statuses for a resource that does not exist, or no longer exists. Sections 15.5.5 and 15.5.11. */
export const NOTHING_THERE: readonly number[] = [404, 410];

/** What a service may answer to a body of the right form whose values it cannot take. */
export const VALUES_REFUSED: readonly number[] = [400, 409, 422];
