import { isExchange } from '../check/guard.ts';
import type { Draft } from '../check/request.ts';
import { mapMembers } from '../defined.ts';
import { bodyOfText } from '../http/body.ts';
import type { Answer, Body, Exchange, Outcome, SentRequest, WireRequest } from '../http/exchange.ts';
import { parseJson, replaceMembers } from '../http/json-text.ts';
import { isObject } from '../schema/pointer.ts';
import type { Redactor, View } from './redactor.ts';

/** Members with the suite's own words: ids, kinds and verdicts. */
const OWN: ReadonlySet<string> = new Set('type kind id check clause clauses finding hides shownBy verdict'.split(' '));

/** What a sentence quotes. */
const QUOTED = /(?<=")(?:[^"\\]|\\.)*(?=")/gu;

/** The value without secrets, to be shown or to be recorded: an event, a report or exchanges. */
export function redacted<T>(value: T, redactor: Redactor, view: View): T {
  const text = (one: string): string => redactor.text(one, view);
  const unquoted = (one: unknown): unknown =>
    typeof one === 'string' ? one.replaceAll(QUOTED, (secret) => redactor.inPlace(secret, view) ?? secret) : one;
  /** `name` is that of a member of the suite's own values. Without it, the value is the target's. */
  const safe = (node: unknown, name?: string): unknown => {
    if (typeof node === 'string') return OWN.has(name ?? '') ? node : text(node);
    if (Array.isArray(node)) return node.map((one) => safe(one, name));
    if (!isObject(node)) return node;
    if (isExchange(node)) return exchange(node);
    const isOwn = name !== undefined && name !== 'evidence';
    const quoting = isOwn && redactor.isAtSecret(node['at']) ? unquoted : (one: unknown) => one;
    return Object.fromEntries(
      Object.entries(node).map(([member, one]) =>
        isOwn ? [member, safe(quoting(one), member)] : [text(member), safe(one)],
      ),
    );
  };
  const exchange = ({ request, outcome, ...rest }: Exchange): Exchange => {
    const { method, credentials } = request;
    const headers = mapMembers(request.headers, (one) => redactor.inPlace(one, view) ?? one);
    return {
      ...rest,
      request: { ...(safe({ ...request, headers }) as SentRequest), method, credentials },
      outcome: outcome.kind === 'failure' ? { ...outcome, message: text(outcome.message) } : answer(outcome),
    };
  };
  const answer = ({ headers, body, ...rest }: Answer): Answer => {
    const unseen = (secret: string): string => redactor.unseen(secret, view);
    const granted = mapMembers(headers, (one, name) => withoutGrants(name, one, unseen));
    const shown = text(redactor.inMembers(body.text, view));
    return { ...rest, headers: safe(granted) as Answer['headers'], body: withText(body, shown) };
  };
  return safe(value, '') as T;
}

/** The body with another text. If it had parsed JSON, that follows the new text. */
function withText(body: Body, text: string): Body {
  if (text === body.text) return body;
  const { size, utf8 } = body;
  return 'json' in body ? bodyOfText(text, { size, utf8 }) : { ...body, text };
}

/** Headers in which a service hands out or renews credentials, which the redactor does not know otherwise. */
const GRANTING = /^(?:authorization|authentication-info|x-(?:access|auth|refresh|session)-token)$/iu;

/** The name of each cookie (RFC 6265 section 4.1) and its value. A shorter one is a word such as a language. */
const COOKIE = /((?:^|, *)[\w!#$%&'*.^`|~+-]+=)([^;,]{8,})/gu;

function withoutGrants(name: string, value: string, hidden: (value: string) => string): string {
  if (/^set-cookie$/iu.test(name))
    return value.replaceAll(COOKIE, (_, cookie: string, content: string) => cookie + hidden(content));
  return GRANTING.test(name) ? hidden(value) : value;
}

/** Teaches the redactor the secrets of an exchange. Must be called before the exchange is written. */
export function learnFrom(
  { operation }: Draft,
  { body = '' }: WireRequest,
  outcome: Outcome,
  isAnonymous: boolean,
  redactor: Redactor,
): void {
  const secrets = operation?.node['x-secrets'] ?? [];
  const sent = secrets.length === 0 ? undefined : parseJson(body)?.value;
  const given = new Map(isObject(sent) ? Object.entries(sent) : []);
  for (const name of secrets) redactor.given(given.get(name));
  if (outcome.kind === 'failure') return;
  if (isAnonymous) redactor.publish(outcome.body.text);
  const names = secrets.filter((name) => !given.has(name));
  replaceMembers(
    names.length === 0 ? '' : outcome.body.text,
    new Set(names),
    (value) => void redactor.handedOut(value),
  );
}
