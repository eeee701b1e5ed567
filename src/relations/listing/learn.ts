import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Answer, Query, Reader } from './answer.ts';
import type { ListingEvidence } from './evidence.ts';
import { createModel } from './model.ts';
import type { Accepts } from './selections.ts';
import { inOrder, largestSize, measure, sizeOf } from './values.ts';

/** Sends a request to the listing. Undefined if it may not be sent, or if no usable answer came back. */
export type Send = (query: Query, past?: boolean) => Promise<Exchange | undefined>;

/** What a few requests show of the items behind a listing. */
export interface Learnt {
  readonly exchanges: readonly Exchange[];
  /** The exchanges with the items of the model: those of the whole listing or, if it is too long, of a slice. */
  readonly telling: readonly Exchange[];
  readonly whole: boolean;
  readonly slice: Query;
}

/** The same in the form of the evidence. */
export function learntOf({ telling, whole, slice }: Learnt): Pick<ListingEvidence, 'learnt' | 'whole' | 'slice'> {
  return { learnt: telling, whole, slice };
}

/** What learning a listing needs: at most `pages` pages are read. */
interface Learning {
  readonly send: Send;
  readonly reader: Reader;
  readonly pages: number;
}

/**
 * Reads the whole listing page by page if `pages` pages suffice, or else a slice of it that filters select. Every request has
 * the parameters of one of the bases: the first that finds something.
 */
export async function learn(
  learning: Learning,
  accepts: Accepts,
  bases: readonly [Query, ...Query[]] = [{}],
): Promise<Learnt> {
  const { reader, pages } = learning;
  const { exchanges, found, attempt, base } = await firstSuccessfulWalk(learning, bases);
  if (found.whole || found.rows === 0) return { exchanges, telling: found.exchanges, whole: found.whole, slice: base };
  for (const part of slicesOf(reader, found, accepts)) {
    const slice = { ...base, ...part };
    const selection = { ...slice, ...attempt.selection };
    const walked = await walk(learning, { ...attempt, selection }, Math.max(2, Math.ceil(pages / 2)));
    exchanges.push(...walked.exchanges);
    if (walked.whole && walked.rows > 0) return { exchanges, telling: walked.exchanges, whole: true, slice };
  }
  return { exchanges, telling: found.exchanges, whole: false, slice: base };
}

/** The first walk that finds something, and its parameters. The last walk if none does, or if every way to ask is refused. */
async function firstSuccessfulWalk(learning: Learning, [firstBase, ...otherBases]: readonly [Query, ...Query[]]) {
  const { reader, pages } = learning;
  const exchanges: Exchange[] = [];
  const walkOnce = async (base: Query, attempt: Attempt) => {
    const found = await walk(learning, { ...attempt, selection: { ...base, ...attempt.selection } }, pages);
    exchanges.push(...found.exchanges);
    const hasFailed = found.exchanges.some((exchange) => reader.read(exchange)?.failed !== undefined);
    return { base, attempt, found, isRefused: found.rows === 0 && hasFailed, isEmpty: found.rows === 0 && !hasFailed };
  };
  // A service may refuse the largest page size or the number of the first page, and still serve the listing.
  const walkInSomeWay = async (base: Query) => {
    const [firstWay, ...otherWays] = waysToAsk(reader.listing);
    let last = await walkOnce(base, firstWay);
    for (const way of otherWays) if (last.isRefused) last = await walkOnce(base, way);
    return last;
  };
  let last = await walkInSomeWay(firstBase);
  for (const base of otherBases) if (last.isEmpty) last = await walkInSomeWay(base);
  return { ...last, exchanges };
}

/** One way to ask for the pages. */
interface Attempt {
  readonly selection?: Query;
  /** The request for the first page has no page number. */
  readonly omitsFirstNumber?: boolean;
}

/** The ways to try: the largest pages, pages of the default size, and the largest pages with no number for the first. */
function waysToAsk(listing: Listing): readonly [Attempt, ...Attempt[]] {
  const selection = largestPage(listing);
  // Offsets can be told only if the page size is known.
  const isSizeOptional = sizeOf(listing, {}) > 0 || listing.page.as !== 'offset';
  return [{ selection }, ...(isSizeOptional ? [{}] : []), { selection, omitsFirstNumber: true }];
}

interface Walk {
  readonly exchanges: readonly Exchange[];
  readonly rows: number;
  readonly total: number | undefined;
  readonly whole: boolean;
}

export function largestPage(listing: Listing): Query {
  return { [listing.size.parameter]: String(largestSize(listing)) };
}

/** Reads page by page up to the last page. A wrong total alone does not end the walk. */
async function walk(
  { send, reader }: Learning,
  { selection = {}, omitsFirstNumber = false }: Attempt,
  maxPages: number,
): Promise<Walk> {
  const { listing } = reader;
  const { page } = listing;
  const exchanges: Exchange[] = [];
  let [rows, firstPageRows, total]: [number, number, number | undefined] = [0, 0, undefined];
  for (let number = 1; number <= (page.parameter === '' ? 1 : maxPages); number += 1) {
    const isPast = total !== undefined && rows >= total;
    const numbered = number === 1 && omitsFirstNumber ? {} : { [page.parameter]: String(number) };
    const exchange = await send(inOrder(listing, { ...selection, ...numbered }), isPast);
    const answer = exchange === undefined ? undefined : reader.read(exchange);
    if (exchange === undefined || answer === undefined || answer.failed !== undefined) {
      if (exchange !== undefined && !isPast) exchanges.push(exchange);
      return { exchanges, rows, total, whole: isPast };
    }
    if (!isPast || answer.rows.length > 0) exchanges.push(exchange);
    if (number === 1) [total, firstPageRows] = [answer.total, answer.rows.length];
    rows += answer.rows.length;
    const size = sizeOf(listing, selection);
    // Also a full page is the last if it says so. A service may leave out a link in a header.
    const saysEnd = typeof listing.cursor?.next === 'string';
    const isWhole = (rows < size || saysEnd) && answer.leadsOn !== true && (total === undefined || total <= rows);
    const isEnd = page.parameter === '' ? isWhole : isLast(listing, answer, { rows, firstPageRows, number, size });
    if (isEnd) return { exchanges, rows, total, whole: true };
    if (total !== undefined && number === 1 && Math.ceil(total / Math.max(1, firstPageRows)) > maxPages)
      return { exchanges, rows, total, whole: false };
  }
  return { exchanges, rows, total, whole: false };
}

/**
 * Is this the last page? Yes if it is empty or (unless any page may be short) shorter than the first, or if as many items were
 * read as the total says and the answer counts no further page. But a total equal to a full first page may only count that
 * page: then the walk goes on.
 */
function isLast(
  { size: { fewer } }: Listing,
  { rows, total, pages = 0 }: Answer,
  walked: { readonly rows: number; readonly firstPageRows: number; readonly number: number; readonly size: number },
): boolean {
  if (rows.length === 0 || (fewer !== true && rows.length < walked.firstPageRows)) return true;
  if (walked.number === 1 && rows.length === walked.size) return false;
  return total !== undefined && walked.rows === total && pages <= walked.number;
}

const SCALARS = ['number', 'string'];

/** A slice should hold about this many items: enough for a few pages, and few enough to know them all. */
const SLICE_ITEMS = 120;

/** If one page is all that can be read, and nothing tells how many items there are: so many times as many as on the page. */
const UNKNOWN_SHARE = 3;

/** A fixed value is chosen for a slice if a bound would be this far from the wanted number of items (in logarithms). */
const FIXED_VALUE_COST = 1;

/** The three best filter queries for a slice of about the wanted size, estimated from the items that were read. */
function slicesOf(reader: Reader, { exchanges, total }: Walk, accepts: Accepts): readonly Query[] {
  const { listing } = reader;
  const rows = exchanges.flatMap((exchange) => reader.read(exchange)?.rows ?? []);
  const model = createModel(listing, { rows, whole: false });
  const share = (query: Query) => model.expectationOf(query).least / Math.max(1, model.items.length);
  const single = listing.filters.flatMap(({ parameter, member }) => {
    const values = model.items.map((item) => item.values[member]).filter((value) => SCALARS.includes(typeof value));
    const sorted = [...new Set(values.map(String))]
      .filter((value) => accepts(parameter, value))
      .toSorted((a, b) => (measure(a) ?? Number(a)) - (measure(b) ?? Number(b)));
    return [0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95]
      .flatMap((quantile) => sorted[Math.floor((sorted.length - 1) * quantile)] ?? [])
      .map((value) => ({ [parameter]: value }));
  });
  const combined = single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...other, ...one })));
  const candidates = [...single, ...combined].filter((query) => share(query) > 0);
  const distance = (query: Query, all: number, wanted: number) => Math.abs(Math.log((share(query) * all + 1) / wanted));
  if (listing.page.parameter !== '' || total !== undefined)
    return candidates.toSorted(by((query) => distance(query, total ?? 0, SLICE_ITEMS))).slice(0, 3);
  // Within a bound the values of the other filters differ, and lesser bounds show the bound itself.
  const isFixed = (query: Query) =>
    listing.filters.some(({ parameter, relation }) => relation === 'equals' && query[parameter] !== undefined);
  const unknown = rows.length * UNKNOWN_SHARE;
  const sorted = candidates.toSorted(
    by((query) => distance(query, unknown, rows.length / 2) + (isFixed(query) ? FIXED_VALUE_COST : 0)),
  );
  // What is known may be no sample: in an order, one bound may leave nearly all, and another nearly nothing.
  const names = (query: Query) => Object.keys(query).join(' ');
  return sorted.filter((query, index) => sorted.findIndex((one) => names(one) === names(query)) === index).slice(0, 3);
}

function by(rank: (query: Query) => number): (a: Query, b: Query) => number {
  return (a, b) => rank(a) - rank(b);
}
