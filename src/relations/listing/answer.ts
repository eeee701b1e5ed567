import { BOUNDS } from '../../bounds.ts';
import type { Contract } from '../../contract/contract.ts';
import { type Listing, placeOf } from '../../contract/listing.ts';
import { pickMembers } from '../../defined.ts';
import { countInHeader, type Exchange, hasSucceeded, headerOf } from '../../http/exchange.ts';
import { getOrMake } from '../../memoize.ts';
import { atPointer, isObject, joinPointer } from '../../schema/pointer.ts';
import { idText, original } from '../../schema/traps.ts';
import { nextPageIn } from './next-page.ts';
import { memberReader, type Query, type Row } from './row.ts';
import { fromWire, pageFrom } from './wire.ts';

export { type Query, queryKey, type Row } from './row.ts';

/** The readable content of one answer of a listing. */
export interface Answer {
  readonly query: Query;
  readonly rows: readonly Row[];
  readonly total?: number | undefined;
  readonly pages?: number | undefined;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  /** The value of each declared summary. */
  readonly summaries: readonly unknown[];
  /** The status of an error answer, which has no other content. */
  readonly failed?: number | undefined;
  /** Pointer to the payload within the body. */
  readonly payload: string;
  /** The number of its exchange. */
  readonly seq: number;
  /** It leads to a next page. So it may hold fewer items than requested, and more items may follow. */
  readonly leadsOn?: boolean;
  /** Its `Age` header says that it comes from a cache (RFC 9111 section 5.1). */
  readonly isFromCache?: boolean;
}

export function keysIn(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ key, hasInvalidId }) => (key === undefined || hasInvalidId === true ? [] : [key]));
}

/** Reads the answers of one listing under one reading of the contract. Each answer is read once. */
export interface Reader {
  readonly contract: Contract;
  readonly listing: Listing;
  /** Undefined unless the answer is an error or has a list of items. */
  read(exchange: Exchange): Answer | undefined;
}

/** An item that is not read: it is no object, or it breaks the document and so do too many before it. */
const UNREAD: Row = { key: undefined, values: {} };

/** Reads the items of one answer. If an item breaks the document, only its valid members are read. */
function createRowReader({
  contract: { validators, inspector },
  listing,
}: Pick<Reader, 'contract' | 'listing'>): (items: readonly unknown[]) => readonly Row[] {
  const schemas = listing.shapes(joinPointer(listing.items, '*'));
  const [schema] = schemas;
  const measured = decimalReader(listing);
  const membersOf = memberReader(listing);
  const isValid = (item: unknown) => schemas.some((one) => validators.compile(one)(item));
  return (items) => {
    let brokenItems = 0;
    return items.map((item): Row => {
      if (!isObject(item)) return UNREAD;
      const key = idText(item[listing.id]) || undefined;
      const all = membersOf(item);
      if (schema === undefined || isValid(item)) return { key, values: all, measured: measured(all) };
      brokenItems += 1;
      if (brokenItems > BOUNDS.brokenItems) return UNREAD;
      const failures = inspector.inspect(schema, item).filter(({ holds }) => !holds);
      const isBroken = (name: string) => failures.some(({ pointer }) => `${pointer}/`.startsWith(`/${name}/`));
      const values = pickMembers(all, (name) => !isBroken(name));
      if (!isBroken(listing.id)) return { key, values, measured: measured(values) };
      // Several items may share a broken id. The key contains the whole item, so that they stay apart.
      return { key: `${key} ${JSON.stringify(item)}`, values, measured: measured(values), hasInvalidId: true };
    });
  };
}

/** Reads the numbers that the listing compares, and that an item has as texts. */
function decimalReader({ filters, sort, ofMember }: Listing): (item: Row['values']) => NonNullable<Row['measured']> {
  const members = [...filters.map(({ member }) => member), ...Object.values(sort?.by ?? {})];
  const decimals = members.filter((one) => ofMember(one).some((schema) => schema['x-decimal']));
  return (item) =>
    Object.fromEntries(
      decimals.flatMap((one) => {
        const value = item[one];
        return typeof value === 'string' && /\d/u.test(value) && !Number.isNaN(Number(value))
          ? [[one, Number(value)]]
          : [];
      }),
    );
}

/** Reads places beside the items. What the document does not allow there is left out. */
function createPlaceReader({ contract: { validators }, listing }: Pick<Reader, 'contract' | 'listing'>) {
  /** A place without a schema in the document may hold anything. */
  const validAt = (body: unknown, payload: string, place: string): unknown => {
    const [value, schemas] = [atPointer(body, payload + place), listing.shapes(place)];
    return schemas.length === 0 || schemas.some((schema) => validators.compile(schema)(value)) ? value : undefined;
  };
  const countAt = (body: unknown, payload: string, place: string | undefined): number | undefined => {
    const value = place === undefined ? undefined : validAt(body, payload, place);
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  return { validAt, countAt };
}

export function createReader({ contract, listing }: Pick<Reader, 'contract' | 'listing'>): Reader {
  const readBefore = new WeakMap<Exchange, Answer | undefined>();
  const rowsOf = createRowReader({ contract, listing });
  const { validAt, countAt } = createPlaceReader({ contract, listing });
  const read = (exchange: Exchange): Answer | undefined => {
    // The body without traps, because invalid members are left out one by one below.
    const { outcome } = exchange;
    const body = hasSucceeded(outcome) ? original(outcome.body.json) : undefined;
    const failed = outcome.kind === 'response' && outcome.status >= 400 ? outcome.status : undefined;
    const query = fromWire(listing, exchange.request.query);
    // Only the service knows which place of the listing a cursor stands for.
    if (query[listing.cursor?.parameter ?? ''] !== undefined) return undefined;
    if (failed !== undefined) return { query, rows: [], summaries: [], failed, payload: '', seq: exchange.seq };
    const payload = listing.payloads.find((at) => Array.isArray(atPointer(body, at + listing.items)));
    if (payload === undefined) return undefined;
    const items = atPointer(body, payload + listing.items) as readonly unknown[];
    return {
      query,
      rows: rowsOf(items),
      total: countAt(body, payload, listing.total) ?? countInHeader(exchange, listing.totalHeader),
      pages: countAt(body, payload, listing.pages),
      page: pageFrom(listing, query, countAt(body, payload, listing.page.echo)),
      size: countAt(body, payload, listing.size.echo),
      summaries: listing.summaries.map((summary) => validAt(body, payload, placeOf(summary))),
      payload,
      seq: exchange.seq,
      leadsOn: nextPageIn(listing, exchange, body) !== undefined,
      isFromCache: Number(headerOf(exchange, 'Age')) > 0,
    };
  };
  return { contract, listing, read: (exchange) => getOrMake(readBefore, exchange, () => read(exchange)) };
}
