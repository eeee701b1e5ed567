import { isExchange } from '../check/guard.ts';
import type { Draft } from '../check/request.ts';
import { saysSecret, type Target } from '../check/target.ts';
import type { ContractDocument } from '../contract/document.ts';
import { fieldOf, rolesOf } from '../contract/roles.ts';
import { defined } from '../defined.ts';
import { bodyOfText } from '../http/body.ts';
import type { Answer, Body, Exchange, Outcome, SentRequest, WireRequest } from '../http/exchange.ts';
import { parseJson, replaceMembers } from '../http/json-text.ts';
import { isMaskOf } from '../http/masked.ts';
import { createRedactor, type Redactor, type View } from '../http/redact.ts';
import { memoize } from '../memoize.ts';
import { isObject } from '../schema/pointer.ts';
import type { RunEvent } from './journal.ts';

/** The redactor for the target's credentials and its other secret headers. */
export function redactorFor(target: Target, document: ContractDocument): Redactor {
  const variables = new Map(rolesOf(document).map(({ role, variable }) => [role, variable]));
  const ofRoles = Object.entries(target.credentials).flatMap(([role, credential]) =>
    Object.values(credential?.headers ?? {}).map((value) => ({ name: variables.get(role) ?? role, value })),
  );
  const ofUser = secretHeaders(target, document).map((name) => ({
    name: `CONFORM_HEADER_${name}`,
    value: target.headers[name] ?? '',
  }));
  const publicText = memoize(() => `${target.baseUrl} ${JSON.stringify(document)}`);
  const members = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((node) => [node.operationId, new Set(node['x-secrets'])] as const),
  );
  const byOperation = new Map(members);
  return createRedactor([...ofRoles, ...ofUser], {
    isPublic: (value) => publicText().includes(value),
    secretsOf: (operation = '') => byOperation.get(operation) ?? new Set(),
  });
}

/** The target's extra headers that are secret: the user says so, their names do, or they carry a role's credential. */
function secretHeaders({ headers, secretHeaders: given = [] }: Target, document: ContractDocument): readonly string[] {
  const carriers = rolesOf(document).map(({ carrier }) => fieldOf(carrier));
  return Object.keys(headers).filter((name) => given.includes(name) || carriers.includes(name) || saysSecret(name));
}

/** The request as it is kept: as sent, but with placeholders for credentials. */
export function sentRequest(
  draft: Draft,
  wire: WireRequest,
  { baseUrl }: Target,
  credentials: { readonly headers: WireRequest['headers']; readonly names: readonly string[] },
  redactor: Redactor,
): SentRequest {
  return {
    method: wire.method,
    target: wire.url.slice((draft.base ?? baseUrl).length),
    query: Object.fromEntries(draft.query),
    headers: Object.fromEntries(
      Object.entries(wire.headers).map(([name, value]) => [name, redactor.credential(value)]),
    ),
    ...defined({ body: wire.body }),
    credentials: credentials.names,
  };
}

/** The event without secrets, to be shown or to be recorded. */
export function redactEvent(event: RunEvent, redactor: Redactor, view: View): RunEvent {
  const safe = changing((text) => redactor.text(text, view));
  switch (event.type) {
    case 'exchange':
      return { ...event, exchange: redactExchange(event.exchange, redactor, view) };
    case 'act':
      return { ...event, act: { ...event.act, outcome: safe(event.act.outcome) } };
    case 'run':
      return { ...event, header: { ...event.header, ...defined({ samples: safe(event.header.samples) }) } };
    case 'note':
      return { ...event, text: safe(event.text) };
    case 'end':
      return { ...event, ...defined({ reason: safe(event.reason) }) };
    case 'creating':
    case 'created':
    case 'removed':
    case 'left-behind':
      return { ...event, path: safe(event.path) };
    default:
      return event;
  }
}

export function redactExchange(exchange: Exchange, redactor: Redactor, view: View): Exchange {
  const { method, credentials, headers, ...rest } = exchange.request;
  const safe = changing((text) => redactor.text(text, view));
  const inPlace = Object.entries(headers).map(
    ([name, value]) => [name, redactor.inPlace(value, view) ?? value] as const,
  );
  const request = { ...safe(rest), method, headers: safe(Object.fromEntries(inPlace)), credentials };
  return { ...exchange, request, outcome: redactOutcome(exchange, redactor, view) };
}

function redactOutcome({ outcome, operation }: Exchange, redactor: Redactor, view: View): Outcome {
  const safe = changing((text) => redactor.text(text, view));
  if (outcome.kind === 'failure') return { ...outcome, message: safe(outcome.message) };
  const { text } = outcome.body;
  const names = redactor.secretsOf(operation);
  const hidden = names.size === 0 ? text : replaceMembers(text, names, (value) => redactor.inPlace(value, view));
  const shown = safe(hidden);
  return {
    ...outcome,
    headers: safe(withoutGrants(outcome.headers, (value) => redactor.unseen(value, view))),
    ...(shown === text ? {} : { body: withText(outcome.body, shown) }),
  };
}

/** The body with another text. If it had parsed JSON, that follows the new text. */
function withText(body: Body, text: string): Body {
  const { size, utf8 } = body;
  return 'json' in body ? bodyOfText(text, { size, utf8 }) : { ...body, text };
}

/** A function that changes all strings in a value, including member names. It skips exchanges, which are separate events. */
export function changing(change: (text: string) => string): <T>(node: T) => T {
  const changed = (node: unknown): unknown => {
    if (typeof node === 'string') return change(node);
    if (typeof node !== 'object' || node === null || isExchange(node)) return node;
    if (Array.isArray(node)) return node.map(changed);
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [change(name), changed(value)]));
  };
  return changed as <T>(node: T) => T;
}

/** Teaches the redactor the secrets of an exchange. Must be called before the exchange is written. */
export function learnFrom(
  draft: Draft,
  { body }: WireRequest,
  outcome: Outcome,
  isAnonymous: boolean,
  redactor: Redactor,
): void {
  const names = draft.operation?.node['x-secrets'] ?? [];
  const sent = names.length === 0 ? undefined : parseJson(body ?? '')?.value;
  const given = isObject(sent) ? names.map((name) => sent[name]).filter((value) => typeof value === 'string') : [];
  for (const value of given) redactor.given(value);
  if (outcome.kind === 'failure') return;
  if (isAnonymous) redactor.publish(outcome.body.text);
  if (names.length > 0)
    replaceMembers(outcome.body.text, new Set(names), (value) => {
      if (!given.some((one) => isMaskOf(value, one))) redactor.handedOut(value);
      return undefined;
    });
}

/** Headers in which a service hands out or renews credentials, which the redactor does not know otherwise. */
const GRANTING: ReadonlySet<string> = new Set([
  'authorization',
  'authentication-info',
  'x-access-token',
  'x-auth-token',
  'x-refresh-token',
  'x-session-token',
]);

/** Shorter cookie values are no credentials, but words such as a language. */
const SHORTEST_GRANT = 8;

/** Name and value of each cookie (RFC 6265 section 4.1). The attributes after a semicolon are kept. */
const COOKIE = /((?:^|, *)[\w!#$%&'*.^`|~+-]+=)([^;,]*)/gu;

function withoutGrants(headers: Answer['headers'], hidden: (value: string) => string): Answer['headers'] {
  const hide = (name: string, value: string): string => {
    if (name.toLowerCase() === 'set-cookie')
      return value.replaceAll(COOKIE, (whole, cookie: string, content: string) =>
        content.length < SHORTEST_GRANT ? whole : cookie + hidden(content),
      );
    return GRANTING.has(name.toLowerCase()) ? hidden(value) : value;
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(name, value)]));
}
