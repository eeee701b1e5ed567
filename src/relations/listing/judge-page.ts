import type { Listing } from '../../contract/listing.ts';
import { plural } from '../../nouns.ts';
import type { Answer } from './answer.ts';
import { type Difference, isPast, type JudgingContext, queryText } from './difference.ts';
import { isSelective } from './fault.ts';
import { knowsAll } from './judge-known.ts';
import { SLUGS } from './slugs.ts';
import { isSized, offsetOf, pageOf, sizeOf } from './values.ts';
import { pageText } from './wire.ts';

/** Judges what an answer says about its own page: the echoes, the size, the number of pages. */
export function judgePage({ listing }: JudgingContext, answer: Answer): readonly Difference[] {
  return [...wrongEchoes(listing, answer), ...wrongCounts(listing, answer)];
}

function wrongEchoes(listing: Listing, answer: Answer): readonly Difference[] {
  const { query, rows } = answer;
  const size = sizeOf(listing, query);
  const found: Difference[] = [];
  const [askedPage, asksSize] = [query[listing.page.parameter], isSized(listing, query)];
  if (answer.page !== undefined && !isPast(listing, answer) && answer.page !== pageOf(listing, query))
    found.push({
      slug: askedPage === undefined ? SLUGS.defaultPage : SLUGS.pageEcho,
      expected: pageText(listing, query, pageOf(listing, query)),
      actual: pageText(listing, query, answer.page),
      at: listing.page.echo ?? '',
    });
  if (
    answer.size !== undefined &&
    !Number.isNaN(size) &&
    answer.size !== size &&
    (asksSize || answer.size !== rows.length)
  )
    found.push({
      slug: asksSize ? SLUGS.sizeEcho : SLUGS.defaultSize,
      expected: `page size ${size}`,
      actual: String(answer.size),
      at: listing.size.echo ?? '',
    });
  return found;
}

function wrongCounts(listing: Listing, answer: Answer): readonly Difference[] {
  const { query, rows, total, pages } = answer;
  const size = sizeOf(listing, query);
  const found: Difference[] = [];
  if (rows.length > size && listing.size.parameter !== '')
    found.push({
      slug: isSized(listing, query) ? SLUGS.sizeBound : SLUGS.defaultSize,
      expected: `at most ${plural(size, 'item')}`,
      actual: plural(rows.length, 'item'),
      at: listing.items,
    });
  if (listing.page.past === 'empty' && total !== undefined && isPast(listing, answer) && rows.length > 0)
    found.push({
      slug: SLUGS.holdTotal,
      expected: `no item on a page past the end, as the total is ${total}`,
      actual: plural(rows.length, 'item'),
      at: listing.items,
    });
  const count = Math.ceil((total ?? 0) / size);
  // A count that fits the echoed size is consistent. If that size is wrong, another clause reports it.
  const isConsistent = [size, answer.size ?? size].some((one) => pages === Math.ceil((total ?? 0) / one));
  if (pages !== undefined && total !== undefined && total > 0 && !Number.isNaN(size) && !isConsistent)
    found.push({
      slug: SLUGS.pages,
      expected: `${count} pages for total ${total} and page size ${size}`,
      actual: `${plural(pages, 'page')} for ${queryText(listing, query)}`,
      at: listing.pages ?? '',
    });
  return found;
}

/** Do answers say how many items were found? */
export function isCounted({ total, totalHeader }: Listing): boolean {
  return (total ?? totalHeader) !== undefined;
}

/** Does the page hold as many items as the total leaves for it? A page that fits the known items is right as well. */
export function judgeFill({ listing, model }: JudgingContext, answer: Answer): readonly Difference[] {
  const { query, rows, size: echoed } = answer;
  const expectation = knowsAll(model, query) ? model.expectationOf(query) : undefined;
  const known = expectation?.least === expectation?.most ? expectation?.least : undefined;
  const total = answer.total ?? (isCounted(listing) ? undefined : known);
  const [page, size] = [pageOf(listing, query), sizeOf(listing, query)];
  if (total === undefined || Number.isNaN(size) || answer.leadsOn === true) return [];
  // Without a declared maximum the service may have one. Only an exploration knows it.
  const mayBeCut =
    query[listing.size.parameter] !== undefined && listing.schemas[listing.size.parameter]?.maximum === undefined;
  if (model === undefined && mayBeCut) return [];
  const offset = offsetOf(listing, query);
  const itemsOnPage = (count: number): number => Math.min(size, count - offset);
  const expected = itemsOnPage(total);
  if (rows.length === expected || rows.length > size || (offset >= total && page > 1)) return [];
  if (known !== undefined && rows.length === itemsOnPage(known)) return [];
  if (listing.size.fewer === true && rows.length > 0 && rows.length < expected) return [];
  const isLast = offset + size >= total;
  const slug = isLast && page > 1 ? SLUGS.remainder : SLUGS.holdTotal;
  // Without a size in the request, a page that is right for the size in the answer breaks the clause about the default size.
  const isOtherSize =
    rows.length > 0 &&
    !isSized(listing, query) &&
    (!isLast || (echoed !== undefined && rows.length === Math.max(0, Math.min(echoed, total - (page - 1) * echoed))));
  // If the items are not known, nobody can tell why a page beside a filter, or a later page, is short: it may lack items, or the
  // total may be too great.
  const isLater = page > 1 && echoed === size;
  if (isOtherSize && model === undefined && (isLater || isSelective(listing, query))) return [];
  return [
    {
      slug: isOtherSize ? SLUGS.defaultSize : slug,
      expected: `${expected} of ${plural(total, 'item')} on this page`,
      actual: plural(rows.length, 'item'),
      at: listing.items,
    },
  ];
}

export function duplicates({ rows }: Answer, { items }: Listing): readonly Difference[] {
  const keys = new Set<string>();
  for (const [index, { key }] of rows.entries()) {
    if (key === undefined) continue;
    if (keys.has(key))
      return [
        {
          slug: SLUGS.disjoint,
          expected: 'each item once',
          actual: `item ${key} twice on one page`,
          at: `${items}/${index}`,
        },
      ];
    keys.add(key);
  }
  return [];
}
