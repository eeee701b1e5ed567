import type { Listing } from '../../contract/listing.ts';
import type { Summary } from '../../contract/listing-node.ts';
import { countsOf } from '../../groups.ts';
import { type Answer, type Query, queryKey, type Row } from './answer.ts';
import { spanned } from './model.ts';
import { offsetOf, pageOf, sizeOf } from './values.ts';

/** All that a service finds for a request, in its order. */
export type Source = (query: Query) => readonly Row[];

/** The numbers and items of an answer, without its serialized form. */
export type Reply = Pick<Answer, 'rows' | 'total' | 'pages' | 'page' | 'size' | 'summaries' | 'failed' | 'leadsOn'>;

/**
 * How a faulty service differs from a right one: one or two small changes on the way from the request to the answer.
 * A step without a change is done right.
 */
export interface Change {
  /** The request as it understands it. */
  readonly rewrite?: (query: Query) => Query;
  /** The items that it keeps of all found, in its order. */
  readonly found?: (rows: readonly Row[], query: Query) => readonly Row[];
  /** The part of them that is on the page. */
  readonly window?: (window: Window, query: Query, total: number) => Window;
  /** The answer that it sends. */
  readonly reply?: (reply: Reply, query: Query, found: readonly Row[]) => Reply;
  /** The request whose total it gives. */
  readonly counts?: (query: Query) => Query;
  /** A repeated request as it understands it. */
  readonly onRepeat?: (query: Query) => Query;
  /** Its cache key: requests with the same key get the first answer. */
  readonly cacheKey?: (query: Query) => string;
}

export interface Window {
  readonly offset: number;
  readonly size: number;
}

/** The memory of a service: its cached answers and the requests that it received. */
export interface ServiceMemory {
  readonly answers: Map<string, Reply>;
  /** Summaries by their items: a simulation needs the same ones thousands of times. */
  readonly summaries?: WeakMap<readonly Row[], readonly unknown[]>;
  readonly asked: Set<string>;
}

export function emptyMemory(summaries?: ServiceMemory['summaries']): ServiceMemory {
  return { answers: new Map(), asked: new Set(), ...(summaries === undefined ? {} : { summaries }) };
}

/** Answers one request as a service would whose only fault is the change. */
export function respond(listing: Listing, source: Source, change: Change, query: Query, memory = emptyMemory()): Reply {
  const key = change.cacheKey?.(query);
  const cached = key === undefined ? undefined : memory.answers.get(key);
  if (cached !== undefined) return cached;
  const understood = understand(change, query, memory);
  const find = (what: Query): readonly Row[] => {
    const all = source(what);
    return change.found?.(all, query) ?? all;
  };
  const found = find(understood);
  const size = sizeOf(listing, understood);
  const rightWindow = { offset: offsetOf(listing, understood), size };
  const window = change.window?.(rightWindow, understood, found.length) ?? rightWindow;
  const rows = found.slice(Math.max(0, window.offset), Math.max(0, window.offset + window.size));
  const total = change.counts === undefined ? found.length : find(change.counts(understood)).length;
  // Pages with numbers end by their number, others by their items.
  const shown = listing.page.parameter === '' ? window.offset + rows.length : rightWindow.offset + rightWindow.size;
  const reply = {
    rows,
    total,
    page: pageOf(listing, query),
    size: sizeOf(listing, query),
    pages: Math.ceil(total / sizeOf(listing, query)),
    summaries: summariesOf(listing, found, memory),
    ...(listing.cursor === undefined ? {} : { leadsOn: shown < total }),
  };
  const answer = change.reply?.(reply, query, found) ?? reply;
  if (key !== undefined) memory.answers.set(key, answer);
  return answer;
}

function summariesOf({ summaries }: Listing, found: readonly Row[], memory: ServiceMemory): readonly unknown[] {
  const cached = memory.summaries?.get(found);
  const computed = cached ?? summaries.map((summary) => summarise(summary, found));
  if (cached === undefined) memory.summaries?.set(found, computed);
  return computed;
}

function understand({ rewrite, onRepeat }: Change, query: Query, { asked }: ServiceMemory): Query {
  if (onRepeat === undefined) return rewrite?.(query) ?? query;
  const raw = queryKey(query);
  const isRepeated = asked.has(raw);
  asked.add(raw);
  return isRepeated ? onRepeat(query) : (rewrite?.(query) ?? query);
}

/** The value of a summary for these items; the range of no items is null. */
export function summarise(summary: Summary, rows: readonly Row[]): unknown {
  if ('total' in summary) return rows.length;
  if ('counts' in summary)
    return Object.fromEntries(countsOf(rows.map(({ values }) => String(values[summary.member]))));
  return spanned(rows, summary.member) ?? null;
}
