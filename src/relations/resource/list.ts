import type { CheckContext } from '../../check/check.ts';
import { at, isSuccess, objectsAt } from '../../check/judges.ts';
import { defined } from '../../defined.ts';
import { countInHeader, type Exchange } from '../../http/exchange.ts';
import { Hidden, unlessHidden } from '../../schema/traps.ts';
import { type Leading, nextPageIn, nextQuery } from '../listing/next-page.ts';
import { toWire } from '../listing/wire.ts';
import type { Body, Resource } from './declaration.ts';

export type Listed = Exchange | readonly [Exchange, ...Exchange[]];

/** A list with more pages is not read whole. */
const MOST_PAGES = 5;

export function pagesOf(listing: Listed): readonly [Exchange, ...Exchange[]] {
  return 'outcome' in listing ? [listing] : listing;
}

/** The readable entries on all pages. */
export function entriesIn({ items = '' }: Resource, listing: Listed): readonly Body[] {
  return pagesOf(listing).flatMap((page) => objectsAt(page, items));
}

/** Has the list as many entries as its total says, and does its last page lead to no other? True if neither is declared. */
export function isWhole(resource: Resource, listing: Listed): boolean {
  const found = entriesIn(resource, listing).length;
  const pages = pagesOf(listing);
  const last = pages.at(-1) ?? pages[0];
  return (
    pages.every((page) => (totalOf(resource, page) ?? 0) <= found) &&
    nextPageIn(leadingOf(resource), last) === undefined
  );
}

function leadingOf({ cursor, items = '' }: Resource): Leading {
  return { ...defined({ cursor }), payloads: [''], items };
}

/** The total that a page tells. Undefined if none is declared, NaN if the page lacks it. */
function totalOf({ total }: Resource, page: Exchange): number | undefined {
  if (total === undefined) return undefined;
  return Number((typeof total === 'object' ? countInHeader(page, total.header) : at(page, total)) ?? Number.NaN);
}

/** The pages after the first one, if the list has few pages. */
export function laterPages(tools: CheckContext, resource: Resource, first: Exchange): Promise<readonly Exchange[]> {
  return (resource.cursor === undefined ? numberedPages : ledPages)(tools, resource, first);
}

/** Each page as the one before it names it. */
async function ledPages(tools: CheckContext, resource: Resource, first: Exchange): Promise<readonly Exchange[]> {
  const { list = '', query = {} } = resource;
  const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const pages = [first];
  while (pages.length < MOST_PAGES) {
    const page = pages.at(-1) ?? first;
    const next = isSuccess(page) ? unlessHidden(() => nextQuery(leadingOf(resource), page, asked)) : undefined;
    if (next === undefined || next instanceof Hidden) break;
    pages.push(await tools.send(tools.request(list).query(next).fresh()));
  }
  return pages.slice(1);
}

/** The pages by their numbers. */
async function numberedPages(tools: CheckContext, resource: Resource, first: Exchange): Promise<readonly Exchange[]> {
  const { list = '', query } = resource;
  const listing = tools.contract.listings.get(list);
  const [found, total] = [() => entriesIn(resource, first).length, () => totalOf(resource, first)].map(unlessHidden);
  if (listing === undefined || listing.page.parameter === '' || !isSuccess(first)) return [];
  const count = Math.ceil(Number(total) / Number(found));
  const sized = Object.entries({ [listing.size.parameter || listing.page.parameter]: found, ...query });
  const size = Object.fromEntries(sized.map(([name, value]) => [name, String(value)]));
  const last = count <= MOST_PAGES ? count : 1;
  const pages: Exchange[] = [];
  for (let number = 2; number <= last; number += 1) {
    const wanted = toWire(listing, { ...size, [listing.page.parameter]: String(number) });
    pages.push(await tools.send(tools.request(list).query(wanted).fresh()));
  }
  return pages;
}
