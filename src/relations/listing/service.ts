import type { Summary } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Ask, Listed, Row } from './answer.ts';
import { spanned } from './model.ts';
import { pageOf, sizeOf } from './values.ts';

/** What a service finds for a request, all of it, in its order. */
export type Source = (ask: Ask) => readonly Row[];

/** The numbers and items of an answer, before anything is written. */
export type Reply = Pick<Listed, 'rows' | 'total' | 'pages' | 'page' | 'size' | 'summaries' | 'failed'>;

/**
 * How a faulty service differs from a right one: one or two small changes on the way from the request to the answer.
 * What is left out is done right.
 */
export interface Bend {
  /** What it understands of the request. */
  readonly rewrite?: (ask: Ask) => Ask;
  /** What it makes of all that it found. */
  readonly found?: (rows: readonly Row[], ask: Ask) => readonly Row[];
  /** Which part of it is on the page. */
  readonly window?: (window: Window, ask: Ask, total: number) => Window;
  /** What it makes of the finished answer. */
  readonly reply?: (reply: Reply, ask: Ask, found: readonly Row[]) => Reply;
  /** Another request, whose total it tells. */
  readonly counts?: (ask: Ask) => Ask;
  /** What it understands of a request that it was sent before. */
  readonly repeated?: (ask: Ask) => Ask;
  /** What it keeps answers under; whatever has the same key gets the first answer. */
  readonly keptUnder?: (ask: Ask) => string;
}

export interface Window {
  readonly offset: number;
  readonly size: number;
}

/** The memory of a service: the answers that it keeps, and what it was asked. */
export interface Kept {
  readonly answers: Map<string, Reply>;
  /** Summaries by what they are of: a simulation asks for the same thousands of times. */
  readonly summaries?: WeakMap<readonly Row[], readonly unknown[]>;
  readonly asked: Set<string>;
}

export function nothingKept(summaries?: Kept['summaries']): Kept {
  return { answers: new Map(), asked: new Set(), ...(summaries === undefined ? {} : { summaries }) };
}

/** Answers one request as the service would whose only fault is the bend. */
export function respond(listing: Listing, source: Source, bend: Bend, ask: Ask, kept?: Kept): Reply {
  const key = bend.keptUnder?.(ask);
  const before = key === undefined ? undefined : kept?.answers.get(key);
  if (before !== undefined) return before;
  const understood = understand(bend, ask, kept);
  const find = (what: Ask): readonly Row[] => {
    const all = source(what);
    return bend.found?.(all, ask) ?? all;
  };
  const found = find(understood);
  const [page, size] = [pageOf(listing, understood), sizeOf(listing, understood)];
  const right = { offset: (page - 1) * size, size };
  const window = bend.window?.(right, understood, found.length) ?? right;
  const rows = found.slice(Math.max(0, window.offset), Math.max(0, window.offset + window.size));
  const total = bend.counts === undefined ? found.length : find(bend.counts(understood)).length;
  const reply = {
    rows,
    total,
    page: pageOf(listing, ask),
    size: sizeOf(listing, ask),
    pages: Math.ceil(total / sizeOf(listing, ask)),
    summaries: summariesOf(listing, found, kept),
  };
  const answer = bend.reply?.(reply, ask, found) ?? reply;
  if (key !== undefined) kept?.answers.set(key, answer);
  return answer;
}

function summariesOf({ summaries }: Listing, found: readonly Row[], kept?: Kept): readonly unknown[] {
  const before = kept?.summaries?.get(found);
  const made = before ?? summaries.map((summary) => summarise(summary, found));
  if (before === undefined) kept?.summaries?.set(found, made);
  return made;
}

function understand({ rewrite, repeated }: Bend, ask: Ask, kept?: Kept): Ask {
  if (repeated === undefined) return rewrite?.(ask) ?? ask;
  const raw = JSON.stringify(ask);
  const isRepeated = kept?.asked.has(raw) === true;
  kept?.asked.add(raw);
  return isRepeated ? repeated(ask) : (rewrite?.(ask) ?? ask);
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
