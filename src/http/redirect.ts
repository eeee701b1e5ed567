import type { Outcome } from './exchange.ts';

/**
 * The Location of a redirect (RFC 9110, section 15.4), without query and fragment, which may repeat the requested address.
 * '' if it has none; undefined if the answer is no redirect.
 */
export function redirectOf(outcome: Outcome | undefined): string | undefined {
  if (outcome?.kind !== 'response' || outcome.status < 300 || outcome.status >= 400) return undefined;
  return (outcome.headers['location'] ?? '').split(/[?#]/u)[0] ?? '';
}

/** ` to /login`, to follow the status of a redirect; '' if there is no Location. */
export function redirectWords(outcome: Outcome): string {
  const location = redirectOf(outcome) ?? '';
  return location === '' ? '' : ` to ${location}`;
}
