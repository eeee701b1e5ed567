import type { Outcome } from './exchange.ts';

/**
 * Where an answer sends its reader (RFC 9110, section 15.4), without query and fragment, which may carry the address that
 * was asked for; '' where it does not say, undefined where it is no redirect.
 */
export function redirectOf(outcome: Outcome | undefined): string | undefined {
  if (outcome?.kind !== 'response' || outcome.status < 300 || outcome.status >= 400) return undefined;
  return (outcome.headers['location'] ?? '').split(/[?#]/u)[0] ?? '';
}

/** ` to /login` behind the status of a redirect, or nothing. */
export function redirectWords(outcome: Outcome): string {
  const site = redirectOf(outcome) ?? '';
  return site === '' ? '' : ` to ${site}`;
}
