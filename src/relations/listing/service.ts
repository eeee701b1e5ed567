import type { Summary } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import { type Answer, type Query, queryKey, type Row } from './answer.ts';
import { spanned } from './model.ts';
import { offsetOf, pageOf, sizeOf } from './values.ts';

/** What a service finds for a request, all of it, in its order. */
export type Source = (query: Query) => readonly Row[];

/** The numbers and items of an answer, before anything is written. */
export type Reply = Pick<Answer, 'rows' | 'total' | 'pages' | 'page' | 'size' | 'summaries' | 'failed'>;

/**
 * How a faulty service differs from a right one: one or two small changes on the way from the request to the answer.
 * What is left out is done right.
 */
export interface Change {
  /** What it understands of the request. */
  readonly rewrite?: (query: Query) => Query;
  /** What it makes of all that it found. */
  readonly found?: (rows: readonly Row[], query: Query) => readonly Row[];
  /** Which part of it is on the page. */
  readonly window?: (window: Window, query: Query, total: number) => Window;
  /** What it makes of the finished answer. */
  readonly reply?: (reply: Reply, query: Query, found: readonly Row[]) => Reply;
  /** Another request, whose total it tells. */
  readonly counts?: (query: Query) => Query;
  /** What it understands of a request that it was sent before. */
  readonly onRepeat?: (query: Query) => Query;
  /** What it keeps answers under; whatever has the same key gets the first answer. */
  readonly cacheKey?: (query: Query) => string;
}

export interface Window {
  readonly offset: number;
  readonly size: number;
}

/** The memory of a service: the answers that it keeps, and what it was asked. */
export interface ServiceMemory {
  readonly answers: Map<string, Reply>;
  /** Summaries by what they are of: a simulation asks for the same thousands of times. */
  readonly summaries?: WeakMap<readonly Row[], readonly unknown[]>;
  readonly asked: Set<string>;
}

export function emptyMemory(summaries?: ServiceMemory['summaries']): ServiceMemory {
  return { answers: new Map(), asked: new Set(), ...(summaries === undefined ? {} : { summaries }) };
}

/** Answers one request as the service would whose only fault is the change. */
export function respond(listing: Listing, source: Source, change: Change, query: Query, kept?: ServiceMemory): Reply {
  const key = change.cacheKey?.(query);
  const before = key === undefined ? undefined : kept?.answers.get(key);
  if (before !== undefined) return before;
  const understood = understand(change, query, kept);
  const find = (what: Query): readonly Row[] => {
    const all = source(what);
    return change.found?.(all, query) ?? all;
  };
  const found = find(understood);
  const size = sizeOf(listing, understood);
  const right = { offset: offsetOf(listing, understood), size };
  const window = change.window?.(right, understood, found.length) ?? right;
  const rows = found.slice(Math.max(0, window.offset), Math.max(0, window.offset + window.size));
  const total = change.counts === undefined ? found.length : find(change.counts(understood)).length;
  const reply = {
    rows,
    total,
    page: pageOf(listing, query),
    size: sizeOf(listing, query),
    pages: Math.ceil(total / sizeOf(listing, query)),
    summaries: summariesOf(listing, found, kept),
  };
  const answer = change.reply?.(reply, query, found) ?? reply;
  if (key !== undefined) kept?.answers.set(key, answer);
  return answer;
}

function summariesOf({ summaries }: Listing, found: readonly Row[], kept?: ServiceMemory): readonly unknown[] {
  const before = kept?.summaries?.get(found);
  const made = before ?? summaries.map((summary) => summarise(summary, found));
  if (before === undefined) kept?.summaries?.set(found, made);
  return made;
}

function understand({ rewrite, onRepeat }: Change, query: Query, kept?: ServiceMemory): Query {
  if (onRepeat === undefined) return rewrite?.(query) ?? query;
  const raw = queryKey(query);
  const isRepeated = kept?.asked.has(raw) === true;
  kept?.asked.add(raw);
  return isRepeated ? onRepeat(query) : (rewrite?.(query) ?? query);
}

/** What a summary is of these items; a range of none is null. */
export function summarise(summary: Summary, rows: readonly Row[]): unknown {
  if ('total' in summary) return rows.length;
  if ('counts' in summary) return countBy(rows, summary.member);
  return spanned(rows, summary.member) ?? null;
}

function countBy(rows: readonly Row[], member: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { values } of rows) counts[String(values[member])] = (counts[String(values[member])] ?? 0) + 1;
  return counts;
}
