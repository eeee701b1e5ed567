import type { Answer, Exchange, Failure, Intent, Outcome, SentRequest } from '../../src/http/exchange.ts';

/** Made-up exchanges: what a judge is asked about when nobody has sent anything. */
export interface ExchangeParts {
  readonly seq?: number;
  readonly operation?: string;
  readonly intent?: Intent;
  readonly request?: Partial<SentRequest>;
  readonly outcome?: Outcome;
}

export function exchange({
  seq = 1,
  operation,
  intent = { kind: 'valid' },
  request = {},
  outcome = json(200, {}),
}: ExchangeParts = {}): Exchange {
  return {
    seq,
    ...(operation === undefined ? {} : { operation }),
    intent,
    request: { method: 'GET', target: '/', query: {}, headers: {}, credentials: [], ...request },
    outcome,
  };
}

/** An answer with a JSON body. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { ...text(status, JSON.stringify(value), 'application/json', headers), body: bodyOf(JSON.stringify(value)) };
}

/** An answer with problem details. */
export function problem(status: number, members: Readonly<Record<string, unknown>> = {}): Answer {
  const value = { type: 'about:blank', title: 'A title', status, detail: 'A detail.', ...members };
  return json(status, value, { 'content-type': 'application/problem+json' });
}

/** An answer with a text, of whatever media type. */
export function text(
  status: number,
  content: string,
  mediaType = 'text/plain',
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    kind: 'response',
    status,
    headers: { 'content-type': mediaType, ...headers },
    body: bodyOf(content),
    durationMs: 3,
  };
}

/** An answer without a body and without a media type. */
export function bare(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { kind: 'response', status, headers, body: bodyOf(''), durationMs: 3 };
}

/** No answer at all. */
export function failure(
  reason: Failure['reason'] = 'reset',
  message = 'the connection was closed (ECONNRESET)',
): Failure {
  return { kind: 'failure', reason, message, durationMs: 3 };
}

export const INVALID_QUERY: Intent = { kind: 'invalid', reject: 'invalid-query', what: 'limit=0' };

function bodyOf(content: string): Answer['body'] {
  const value = parsed(content);
  return {
    size: Buffer.byteLength(content),
    text: content,
    utf8: true,
    ...(value === undefined ? {} : { json: value }),
  };
}

function parsed(content: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(content) as unknown };
  } catch {
    return undefined;
  }
}
