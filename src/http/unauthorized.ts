/** The statuses that refuse a caller: 401 Unauthorized and 403 Forbidden (RFC 9110, sections 15.5.2 and 15.5.4). */
export const UNAUTHORIZED: readonly number[] = [401, 403];

/** Does the status refuse the caller? */
export function isUnauthorized(status: number | undefined): boolean {
  return status !== undefined && UNAUTHORIZED.includes(status);
}
