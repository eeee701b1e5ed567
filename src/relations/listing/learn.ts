import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Answer, Query, Reader } from './answer.ts';
import type { ListingEvidence } from './evidence.ts';
import { createModel } from './model.ts';
import type { Accepts } from './selections.ts';
import { inOrder, measure, sizeOf } from './values.ts';

/** Sends a request to the listing. Undefined where it may not be sent, or nothing came back that says anything. */
export type Send = (query: Query, past?: boolean) => Promise<Exchange | undefined>;

/** The items behind a listing, as far as few requests tell them. */
export interface Learnt {
  readonly exchanges: readonly Exchange[];
  /** Those whose items the model is made of: all, or where there are too many the slice's. */
  readonly telling: readonly Exchange[];
  readonly whole: boolean;
  readonly slice: Query;
}

/** The same as the evidence has it. */
export function learntOf({ telling, whole, slice }: Learnt): Pick<ListingEvidence, 'learnt' | 'whole' | 'slice'> {
  return { learnt: telling, whole, slice };
}

/** What learning a listing needs. */
interface Learning {
  readonly send: Send;
  readonly reader: Reader;
  readonly pages: number;
}

/**
 * Reads the whole listing page by page where so many pages suffice, or else a part of it that filters cut out. Every request
 * carries one of the bases, the first with which something is found.
 */
export async function learn(
  learning: Learning,
  accepts: Accepts,
  bases: readonly [Query, ...Query[]] = [{}],
): Promise<Learnt> {
  const { reader, pages } = learning;
  const { exchanges, all, attempt, base } = await firstFound(learning, bases);
  if (all.whole || all.rows === 0) return { exchanges, telling: all.exchanges, whole: all.whole, slice: base };
  for (const part of slicesOf(reader, all, accepts)) {
    const slice = { ...base, ...part };
    const selection = { ...slice, ...attempt.selection };
    const walked = await walk(learning, { ...attempt, selection }, Math.max(2, Math.ceil(pages / 2)));
    exchanges.push(...walked.exchanges);
    if (walked.whole && walked.rows > 0) return { exchanges, telling: walked.exchanges, whole: true, slice };
  }
  return { exchanges, telling: all.exchanges, whole: false, slice: base };
}

/** The first walk that finds something, and how it was asked for; the last one where none does. */
async function firstFound(learning: Learning, bases: readonly [Query, ...Query[]]) {
  const { reader, pages } = learning;
  const exchanges: Exchange[] = [];
  let [base, all, attempt]: [Query, Walk, Attempt] = [bases[0], NOTHING, {}];
  for (base of bases) {
    let isRefused = false;
    // A service that takes no page so large, or no number of its first page, has its listing all the same.
    for (attempt of attemptsOf(reader.listing)) {
      all = await walk(learning, { ...attempt, selection: { ...base, ...attempt.selection } }, pages);
      exchanges.push(...all.exchanges);
      isRefused = all.exchanges.some((exchange) => reader.read(exchange)?.failed !== undefined);
      if (all.rows > 0 || !isRefused) break;
    }
    if (all.rows > 0 || isRefused) break;
  }
  return { exchanges, all, attempt, base };
}

/** How the pages are asked for. */
interface Attempt {
  readonly selection?: Query;
  /** The first page is asked for by leaving its number out. */
  readonly firstUnsaid?: boolean;
}

/** In the largest pages; in those of the default size; in the largest, but the first without its number. */
function attemptsOf(listing: Listing): readonly Attempt[] {
  const selection = largestPage(listing);
  const attempts = [{ selection }, {}, { selection, firstUnsaid: true }];
  return sizeOf(listing, {}) > 0 || listing.page.as !== 'offset' ? attempts : attempts.filter((one) => one.selection);
}

interface Walk {
  readonly exchanges: readonly Exchange[];
  readonly rows: number;
  readonly total: number | undefined;
  readonly whole: boolean;
}

const NOTHING: Walk = { exchanges: [], rows: 0, total: undefined, whole: false };

export function largestPage({ size, schemas, defaults }: Listing): Query {
  return { [size.parameter]: String(schemas[size.parameter]?.maximum ?? defaults[size.parameter] ?? 50) };
}

/** Page by page, until one is not full. A total that is not right does not end it. */
async function walk(
  { send, reader }: Learning,
  { selection = {}, firstUnsaid = false }: Attempt,
  atMost: number,
): Promise<Walk> {
  const { listing } = reader;
  const { page } = listing;
  const exchanges: Exchange[] = [];
  let [rows, full, total]: [number, number, number | undefined] = [0, 0, undefined];
  for (let number = 1; number <= (page.parameter === '' ? 1 : atMost); number += 1) {
    const isPast = total !== undefined && rows >= total;
    const numbered = number === 1 && firstUnsaid ? {} : { [page.parameter]: String(number) };
    const exchange = await send(inOrder(listing, { ...selection, ...numbered }), isPast);
    const answer = exchange === undefined ? undefined : reader.read(exchange);
    if (exchange === undefined || answer === undefined || answer.failed !== undefined) {
      if (exchange !== undefined && !isPast) exchanges.push(exchange);
      return { exchanges, rows, total, whole: isPast };
    }
    if (!isPast || answer.rows.length > 0) exchanges.push(exchange);
    if (number === 1) [total, full] = [answer.total, answer.rows.length];
    rows += answer.rows.length;
    const size = sizeOf(listing, selection);
    const isWhole = rows < size && (total === undefined || total <= rows);
    const isEnd = page.parameter === '' ? isWhole : isLast(answer, { rows, full, number, size });
    if (isEnd) return { exchanges, rows, total, whole: true };
    if (total !== undefined && number === 1 && Math.ceil(total / Math.max(1, full)) > atMost)
      return { exchanges, rows, total, whole: false };
  }
  return { exchanges, rows, total, whole: false };
}

/**
 * Is this the last page? Yes if it is empty or not full, or if as many items were read as the total says and the answer counts no
 * further page. But a total equal to one full first page may only be the number of items on it: then the walk goes on.
 */
function isLast(
  { rows, total, pages = 0 }: Answer,
  walked: { readonly rows: number; readonly full: number; readonly number: number; readonly size: number },
): boolean {
  if (rows.length === 0 || rows.length < walked.full) return true;
  if (walked.number === 1 && rows.length === walked.size) return false;
  return total !== undefined && walked.rows === total && pages <= walked.number;
}

/** A slice is to hold about so many items: enough for a few pages, and few enough to know them all. */
const IN_A_SLICE = 120;

/** Filters that cut out a part of about the right size, the nearest first, judged by the items of the first page. */
function slicesOf(reader: Reader, { exchanges, total }: Walk, accepts: Accepts): readonly Query[] {
  const { listing } = reader;
  const rows = exchanges.flatMap((exchange) => reader.read(exchange)?.rows ?? []);
  const model = createModel(listing, { rows, whole: false });
  const share = (query: Query) => model.expectationOf(query).least / Math.max(1, model.items.length);
  const single = listing.filters.flatMap(({ parameter, member }) => {
    const values = [
      ...new Set(
        model.items.flatMap(({ values: own }) =>
          typeof own[member] === 'number' || typeof own[member] === 'string' ? [String(own[member])] : [],
        ),
      ),
    ];
    const sorted = values
      .filter((value) => accepts(parameter, value))
      .toSorted((a, b) => (measure(a) ?? Number(a)) - (measure(b) ?? Number(b)));
    return [0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95]
      .flatMap((place) => sorted[Math.floor((sorted.length - 1) * place)] ?? [])
      .map((value) => ({ [parameter]: value }));
  });
  const joined = single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...other, ...one })));
  const distance = (query: Query) => Math.abs(Math.log((share(query) * (total ?? 0) + 1) / IN_A_SLICE));
  return [...single, ...joined]
    .filter((query) => share(query) > 0)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, 3);
}
