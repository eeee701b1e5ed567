import type { Draft, Presented } from '../check/request.ts';
import { targetOf } from '../check/request.ts';
import type { Target } from '../check/target.ts';
import { defined } from '../defined.ts';
import type { WireRequest } from '../http/exchange.ts';
import type { Redactor } from '../http/redact.ts';
import { type AppliedCredentials, applyCredentials, defaultPresentation, withSecrets } from './credentials.ts';
import { isSentOnce } from './repeating.ts';

/** What a request of a check needs to become one of the wire. */
export interface WireOptions {
  readonly target: Target;
  readonly redactor: Redactor;
  /** Decides what is drawn for wrong credentials; 1 unless told. */
  readonly seed?: number;
  /** What is presented where no credential is needed; none at all fits into one window of an anonymous caller. */
  readonly usual?: readonly Presented[];
  /** Milliseconds for an exchange that promises no duration of its own. */
  readonly timeoutMs: number;
}

/** The request with its address and its credentials; whatever is secret in it is learnt first. */
export function wireOf(
  asked: Draft,
  options: WireOptions,
): { readonly wire: WireRequest; readonly credentials: AppliedCredentials } {
  const { target, timeoutMs, redactor } = options;
  const draft = withSecrets(asked, target);
  const credentials = credentialsOf(draft, options);
  for (const { name, value } of credentials.nearMisses) redactor.learn(name, value, false);
  // What a check presents is a secret too, whoever made it.
  for (const one of draft.presented ?? [])
    if (one.kind === 'headers') for (const value of Object.values(one.headers)) redactor.learn(one.name, value);
  const promised = draft.operation?.maxDurationSeconds;
  const wire: WireRequest = {
    method: draft.method,
    url: (draft.base ?? target.baseUrl) + targetOf(draft),
    headers: { accept: '*/*', ...target.headers, ...draft.headers, ...credentials.headers },
    ...defined({ body: draft.body }),
    timeoutMs: promised === undefined ? timeoutMs : promised * 1000 + 5000,
    // Some servers keep the headers of a connection, and take a value that differs in the case of its letters for the one before.
    ...(credentials.nearMisses.length > 0 || isSentOnce(draft) ? { alone: true } : {}),
  };
  return { wire, credentials };
}

/** What the draft presents, or what the operation asks for where it says nothing. */
export function credentialsOf(draft: Draft, { target, usual, seed }: WireOptions): AppliedCredentials {
  return applyCredentials(
    draft.presented ?? defaultPresentation(draft.operation, target, usual, draft.pure),
    target,
    draft.operation,
    seed,
  );
}
