import type { Entry, Har, Request, Response } from 'har-format';
import { joinUrl } from '../../http/base-url.ts';
import type { Exchange, Outcome } from '../../http/exchange.ts';
import { renderJson } from '../json.ts';
import type { Report } from '../model.ts';

/** HAR 1.2: the exchanges of the report. Secrets are placeholders, and long bodies are cut. */
export function renderHar(report: Report): string {
  return renderJson(harOf(report, report.exchanges));
}

/** Some exchanges of a report as HAR 1.2. Those of an older journal have no time, and get that of the run. */
export function harOf({ suite, run, findings }: Report, exchanges: readonly Exchange[]): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: suite.name, version: suite.version },
      comment: 'Secrets are placeholders, and long bodies are cut.',
      entries: exchanges.map((exchange) => ({
        ...entryOf(exchange, run.baseUrl, run.startedAt),
        _findings: findings.filter(({ exchanges: shown }) => shown.includes(exchange.seq)).map(({ id }) => id),
      })),
    },
  };
}

function entryOf(exchange: Exchange, baseUrl: string, startedDateTime: string): Entry {
  const { seq, operation, outcome, sentAt } = exchange;
  return {
    startedDateTime: sentAt === undefined ? startedDateTime : new Date(sentAt).toISOString(),
    time: outcome.durationMs,
    request: requestOf(exchange, baseUrl),
    response: responseOf(outcome),
    cache: {},
    timings: { send: 0, wait: outcome.durationMs, receive: 0 },
    comment: `exchange ${seq}${operation === undefined ? '' : `, ${operation}`}`,
  };
}

function requestOf({ request }: Exchange, baseUrl: string): Request {
  const { method, target, query, headers, body } = request;
  return {
    method,
    url: joinUrl(new URL(baseUrl), target),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: pairs(query),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
    ...(body === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
  };
}

function responseOf(outcome: Outcome): Response {
  const empty = { httpVersion: 'HTTP/1.1', statusText: '', cookies: [], redirectURL: '', headersSize: -1 };
  const mimeType = 'x-unknown';
  if (outcome.kind === 'failure')
    return { ...empty, status: 0, headers: [], content: { size: 0, mimeType }, bodySize: -1, comment: outcome.message };
  const { status, headers, body } = outcome;
  return {
    ...empty,
    status,
    headers: pairs(headers),
    redirectURL: headers['location'] ?? '',
    content: { size: body.size, mimeType: headers['content-type'] ?? mimeType, text: body.text },
    bodySize: body.size,
  };
}

function pairs(values: Readonly<Record<string, string>>): { readonly name: string; readonly value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
