import type { CheckContext } from '../../check/check.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Query, Reader } from './answer.ts';
import { nextPageIn } from './next-page.ts';
import { inOrder, largestSize } from './values.ts';
import { toWire } from './wire.ts';

/** Does the document say how large a page can be, and leave no smaller one to the service? Also where pages have no size. */
export function declaresMaximum({ schemas, size }: Listing): boolean {
  const schema = schemas[size.parameter];
  return schema === undefined || (schema.maximum !== undefined && size.fewer !== true);
}

/**
 * The listing with the largest page that the service gives as its maximum page size, if the document declares none and the
 * service gives fewer items than requested. The document does not promise larger pages.
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
  if (exchange === undefined || rows.length === 0 || rows.length >= requested) return listing;
  const isMore = async () =>
    page.parameter === '' ? nextPageIn(listing, exchange) !== undefined : (await pageOf(2)).rows.length > 0;
  const isCut = total === undefined ? await isMore() : total > rows.length;
  return isCut
    ? { ...listing, schemas: { ...schemas, [size.parameter]: { ...schema, maximum: rows.length } } }
    : listing;
}
