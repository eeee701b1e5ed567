import { at, isSuccess } from '../../check/judges.ts';
import { NotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import { type Exchange, headerOf } from '../../http/exchange.ts';
import { atPointer } from '../../schema/pointer.ts';
import { idText } from '../../schema/traps.ts';
import type { Query } from './row.ts';

/** Where the pages of a list have its items, and name the next page. */
export type Leading = Pick<Listing, 'cursor' | 'payloads' | 'items'>;

/** The query for the next page: from its link, or the first query with the cursor. Undefined if the page names none. */
export function nextQuery(leading: Leading, page: Exchange, first: Query = {}): Query | undefined {
  const parameter = leading.cursor?.parameter;
  const nextPage = nextPageIn(leading, page);
  if (nextPage === undefined) return undefined;
  const link = queryOf(nextPage);
  if (parameter !== undefined) return { ...first, [parameter]: link[parameter] ?? nextPage };
  if (Object.keys(link).length > 0) return link;
  throw new NotTested('skip', 'the next page is at an address without a query, which is not followed');
}

/** The query of an address; empty if the text has none. */
function queryOf(text: string): Query {
  const at = text.indexOf('?');
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(text.slice(at + 1).replace(/#.*$/su, '')));
}

/**
 * The cursor or the link with which a page leads to the next one; undefined if it names none. By default `body` is what judges
 * read of the page.
 */
export function nextPageIn(
  { cursor, payloads, items }: Leading,
  page: Exchange,
  body: unknown = isSuccess(page) ? at(page, '') : undefined,
): string | undefined {
  const { next } = cursor ?? {};
  if (next === undefined) return undefined;
  if (typeof next === 'string') return textIn(body, payloads, next);
  if ('header' in next) return linkIn(page, next.header) || undefined;
  const [hasMore] = next.more === undefined ? [] : valuesAt(body, payloads, next.more);
  const [list] = valuesAt(body, payloads, items);
  if (hasMore === false || !Array.isArray(list)) return undefined;
  // An empty page after which there is more leads to itself.
  if (list.length === 0 && hasMore === true) return page.request.query[cursor?.parameter ?? ''];
  return idText(atPointer(list.at(-1), `/${next.item}`)) || undefined;
}

function valuesAt(body: unknown, payloads: readonly string[], place: string): readonly unknown[] {
  return payloads.map((payload) => atPointer(body, payload + place) ?? undefined).filter((one) => one !== undefined);
}

function textIn(body: unknown, payloads: readonly string[], place: string): string | undefined {
  const [text] = valuesAt(body, payloads, place);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** RFC 8288 section 3: `<address>; rel="next"`. */
function linkIn(page: Exchange, header: string): string | undefined {
  const links = headerOf(page, header) ?? '';
  return /<(?<address>[^>]*)>[^<]*;\s*rel="?(?:[^"<]*\s)?next\b/iu.exec(links)?.groups?.['address'];
}
