import type { Assertion, CheckContext } from '../../check/check.ts';
import { enough, holds, isSuccess } from '../../check/judges.ts';
import type { RequestBuilder } from '../../check/request.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { idsOf } from './cursor-pages.ts';
import { largestPage } from './learn.ts';
import { nextQuery } from './next-page.ts';

/** One page of the largest size, and the small pages. The others are read only if the small pages seem to lose something. */
export type Walked = {
  readonly whole: Exchange;
  readonly pages: readonly Exchange[];
  /** The largest page once more. */
  readonly again?: Exchange;
  readonly rest?: Exchange;
  /** The last small page once more, read after `rest`. */
  readonly end?: Exchange;
};

/** Reads what shows whether items are lost, or only came or went while the pages were read. */
export async function lookedFor(
  { send }: CheckContext,
  listing: Listing,
  request: RequestBuilder,
  walked: Walked,
): Promise<Walked> {
  const { whole, pages } = walked;
  const last = pages.at(-1);
  if (last === undefined || ![whole, ...pages].every(isSuccess)) return walked;
  const largest = largestPage(listing);
  if (missingOf(listing, walked).length > 0)
    return { ...walked, again: await send(request.query(largest).open('the largest page once more').fresh()) };
  const next = nextQuery(listing, last) === undefined ? nextQuery(listing, whole, largest) : undefined;
  if (next === undefined || hasPassed(listing, walked)) return walked;
  const rest = await send(request.query(next));
  if (newIn(listing, pages, rest).length === 0) return { ...walked, rest };
  const end = await send(request.query(last.request.query).open('the last page once more').fresh());
  return { ...walked, rest, end };
}

/** Do the small pages show more than the largest page? */
function hasPassed(listing: Listing, { whole, pages }: Walked): boolean {
  return pages.some((page) => newIn(listing, [whole], page).length > 0);
}

function newIn(listing: Listing, before: readonly Exchange[], page: Exchange): readonly string[] {
  const seen = new Set(before.flatMap((one) => idsOf(listing, one)));
  return idsOf(listing, page).filter((id) => !seen.has(id));
}

/**
 * The items of the largest page that the small pages lack. If these have not ended, only those that have to come before a later
 * page than the one that goes on after them. Then the small pages have to be in the order of the largest page.
 */
function missingOf(listing: Listing, { whole, pages }: Walked): readonly string[] {
  const last = pages.at(-1) ?? whole;
  const wanted = idsOf(listing, whole);
  const shown = pages.map((page) => idsOf(listing, page));
  const missing = newIn(listing, pages, whole);
  if (nextQuery(listing, last) === undefined) return missing;
  const places = shown.flat().flatMap((id) => (wanted.includes(id) ? wanted.indexOf(id) : []));
  if (places.some((place, index) => place < (places[index - 1] ?? 0))) return [];
  return missing.filter((id) => {
    const after = new Set(wanted.slice(wanted.indexOf(id)));
    const goesOn = shown.findIndex((ids) => ids.some((one) => after.has(one)));
    return goesOn >= 0 && shown.slice(goesOn + 1).some((ids) => ids.length > 0);
  });
}

/**
 * The pages miss no item of the largest page. It has to be the same after them, as something removed may move items to pages
 * that were read before. Records of older runs have it only once. The last page is not an empty one that leads to itself.
 */
export function nothingLost(listing: Listing, walked: Walked): Assertion {
  const { whole, pages, again } = walked;
  const last = pages.at(-1) ?? whole;
  const next = nextQuery(listing, last);
  const missing = again === undefined && next !== undefined ? [] : missingOf(listing, walked);
  if (missing.length > 0) {
    const wanted = idsOf(listing, whole);
    const isSame = again === undefined || idsOf(listing, again).join('\n') === wanted.join('\n');
    if (!isSame) return enough(false, 'the listing changed while its pages were read');
    return holds(false, last, {
      expected: `${wanted.length} items on the pages, as on one large page`,
      actual: `${wanted.length - missing.length} of them; ${missing[0]} is missing`,
    });
  }
  const leadsTo = Object.entries(next ?? {});
  // An empty page may lead on, but not to itself.
  const isEndless =
    next !== undefined &&
    idsOf(listing, last).length === 0 &&
    leadsTo.every(([name, value]) => last.request.query[name] === value);
  return holds(!isEndless, last, {
    expected: 'no next page after the last item',
    actual: 'an empty page that leads to itself',
  });
}

/** If the pages have ended, so has the largest page. What is there only now would be on the last page, or after it. */
export function restFound(listing: Listing, { pages, rest, end }: Walked): Assertion {
  const [lost] = rest === undefined || end === undefined ? [] : newIn(listing, [...pages, end], rest);
  const isLost = lost !== undefined && end !== undefined && isSuccess(end) && nextQuery(listing, end) === undefined;
  return holds(!isLost, end ?? pages.at(-1) ?? (rest as Exchange), {
    expected: 'a next page, as there is one after the largest page',
    actual: `no next page; ${lost} is missing`,
  });
}
