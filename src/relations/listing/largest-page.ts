import type { CheckContext } from '../../check/check.ts';
import { unlessNotTested } from '../../check/verdict.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Reader } from './answer.ts';
import { largest } from './pages.ts';
import { inOrder, sizeOf } from './values.ts';
import { toWire } from './wire.ts';

/**
 * The listing with the largest page that the service gives as its maximum page size, if the document declares none and the
 * service gives fewer items than requested. The document does not promise larger pages.
 */
export async function withServedMaximum(tools: CheckContext, { listing, read }: Reader): Promise<Listing> {
  const { operation, page, schemas, size } = listing;
  const schema = schemas[size.parameter];
  if (page.parameter === '' || schema === undefined || schema.maximum !== undefined) return listing;
  const query = inOrder(listing, { [size.parameter]: String(largest(listing)), [page.parameter]: '1' });
  const exchange = await unlessNotTested(async () =>
    tools.send((await tools.valid(operation.id)).query(toWire(listing, query))),
  );
  const { rows = [], total = 0 } = (exchange && read(exchange)) ?? {};
  const isCut = rows.length > 0 && rows.length < Math.min(sizeOf(listing, query), total);
  return isCut
    ? { ...listing, schemas: { ...schemas, [size.parameter]: { ...schema, maximum: rows.length } } }
    : listing;
}
