import { at, isSuccess } from '../../check/judges.ts';
import type { Listing } from '../../contract/listing.ts';
import { type Exchange, headerOf } from '../../http/exchange.ts';
import { atPointer } from '../../schema/pointer.ts';

/**
 * The cursor or the link with which a page leads to the next one; undefined if it names none. By default `body` is what judges
 * read of the page.
 */
export function nextPageIn(
  { cursor, payloads }: Listing,
  page: Exchange,
  body: unknown = isSuccess(page) ? at(page, '') : undefined,
): string | undefined {
  const { next } = cursor ?? {};
  if (next === undefined) return undefined;
  const found = typeof next === 'object' ? linkIn(page, next.header) : textIn(body, payloads, next);
  return found === '' ? undefined : found;
}

function textIn(body: unknown, payloads: readonly string[], place: string): string | undefined {
  const [text] = payloads.flatMap((payload) => atPointer(body, payload + place) ?? []);
  return typeof text === 'string' ? text : undefined;
}

/** RFC 8288 section 3: `<address>; rel="next"`. */
function linkIn(page: Exchange, header: string): string | undefined {
  const links = headerOf(page, header) ?? '';
  return /<(?<address>[^>]*)>[^<]*;\s*rel="?(?:[^"<]*\s)?next\b/iu.exec(links)?.groups?.['address'];
}
