import type { CheckContext } from '../../check/check.ts';
import { NotTested, unlessNotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Query, Reader } from './answer.ts';
import { nextPageIn } from './next-page.ts';
import { inOrder, largestSize } from './values.ts';
import { toWire } from './wire.ts';

/** Does the document say how large a page can be, and leave no smaller one to the service? */
export function declaresMaximum({ schemas, size }: Listing): boolean {
  return schemas[size.parameter]?.maximum !== undefined && size.fewer !== true;
}

/**
 * The listing with the largest page that the service gives as its maximum page size, if the document declares none and the
 * service gives fewer items than requested. The document does not promise larger pages. Where no parameter is the size, all pages
 * are as large as the first. Throws NotTested if that one has all items: then nobody knows how large a page is.
 */
export async function withServedMaximum(tools: CheckContext, { listing, read }: Reader): Promise<Listing> {
  const { operation, page, schemas, size } = listing;
  const schema = schemas[size.parameter];
  const requested = largestSize(listing);
  const pageOf = async (number: number) => {
    const numbered: Query = page.parameter === '' ? {} : { [page.parameter]: String(number) };
    const query = inOrder(listing, { [size.parameter]: String(requested), ...numbered });
    const request = (await tools.valid(operation.id)).query(toWire(listing, query));
    const exchange = await unlessNotTested(() => tools.send(request));
    const { rows = [], total } = (exchange && read(exchange)) ?? {};
    return { exchange, rows, total };
  };
  const { exchange, rows, total } = await pageOf(1);
  const hasSize = size.parameter !== '';
  if (exchange === undefined || rows.length === 0 || (hasSize && rows.length >= requested)) return listing;
  const isMore = async () =>
    page.parameter === '' ? nextPageIn(listing, exchange) !== undefined : (await pageOf(2)).rows.length > 0;
  // A total of the page alone is a fault, which only a second page shows.
  const isCut = total === undefined || (!hasSize && total === rows.length) ? await isMore() : total > rows.length;
  if (!hasSize && !isCut) throw new NotTested('skip', ONE_PAGE);
  if (!hasSize) return { ...listing, defaults: { ...listing.defaults, '': String(rows.length) } };
  return isCut
    ? { ...listing, schemas: { ...schemas, [size.parameter]: { ...schema, maximum: rows.length } } }
    : listing;
}

const ONE_PAGE = 'all items fit on one page, and no parameter tells how many that may be';
