/** The two statuses that HTTP has for a caller who is not served: 401 Unauthorized, 403 Forbidden (RFC 9110, sections 15.5.2 and 15.5.4). */
export const UNAUTHORIZED: readonly number[] = [401, 403];

/** Says the status that the caller is not served, whatever was asked for? */
export function isUnauthorized(status: number | undefined): boolean {
  return status !== undefined && UNAUTHORIZED.includes(status);
}
