import type { Draft } from '../check/request.ts';
import type { Target } from '../check/target.ts';
import type { ContractDocument } from '../contract/document.ts';
import { rolesOf } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { bodyOfText } from '../http/body.ts';
import { type Answer, hasSucceeded, type Outcome, type SentRequest, type WireRequest } from '../http/exchange.ts';
import { parseJson } from '../http/json-text.ts';
import { createRedactor, type Redactor } from '../http/redact.ts';
import { createPublicText, type PublicText } from '../http/secret-traces.ts';
import { isObject } from '../schema/pointer.ts';

/** What anybody may read in the document: made once for many runs. */
export function publicTextOf(document: ContractDocument): PublicText {
  return createPublicText([JSON.stringify(document)]);
}

/** What a run may not show: the target's credentials, and whatever else it sends along in headers. */
export function redactorFor(
  { credentials, headers, baseUrl }: Target,
  document: ContractDocument,
  publicText: PublicText = publicTextOf(document),
): Redactor {
  const variables = new Map(rolesOf(document).map(({ role, variable }) => [role, variable]));
  const ofRoles = Object.entries(credentials).flatMap(([role, credential]) =>
    Object.values(credential?.headers ?? {}).map((value) => ({
      name: variables.get(role) ?? role,
      value,
    })),
  );
  const ofUser = Object.entries(headers).map(([name, value]) => ({
    name: `CONFORM_HEADER_${name}`,
    value,
    mayBePublic: true,
  }));
  const ownWords = [...variables.values()].join(' ');
  return createRedactor([...ofRoles, ...ofUser], [publicText, createPublicText([baseUrl, ownWords])]);
}

/** The request as it may be shown. `credentials` are the headers that carry one, those that the service handed out as placeholders. */
export function safeRequest(
  draft: Draft,
  wire: WireRequest,
  { baseUrl, headers }: Target,
  credentials: { readonly headers: WireRequest['headers']; readonly names: readonly string[] },
  redactor: Redactor,
): SentRequest {
  const { text } = redactor;
  return {
    method: wire.method,
    target: text(wire.url.slice((draft.base ?? baseUrl).length)),
    query: Object.fromEntries(draft.query.map(([name, value]) => [text(name), text(value)])),
    headers: redactor.headers(
      { ...wire.headers, ...credentials.headers },
      new Set(Object.keys({ ...headers, ...credentials.headers })),
    ),
    ...defined({ body: wire.body === undefined ? undefined : redactor.body(wire.body) }),
    credentials: credentials.names,
  };
}

/**
 * The outcome as it may be kept, judged and shown. What the service hands out to be kept secret becomes a placeholder
 * where it stands; the answer to a creation of this run also teaches what is to be looked for from then on.
 */
export function safeOutcome({ operation, intent, body }: Draft, outcome: Outcome, redactor: Redactor): Outcome {
  if (outcome.kind === 'failure') return { ...outcome, message: redactor.text(outcome.message) };
  const names = operation?.node['x-secrets'] ?? [];
  const creates = operation?.node['x-undo'] !== undefined && intent.kind !== 'invalid' && hasSucceeded(outcome);
  const text = redactor.body(
    names.length === 0
      ? outcome.body.text
      : redactor.redactCreatedSecrets(outcome.body.text, new Set(names), creates, givenIn(body, names)),
  );
  return {
    ...outcome,
    headers: redactor.headers(withoutGrants(outcome.headers)),
    ...(text === outcome.body.text
      ? {}
      : { body: bodyOfText(text, { size: outcome.body.size, utf8: outcome.body.utf8 }) }),
  };
}

/** The values that a request gives to these members. */
function givenIn(body: string | undefined, names: readonly string[]): readonly string[] {
  const sent = parseJson(body ?? '')?.value;
  return isObject(sent) ? names.map((name) => sent[name]).filter((value) => typeof value === 'string') : [];
}

/** Headers in which a service hands out credentials, or renews them: nobody gave them to us, so nothing else would know them. */
const GRANTING: ReadonlySet<string> = new Set([
  'authorization',
  'authentication-info',
  'x-access-token',
  'x-auth-token',
  'x-refresh-token',
  'x-session-token',
]);

/** Shorter values of cookies are words such as a language, and no credentials. */
const SHORTEST_GRANT = 8;

function withoutGrants(headers: Answer['headers']): Answer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (name.toLowerCase() === 'set-cookie') return [name, withoutCookieValues(value)];
      return [name, GRANTING.has(name.toLowerCase()) ? '<redacted>' : value];
    }),
  );
}

/** RFC 6265 section 4.1: the value of each cookie; its attributes, which stand behind a semicolon, remain. */
function withoutCookieValues(header: string): string {
  return header.replaceAll(/((?:^|, *)[\w!#$%&'*.^`|~+-]+=)([^;,]*)/gu, (whole, name: string, value: string) =>
    value.length < SHORTEST_GRANT ? whole : `${name}<redacted>`,
  );
}
