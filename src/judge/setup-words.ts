import { TOO_MANY_REQUESTS } from '../http/rate-headers.ts';
import { isUnauthorized } from '../http/unauthorized.ts';
import type { SetupKind } from './setup-kinds.ts';

/** One sentence for several faults: that of the first one. Several refused credentials are named together. */
export function setupSentence(faults: readonly SetupKind[]): string | undefined {
  const [first] = faults;
  const roles = faults.flatMap((what) => (what.kind === 'credential-refused' ? [what.role] : []));
  if (first?.kind === 'credential-refused' && roles.length > 1)
    return `${roles.length} credentials are refused: ${roles.join(', ')}`;
  return first === undefined ? undefined : setupMessage(first);
}

/** The fault in one sentence without a full stop. It names a credential or a sample, never a value. */
export function setupMessage(what: SetupKind): string {
  switch (what.kind) {
    case 'no-answer':
      return `No request was answered: ${what.failure.replace(/\.$/u, '')}`;
    case 'same-answer':
      return `Every operation is answered alike, with ${answerWords(what)}`;
    case 'credential-refused':
      return `The credential ${what.role} is ${what.location === undefined ? `refused (${what.status})` : `redirected (${what.status}) to ${what.location}`} by ${what.operations === 2 ? 'both' : `all ${what.operations}`} operations that should accept it${what.page ? ', with an HTML page that is not in the contract' : ''}`;
    case 'sample-refused':
      return `The sample ${what.sample} is refused (${what.status}) by ${what.operations.join(', ')}`;
    case 'credential-ended':
      return `The credential ${what.role} was accepted before, and refused (${what.status}) from request ${what.from} on${timeWords(what)}`;
    case 'shut-out':
      return `The target ${shutOutWords(what)} from request ${what.from} on${timeWords(what)}`;
    case 'stopped-answering':
      return `The target stopped answering after ${what.after} requests: ${what.what.replace(/\.$/u, '')}`;
    default:
      return what satisfies never;
  }
}

function shutOutWords({ status, location, page }: Extract<SetupKind, { kind: 'shut-out' }>): string {
  if (location !== undefined) return `redirects everything (${status}) to ${location}`;
  const isPage = page === true && !isUnauthorized(status);
  return isPage
    ? `answers everything with an HTML page that is not in the contract (${status})`
    : `refuses everything (${status})`;
}

function timeWords({ at }: { readonly at?: string }): string {
  return at === undefined ? '' : ` (${at})`;
}

function answerWords({ status, mediaType, location }: Extract<SetupKind, { kind: 'same-answer' }>): string {
  const body = mediaType === '' ? '' : ` (${mediaType})`;
  return location === undefined ? `status ${status}${body}` : `a redirect (${status}) to ${location}`;
}

/** What the user can do about it. */
export function setupRemedy(what: SetupKind): string {
  switch (what.kind) {
    case 'no-answer':
      return 'When that is put right, conform doctor says whether the service can be reached.';
    case 'same-answer':
      return sameAnswerRemedy(what);
    case 'credential-refused':
      return `${what.page ? 'Something before the service may refuse it: does it want a header of its own, for a tenant, say, under headers in the target file? Or else: ' : ''}Is it expired, for another role or environment, or missing its scheme (Bearer or Basic)? If you are sure that it is valid, set credentials.${what.role}.vouched: true in the target file, and the refusals are reported as failures.`;
    case 'sample-refused':
      return `Give a value of samples.${what.sample} that this target knows, or leave it out. If this target has to know it, the fault is the target's.`;
    case 'credential-ended':
      return `Did it expire, was it signed out, is its own quota used up, or did wrong credentials lock its account? Give one that holds for the whole run, have it renewed by credentials.${what.role}.command in the target file, or take a smaller --depth. If you are sure that it is valid, set credentials.${what.role}.vouched: true in the target file, and the refusals are reported as failures.`;
    case 'shut-out':
      return what.location === undefined
        ? 'Does an allow-list, a firewall or a VPN let this machine in no longer? Run again where it does, with --rate if it was too much.'
        : 'Give the address that it leads to as the base URL.';
    case 'stopped-answering':
      return 'Look at its log; run again when it is up, with --rate if it was too much for it.';
    default:
      return what satisfies never;
  }
}

function sameAnswerRemedy({ status, location, instead }: Extract<SetupKind, { kind: 'same-answer' }>): string {
  if (instead !== undefined) return `The operations are found below ${instead}: give that as the base URL.`;
  if (location !== undefined)
    return 'Give the address that it leads to as the base URL; if that is a login page, give what passes it under headers in the target file.';
  if (isUnauthorized(status) || status === 407)
    return 'Something before the service asks for a credential of its own: give it under headers in the target file.';
  if (status >= 500) return 'Something before the service does not reach it: start the service, or fix the gateway.';
  if (status === TOO_MANY_REQUESTS) return 'The rate limit is used up: wait for its next window.';
  return 'Check the base URL: host, port, and a path too much or too little; servers in the OpenAPI document may name it.';
}
