import type { Listing } from '../../contract/listing.ts';
import type { Listed } from './answer.ts';
import { type Bench, type Complaint, isPast } from './complaint.ts';
import { SLUGS } from './slugs.ts';
import { pageOf, sizeOf } from './values.ts';

/** What an answer says of its own page: the echoes, the size, the number of pages. */
export function judgePage({ listing }: Bench, listed: Listed): readonly Complaint[] {
  const { ask, rows, total, pages } = listed;
  const size = sizeOf(listing, ask);
  const found: Complaint[] = [];
  const [askedPage, askedSize] = [ask[listing.page.parameter], ask[listing.size.parameter]];
  if (listed.page !== undefined && !isPast(listing, listed) && listed.page !== pageOf(listing, ask))
    found.push({
      slug: askedPage === undefined ? SLUGS.defaultPage : SLUGS.pageEcho,
      expected: `page ${pageOf(listing, ask)}`,
      actual: String(listed.page),
      at: listing.page.echo ?? '',
    });
  if (
    listed.size !== undefined &&
    !Number.isNaN(size) &&
    listed.size !== size &&
    (askedSize !== undefined || listed.size !== rows.length)
  )
    found.push({
      slug: askedSize === undefined ? SLUGS.defaultSize : SLUGS.sizeEcho,
      expected: `page size ${size}`,
      actual: String(listed.size),
      at: listing.size.echo ?? '',
    });
  if (rows.length > size)
    found.push({
      slug: askedSize === undefined ? SLUGS.defaultSize : SLUGS.sizeBound,
      expected: `at most ${size} items`,
      actual: `${rows.length} items`,
      at: listing.items,
    });
  const count = Math.ceil((total ?? 0) / size);
  // Counted by the size that it tells it is right in itself: that another one was asked for is told by the clause about that.
  const isCounted = [size, listed.size ?? size].some((one) => pages === Math.ceil((total ?? 0) / one));
  if (pages !== undefined && total !== undefined && total > 0 && !Number.isNaN(size) && !isCounted)
    found.push({
      slug: SLUGS.pages,
      expected: `${count} pages for total ${total} and page size ${size}`,
      actual: String(pages),
      at: listing.pages ?? '',
    });
  return found;
}

/** Does the page hold as many items as its total leaves for it? */
export function judgeFill(listing: Listing, { ask, rows, total, size: echoed }: Listed): readonly Complaint[] {
  const [page, size] = [pageOf(listing, ask), sizeOf(listing, ask)];
  if (total === undefined || Number.isNaN(size)) return [];
  const offset = (page - 1) * size;
  const expected = Math.min(size, total - offset);
  if (rows.length === expected || rows.length > size || (offset >= total && page > 1)) return [];
  const isLast = offset + size >= total;
  const slug = isLast && page > 1 ? SLUGS.remainder : SLUGS.holdTotal;
  // What is right by the size that the answer tells is a page of another size.
  const isOtherSize =
    ask[listing.size.parameter] === undefined &&
    (!isLast || (echoed !== undefined && rows.length === Math.max(0, Math.min(echoed, total - (page - 1) * echoed))));
  return [
    {
      slug: isOtherSize ? SLUGS.defaultSize : slug,
      expected: `${expected} of ${total} items on this page`,
      actual: `${rows.length} items`,
      at: listing.items,
    },
  ];
}

export function twins({ rows }: Listed, { items }: Listing): readonly Complaint[] {
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
