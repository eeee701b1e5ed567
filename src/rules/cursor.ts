import { type Assertion, type CheckContext, check } from '../check/check.ts';
import { enough, holds, isSuccess, statusOf } from '../check/judges.ts';
import { isBelowId } from '../check/place.ts';
import type { RequestBuilder } from '../check/request.ts';
import { fallingWith } from '../check/results.ts';
import { NotTested } from '../check/verdict.ts';
import type { Contract } from '../contract/contract.ts';
import type { Listing } from '../contract/listing.ts';
import type { Operation } from '../contract/operations.ts';
import { type Exchange, headerOf } from '../http/exchange.ts';
import { operandsOf } from '../relations/invariants/comparisons.ts';
import { createReader } from '../relations/listing/answer.ts';
import { type Filtered, filteredPages, idsOf, staysFiltered } from '../relations/listing/cursor-pages.ts';
import { takesText } from '../relations/listing/hidden.ts';
import { largestPage } from '../relations/listing/learn.ts';
import { lookedFor, nothingLost, restFound, type Walked } from '../relations/listing/lost-items.ts';
import { nextQuery } from '../relations/listing/next-page.ts';
import { inRichestPlace } from '../relations/listing/richest-place.ts';
import type { Query } from '../relations/listing/row.ts';
import { clauseOf, SLUGS } from '../relations/listing/slugs.ts';
import { joinPointer } from '../schema/pointer.ts';
import { invariantsOf } from './invariants.ts';
import { asRecognised, type DerivedCheck, derivedClause } from './rule.ts';

/** A listing is read in about this many pages. One page more shows whether they end. */
const PAGES = 3;

/** At most so many are read while they hold fewer items than requested. */
const MOST_PAGES = 12;

/**
 * The pages of a listing by cursor or by link (`cursor` of an `x-listing`). Each is requested as the page before says. All are
 * compared with one page of the largest size.
 */
export function cursorPages(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  const listing = contract.listings.get(operation.id);
  const { cursor } = listing ?? {};
  // Where the service alone decides on the size, no page shows what the small pages have to hold.
  if (listing === undefined || cursor === undefined || listing.size.parameter === '') return [];
  const { parameter } = cursor;
  const way =
    parameter === undefined
      ? 'at the address that the page before names'
      : `with the ${parameter} that the page before tells`;
  const slug = parameter === undefined ? 'links-lead-through-the-listing' : 'cursor-leads-through-the-listing';
  const clause = derivedClause(operation, [slug], {
    text: `Page by page, each asked for ${way}, every item of the listing comes once, and the pages end. Filters hold on each page.`,
    pointer: joinPointer(operation.pointer, 'x-listing', 'cursor'),
  });
  const behind = pagesBehind(listing, contract);
  const one = check<Walk>({
    clause: clause.id,
    first: true,
    changesNothing: true,
    act: (tools) => walk(tools, listing),
    judge: ({ filtered = [], ...walked }) => [
      enough(isSuccess(walked.whole), `the largest page is answered ${statusOf(walked.whole) ?? 'with nothing'}`),
      ...[
        ...walked.pages.map((page, index): Assertion => onlyNewItems(listing, walked.pages.slice(0, index), page)),
        ...(walked.pages.every(isSuccess) ? [nothingLost(listing, walked), restFound(listing, walked)] : []),
      ].map((one) => fallingWith(behind, one)),
      ...filtered.map((each) => staysFiltered(listing, each)),
    ],
  });
  return [{ clause: asRecognised(listing, clause), checks: [one] }];
}

/**
 * If pages also have numbers, the clauses about these: a page with the wrong items has them wherever its address comes from.
 * And what the document says of the member that leads on.
 */
function pagesBehind(listing: Listing, contract: Contract): readonly string[] {
  const { page, cursor, operation } = listing;
  const slugs = page.parameter === '' ? [] : [SLUGS.disjoint, SLUGS.holdTotal, SLUGS.remainder];
  const { next } = cursor ?? {};
  const leading =
    typeof next === 'string'
      ? invariantsOf(contract, operation.id).filter(({ relation }) => operandsOf(relation).includes(next))
      : [];
  return [...slugs.map((slug) => clauseOf(listing, { slug })), ...leading.map(({ clause }) => clause.id)];
}

/** `filtered` is absent in records of older runs. */
type Walk = Walked & { readonly filtered?: readonly Filtered[] };

async function walk(tools: CheckContext, listing: Listing): Promise<Walk> {
  const { operation, size, schemas } = listing;
  const reader = createReader({ contract: tools.contract, listing });
  const there = isBelowId(operation) ? await inRichestPlace(tools, reader) : tools;
  const request = await there.valid(operation.id);
  const largest = largestPage(listing);
  const whole = await tools.send(request.query(largest));
  const found = idsOf(listing, whole).length;
  const isWhole = found < Number(largest[size.parameter]);
  if (isSuccess(whole) && found < 2)
    throw new NotTested('skip', 'the listing holds fewer than two items', 'run it against a service with more of them');
  const pageSize = Math.max(sizeFor(found, isWhole), schemas[size.parameter]?.minimum ?? 1);
  const pages: Exchange[] = [];
  const first = { [size.parameter]: String(pageSize) };
  let next: Query | undefined = first;
  const isShort = (page: Exchange): boolean => idsOf(listing, page).length < pageSize;
  while (next !== undefined && pages.length < (pages.some(isShort) ? MOST_PAGES : PAGES + 1)) {
    const page = await tools.send(request.query(next));
    pages.push(page);
    if (!namesPages(listing, page, pages.length === 1))
      throw new NotTested('skip', 'the pages are not linked by a header');
    next = nextQuery(listing, page, first);
  }
  const walked = await lookedFor(tools, listing, request, { whole, pages });
  await sendMadeUp(tools, listing, request.query(first), pages[0]);
  return { ...walked, filtered: await filteredPages(tools, listing, request, whole) };
}

/** The size of a page. A whole listing ends with a page of one or two items: a service that stops too early loses these. */
function sizeFor(found: number, isWhole: boolean): number {
  const third = Math.ceil(found / PAGES);
  return isWhole ? Math.max(third, Math.floor((found - 1) / 2)) : third;
}

/** A cursor that the service never told, most likely: one of its own, read from the end. It may be refused. */
async function sendMadeUp(
  tools: CheckContext,
  listing: Listing,
  request: RequestBuilder,
  page: Exchange | undefined,
): Promise<void> {
  const { parameter = '' } = listing.cursor ?? {};
  const told = page && nextQuery(listing, page)?.[parameter];
  if (told === undefined) return;
  const madeUp = [...told].reverse().join('');
  if (madeUp === told || !takesText(tools.contract, listing.schemas[parameter], madeUp)) return;
  await tools.send(request.query({ [parameter]: madeUp }).refusable(`a ${parameter} that no page told`));
}

/** A later page is answered, and no item of a page came before. */
function onlyNewItems(listing: Listing, before: readonly Exchange[], page: Exchange): Assertion {
  const seen = new Set(before.flatMap((one) => idsOf(listing, one)));
  const ids = idsOf(listing, page);
  const again = ids.find((id, index) => seen.has(id) || ids.indexOf(id) !== index);
  if (!isSuccess(page))
    return holds(false, page, {
      expected: before.length === 0 ? 'a page of this size' : 'a page, as the page before tells it',
      actual: `status ${statusOf(page) ?? 'none'}`,
    });
  return holds(again === undefined, page, {
    expected: 'items that were on no page before',
    actual: `the item ${again} again`,
  });
}

/**
 * Are pages linked by the header? Not if it names no page at all, but a licence or the page itself, nor if the first page lacks
 * it and pages have numbers: a documented header is optional.
 */
function namesPages({ cursor, page }: Listing, exchange: Exchange, isFirst: boolean): boolean {
  if (typeof cursor?.next !== 'object' || !('header' in cursor.next) || exchange.outcome.kind === 'failure')
    return true;
  const links = headerOf(exchange, cursor.next.header);
  if (links === undefined) return !isFirst || page.parameter === '';
  return /\brel="?(?:[^"<]*\s)?(?:next|prev|previous|first|last)\b/iu.test(links);
}
