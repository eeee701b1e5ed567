import type { Draft, Presented } from '../check/request.ts';
import { targetOf } from '../check/request.ts';
import type { Target } from '../check/target.ts';
import { defined, mapMembers } from '../defined.ts';
import type { SentRequest, WireRequest } from '../http/exchange.ts';
import { isJsonMedia } from '../media-type.ts';
import { withQueryFields } from '../query-fields.ts';
import type { Redactor } from '../redact/redactor.ts';
import { type AppliedCredentials, applyCredentials, defaultPresentation, withSecrets } from './credentials.ts';
import { isSentOnce } from './repeating.ts';

/** What is needed to turn a draft into a wire request. */
export interface WireOptions {
  readonly target: Target;
  readonly redactor: Redactor;
  /** The seed for wrong credentials. Default: 1. */
  readonly seed?: number;
  /** The credentials for public operations. Default: one of the target's, for its greater rate limit. */
  readonly usual?: readonly Presented[];
  /** Timeout in milliseconds for operations without `maxDurationSeconds`. */
  readonly timeoutMs: number;
}

/** Adds base URL and credentials to a draft. First the redactor learns its secrets. */
export function wireOf(asked: Draft, options: WireOptions) {
  const { target, timeoutMs, redactor } = options;
  const draft = withSecrets(asked, target);
  const credentials = credentialsOf(draft, options);
  for (const { name, value } of credentials.nearMisses) redactor.learn(name, value, false);
  // Headers that a check presents as a credential are secret, too.
  for (const one of draft.presented ?? [])
    if (one.kind === 'headers') for (const value of Object.values(one.headers)) redactor.learn(one.name, value);
  const promised = draft.operation?.maxDurationSeconds;
  const wire: WireRequest = {
    method: draft.method,
    url: (draft.base ?? target.baseUrl) + targetOf(draft),
    headers: { accept: acceptOf(draft), ...target.headers, ...draft.headers, ...credentials.headers },
    ...defined({ body: draft.body }),
    timeoutMs: promised === undefined ? timeoutMs : promised * 1000 + 5000,
    // Some servers cache the headers of a connection, and mistake a value that differs only in case for the earlier one.
    ...(credentials.nearMisses.length > 0 || isSentOnce(draft) ? { alone: true } : {}),
  };
  return { wire, credentials };
}

/** The request as it is kept: as sent, but with placeholders for credentials. */
export function sentRequest(
  draft: Draft,
  wire: WireRequest,
  credentials: AppliedCredentials,
  { target: { baseUrl }, redactor }: WireOptions,
): SentRequest {
  const shown = { url: wire.url, headers: mapMembers(wire.headers, (value) => redactor.credential(value)) };
  const { url, headers } = withQueryFields(shown, (text) => text);
  return {
    method: wire.method,
    target: url.slice((draft.base ?? baseUrl).length),
    query: Object.fromEntries(draft.query),
    headers,
    ...defined({ body: wire.body }),
    credentials: credentials.names,
  };
}

/** Anything, but JSON first if an operation documents JSON beside other media types of its success. */
function acceptOf({ operation }: Draft): string {
  if (operation?.plain !== true) return '*/*';
  const successes = operation.responses.filter(({ key }) => key.startsWith('2'));
  const types = successes.map(({ content = {} }) => Object.keys(content)).filter(({ length }) => length > 1);
  const json = types.flat().find(isJsonMedia);
  return json === undefined ? '*/*' : `${json}, */*;q=0.1`;
}

/** The credentials that the draft presents; by default those that the operation requires. */
export function credentialsOf(draft: Draft, { target, usual, seed }: WireOptions): AppliedCredentials {
  return applyCredentials(
    draft.presented ?? defaultPresentation(draft.operation, target, usual, draft.pure),
    target,
    draft.operation,
    seed,
  );
}
