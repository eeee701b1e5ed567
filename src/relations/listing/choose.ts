import type { Ask, Listed } from './answer.ts';
import type { Bundle } from './pairs.ts';
import { ANY, type Fault } from './fault.ts';
import { type Bench } from './complaint.ts';
import { judge } from './judge.ts';
import type { Model } from './model.ts';
import { type Kept, nothingKept, respond, type Reply } from './service.ts';
import { orderedSlug, summarySlug } from './slugs.ts';
import { judgeTogether } from './together.ts';

/** How requests are chosen: so many of them, and how often each fault has to show. */
export interface Effort {
  readonly requests: number;
  readonly showings: number;
}

/** The first showing of a fault counts; further ones count a little, or what shows only in pairs would never be chosen. */
const WEIGHTS = [1, 0.04, 0.01] as const;

/** The first showing of any fault of a clause: no clause is left out for the sake of another one's finer points. */
const NEW_CLAUSE = 24;

/** Which of some faults, by index, a bundle of requests tells apart from a right service. */
export type Shows = (bundle: Bundle, among: readonly number[]) => readonly number[];

/** Simulates right and faulty services over the items that are known, and tells which faults a bundle of requests shows. */
export function createShows(model: Model, faults: readonly Fault[], directions: Bench['directions']): Shows {
  const { listing } = model;
  // Most faults have nothing to do with summaries, which cost the most to judge.
  const lean = { listing: { ...listing, summaries: [] }, model, directions };
  const full: Bench = { listing, model, directions };
  const ofSummaries = new Set(
    listing.summaries.flatMap((summary) => [summarySlug(summary), 'range' in summary ? orderedSlug(summary) : '']),
  );
  const source = (ask: Ask) => model.found(ask);
  const right = new Map<Ask, Reply>();
  const summaries: Kept['summaries'] = new WeakMap();
  const rightReply = (ask: Ask): Reply => {
    const reply = right.get(ask) ?? respond(listing, source, {}, ask, nothingKept(summaries));
    right.set(ask, reply);
    return reply;
  };
  const listed = (reply: Reply, ask: Ask, seq: number): Listed => ({ ...reply, ask, payload: '', seq });
  return ({ asks, again }, among) => {
    const all = again === true ? [...asks, ...asks.slice(-1)] : asks;
    const replies = all.map((ask) => rightReply(ask));
    return among.filter((index) => {
      const fault = faults[index];
      if (fault === undefined || !all.some((ask) => fault.when(ask))) return false;
      const bench = ofSummaries.has(fault.slug) ? full : lean;
      const kept = nothingKept(bench === full ? summaries : undefined);
      const bent = all.map((ask) => respond(bench.listing, source, fault.bend, ask, kept));
      if (bent.every((reply, place) => isSame(reply, replies[place]))) return false;
      const answers = bent.map((reply, place) => listed(reply, all[place] ?? {}, place));
      const [first] = answers;
      const complaints =
        answers.length === 1 && first !== undefined && first.failed === undefined
          ? judge(bench, first)
          : judgeTogether(bench, answers);
      return complaints.some(({ slug }) => slug === fault.slug || fault.slug === ANY);
    });
  };
}

function isSame(a: Reply, b: Reply | undefined): boolean {
  return (
    b !== undefined &&
    a.total === b.total &&
    a.pages === b.pages &&
    a.page === b.page &&
    a.size === b.size &&
    a.failed === b.failed &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => row === b.rows[index]) &&
    a.summaries.every(
      (value, index) => value === b.summaries[index] || JSON.stringify(value) === JSON.stringify(b.summaries[index]),
    )
  );
}

/** A bundle, and what is known of the faults that it shows. */
export interface Prospect {
  readonly bundle: Bundle;
  readonly keys: readonly string[];
  /** The faults that can make a difference to it; true where they were found to, false where not. */
  readonly told: Map<number, boolean | undefined>;
}

/** Bundles to choose from: nothing is simulated yet, only which faults have to do with each. */
export function prospectsOf(candidates: readonly Bundle[], faults: readonly Fault[]): readonly Prospect[] {
  return candidates.map((bundle) => {
    const may = faults.flatMap((fault, index) => (bundle.asks.some((ask) => fault.when(ask)) ? [index] : []));
    return { bundle, keys: keysOf(bundle), told: new Map(may.map((index) => [index, undefined])) };
  });
}

/** Finds out which of these faults the bundle shows, as far as it is not known. */
export function tell({ bundle, told }: Prospect, shows: Shows, among: (index: number) => boolean = () => true): void {
  const open = [...told].filter(([index, known]) => known === undefined && among(index)).map(([index]) => index);
  const shown = new Set(shows(bundle, open));
  for (const index of open) told.set(index, shown.has(index));
}

/** So many bundles are looked at closely for each that is chosen: those that may be worth the most. */
const LOOKED_AT = 24;

/**
 * Picks the bundles that tell the most faults apart, one after the other (a greedy cover). What was asked already costs
 * nothing, and what can be worth less than another is not simulated. The same candidates give the same choice.
 */
export function choose(
  prospects: readonly Prospect[],
  shows: Shows,
  faults: readonly Fault[],
  effort: Effort,
  asked: readonly Ask[] = [],
): readonly Bundle[] {
  const times = new Uint8Array(faults.length);
  const slugs = new Set<string>();
  const sent = new Set(asked.map((ask) => JSON.stringify(ask)));
  const chosen: Bundle[] = [];
  const isOpen = (index: number) => (times[index] ?? 0) < effort.showings;
  const price = ({ keys }: Prospect) => Math.max(keys.filter((key) => !sent.has(key)).length, FREE);
  const worth = ({ told }: Prospect) => {
    let sum = 0;
    const fresh = new Set<string>();
    for (const [index, known] of told) {
      if (known === false || !isOpen(index)) continue;
      sum += WEIGHTS[times[index] ?? 0] ?? 0;
      const slug = faults[index]?.slug ?? '';
      if (!slugs.has(slug)) fresh.add(slug);
    }
    return sum + fresh.size * NEW_CLAUSE;
  };
  const left = new Set(prospects);
  for (let room = effort.requests; left.size > 0; ) {
    const best = bestOf(left, { worth, price, room, look: (one) => tell(one, shows, isOpen) });
    if (best === undefined) break;
    left.delete(best);
    room -= Math.floor(price(best));
    for (const key of best.keys) sent.add(key);
    for (const [index, known] of best.told) {
      if (known !== true) continue;
      times[index] = (times[index] ?? 0) + 1;
      slugs.add(faults[index]?.slug ?? '');
    }
    chosen.push(best.bundle);
  }
  return chosen;
}

/** What is asked anyway costs next to nothing. */
const FREE = 0.01;

/** What shows no fault that was not shown often enough is not worth a request. */
const LEAST_WORTH = 0.009;

interface Market {
  readonly worth: (one: Prospect) => number;
  readonly price: (one: Prospect) => number;
  readonly room: number;
  readonly look: (one: Prospect) => void;
}

/** The best of those that were looked at closely; those that can be worth nothing any more are let go. */
function bestOf(left: Set<Prospect>, { worth, price, room, look }: Market): Prospect | undefined {
  const rated = [...left].flatMap((one) => {
    const most = worth(one);
    if (most < LEAST_WORTH) left.delete(one);
    return most < LEAST_WORTH || Math.floor(price(one)) > room ? [] : [{ one, rate: most / price(one) }];
  });
  const near = rated.toSorted((a, b) => b.rate - a.rate).slice(0, LOOKED_AT);
  for (const { one } of near) look(one);
  const exact = near
    .map(({ one }) => ({ one, rate: worth(one) / price(one) }))
    .filter(({ one }) => worth(one) >= LEAST_WORTH);
  if (exact.length === 0) return near.length === 0 ? undefined : bestOf(left, { worth, price, room, look });
  return exact.reduce((a, b) => (b.rate > a.rate ? b : a)).one;
}

function keysOf({ asks, again }: Bundle): readonly string[] {
  const keys = asks.map((ask) => JSON.stringify(ask));
  return again === true ? [...keys, `${keys.at(-1)} again`] : keys;
}
