import type { Exchange } from '../http/exchange.ts';
import { clipped, visible } from './escape.ts';

/** One exchange on one line: the request and its answer. */
export function exchangeLine({ seq, request, outcome }: Exchange): string {
  const answer =
    outcome.kind === 'response'
      ? `${outcome.status} ${outcome.headers['content-type'] ?? 'without a media type'}`
      : outcome.message;
  const body = request.body === undefined ? '' : ` ${request.body}`;
  return `${clipped(visible(`${request.method} ${request.target}${body}`), 160)} -> ${clipped(visible(answer), 80)} (exchange ${seq})`;
}
