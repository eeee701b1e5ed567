import { BOUNDS } from '../../bounds.ts';
import type { Contract } from '../../contract/contract.ts';
import { type Listing, placeOf } from '../../contract/listing.ts';
import { type Exchange, hasSucceeded } from '../../http/exchange.ts';
import { atPointer, isObject, joinPointer } from '../../schema/pointer.ts';
import type { Schema } from '../../schema/schema.ts';
import { idText, original } from '../../schema/traps.ts';
import type { Query, Row } from './row.ts';
import { fromWire, pageFrom } from './wire.ts';

export { type Query, queryKey, type Row } from './row.ts';

/** What one answer of a listing says, as far as it can be read. */
export interface Answer {
  readonly query: Query;
  readonly rows: readonly Row[];
  readonly total?: number | undefined;
  readonly pages?: number | undefined;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  /** The value of each declared summary. */
  readonly summaries: readonly unknown[];
  /** The status of an answer that is no success: then nothing else is told. */
  readonly failed?: number | undefined;
  /** Pointer to the payload within the body. */
  readonly payload: string;
  /** The exchange that it came with. */
  readonly seq: number;
  /** It says itself that it comes from a cache (RFC 9111 section 5.1). */
  readonly isKept?: boolean;
}

/** The keys of the items that can be told from others. */
export function keysIn(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ key, hasInvalidId }) => (key === undefined || hasInvalidId === true ? [] : [key]));
}

/** Reads the answers of one listing under one reading of the contract; each answer once. */
export interface Reader {
  readonly contract: Contract;
  readonly listing: Listing;
  /** Undefined where the answer tells nothing: no answer came, or a success without items that can be read. */
  read(exchange: Exchange): Answer | undefined;
}

/** An item of which nothing can be told: it is no object, or far too many before it break the document. */
const UNREAD: Row = { key: undefined, values: {} };

export function createReader({ contract, listing }: Pick<Reader, 'contract' | 'listing'>): Reader {
  const { validators, inspector } = contract;
  const known = new WeakMap<Exchange, { readonly answer: Answer | undefined }>();
  const keeps = (schema: Schema, value: unknown) => validators.compile(schema)(value);
  const whole = (place: string, value: unknown) => {
    const shapes = listing.shapes(place);
    return shapes.length === 0 || shapes.some((schema) => keeps(schema, value));
  };
  const count = (body: unknown, payload: string, place: string | undefined): number | undefined => {
    const value = place === undefined ? undefined : atPointer(body, payload + place);
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && whole(place ?? '', value)
      ? value
      : undefined;
  };
  const itemShapes = listing.shapes(joinPointer(listing.items, '*'));
  const row = (value: unknown, room: { left: number }): Row => {
    if (!isObject(value)) return UNREAD;
    const own = value[listing.id];
    const key = idText(own) || undefined;
    const [shape] = itemShapes;
    if (shape === undefined || itemShapes.some((one) => keeps(one, value))) return { key, values: value, measured: {} };
    room.left -= 1;
    if (room.left < 0) return UNREAD;
    const broken = inspector.inspect(shape, value).filter(({ holds }) => !holds);
    const members = new Set(broken.map(({ pointer }) => pointer.split('/')[1] ?? ''));
    const values = Object.fromEntries(Object.entries(value).filter(([name]) => !members.has(name)));
    // Several items may share a broken id: what else they show tells them apart.
    const rest = { values, measured: {} };
    return members.has(listing.id)
      ? { key: `${key} ${JSON.stringify(value)}`, ...rest, hasInvalidId: true }
      : { key, ...rest };
  };
  const read = (exchange: Exchange): Answer | undefined => {
    // What breaks the document is judged by place here, member by member.
    const body = bodyOf(exchange);
    const failed = failureOf(exchange);
    const query = fromWire(listing, exchange.request.query);
    if (failed !== undefined) return { query, rows: [], summaries: [], failed, payload: '', seq: exchange.seq };
    const payload = listing.payloads.find((at) => Array.isArray(atPointer(body, at + listing.items)));
    if (payload === undefined) return undefined;
    const items = atPointer(body, payload + listing.items) as readonly unknown[];
    const room = { left: BOUNDS.brokenItems };
    return {
      query,
      rows: items.map((item) => row(item, room)),
      total: count(body, payload, listing.total) ?? totalIn(exchange, listing),
      pages: count(body, payload, listing.pages),
      page: pageFrom(listing, query, count(body, payload, listing.page.echo)),
      size: count(body, payload, listing.size.echo),
      summaries: listing.summaries.map((summary) => {
        const value = atPointer(body, payload + placeOf(summary));
        return whole(placeOf(summary), value) ? value : undefined;
      }),
      payload,
      seq: exchange.seq,
      isKept: exchange.outcome.kind === 'response' && Number(exchange.outcome.headers['age']) > 0,
    };
  };
  return {
    contract,
    listing,
    read(exchange) {
      const before = known.get(exchange) ?? { answer: read(exchange) };
      known.set(exchange, before);
      return before.answer;
    },
  };
}

function bodyOf({ outcome }: Exchange): unknown {
  return hasSucceeded(outcome) ? original(outcome.body.json) : undefined;
}

function totalIn({ outcome }: Exchange, { totalHeader = '' }: Listing): number | undefined {
  const text = outcome.kind === 'response' ? outcome.headers[totalHeader] : undefined;
  return typeof text === 'string' && /^\d+$/u.test(text) ? Number(text) : undefined;
}

function failureOf({ outcome }: Exchange): number | undefined {
  return outcome.kind === 'response' && outcome.status >= 400 ? outcome.status : undefined;
}
