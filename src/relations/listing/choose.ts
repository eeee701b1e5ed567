import type { Ask, Listed } from './answer.ts';
import type { Bundle } from './candidates.ts';
import { ANY, type Fault } from './fault.ts';
import { type Bench, judge } from './judge.ts';
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

/** The first showing of any fault of a clause counts as much again. */
const NEW_CLAUSE = 2;

/** The faults that a bundle tells apart from a right service, as indices. */
export type Shows = (bundle: Bundle) => readonly number[];

/** Simulates right and faulty services over the items that are known, and tells which faults a bundle of requests shows. */
export function createShows(model: Model, faults: readonly Fault[], directions: Bench['directions']): Shows {
  const { listing } = model;
  // Most faults have nothing to do with summaries, which cost the most to judge.
  const lean = { listing: { ...listing, summaries: [] }, model, directions };
  const full: Bench = { listing, model, directions };
  const ofSummaries = new Set(listing.summaries.flatMap((summary) => [summarySlug(summary), 'range' in summary ? orderedSlug(summary) : '']));
  const source = (ask: Ask) => model.found(ask);
  const right = new Map<Ask, Reply>();
  const summaries: Kept['summaries'] = new WeakMap();
  const rightReply = (ask: Ask): Reply => {
    const reply = right.get(ask) ?? respond(listing, source, {}, ask, nothingKept(summaries));
    right.set(ask, reply);
    return reply;
  };
  const listed = (reply: Reply, ask: Ask, seq: number): Listed => ({ ...reply, ask, payload: '', seq });
  return ({ asks, again }) => {
    const all = again === true ? [...asks, ...asks.slice(-1)] : asks;
    const replies = all.map((ask) => rightReply(ask));
    return faults.flatMap((fault, index) => {
      if (!all.some((ask) => fault.when(ask))) return [];
      const kept = nothingKept(summaries);
      const bench = ofSummaries.has(fault.slug) ? full : lean;
      const bent = all.map((ask) => respond(bench.listing, source, fault.bend, ask, kept));
      if (bent.every((reply, place) => isSame(reply, replies[place]))) return [];
      const answers = bent.map((reply, place) => listed(reply, all[place] ?? {}, place));
      const [first] = answers;
      const complaints =
        answers.length === 1 && first !== undefined && first.failed === undefined ? judge(bench, first) : judgeTogether(bench, answers);
      return complaints.some(({ slug }) => slug === fault.slug || fault.slug === ANY) ? [index] : [];
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
    a.summaries.every((value, index) => value === b.summaries[index] || JSON.stringify(value) === JSON.stringify(b.summaries[index]))
  );
}

/** What was chosen, in the order of its worth, and which faults it shows. */
export interface Choice {
  readonly bundles: readonly Bundle[];
  readonly shown: ReadonlySet<number>;
}

/**
 * Picks the bundles that tell the most faults apart, one after the other (a greedy cover). What was asked already costs
 * nothing. The same candidates give the same choice.
 */
export function choose(candidates: readonly Bundle[], shows: Shows, faults: readonly Fault[], effort: Effort, asked: readonly Ask[] = []): Choice {
  const open = candidates.map((bundle) => ({ bundle, faults: shows(bundle), keys: keysOf(bundle) })).filter((one) => one.faults.length > 0);
  const times = new Uint8Array(faults.length);
  const slugs = new Set<string>();
  const sent = new Set(asked.map((ask) => JSON.stringify(ask)));
  const chosen: Bundle[] = [];
  const cost = (keys: readonly string[]) => keys.filter((key) => !sent.has(key)).length;
  const worth = (shown: readonly number[]) => {
    let sum = 0;
    const fresh = new Set<string>();
    for (const index of shown) {
      const before = times[index] ?? 0;
      if (before < effort.showings) sum += WEIGHTS[before] ?? 0;
      const slug = faults[index]?.slug ?? '';
      if (before === 0 && !slugs.has(slug)) fresh.add(slug);
    }
    return sum + fresh.size * NEW_CLAUSE;
  };
  const left = new Set(open);
  for (let room = effort.requests; left.size > 0; ) {
    let best: { readonly one: (typeof open)[number]; readonly price: number; readonly value: number } | undefined;
    for (const one of left) {
      const price = cost(one.keys);
      const gain = worth(one.faults);
      if (gain < LEAST_WORTH) left.delete(one);
      else if (price <= room && (best === undefined || gain / Math.max(price, 0.01) > best.value)) best = { one, price, value: gain / Math.max(price, 0.01) };
    }
    if (best === undefined) break;
    left.delete(best.one);
    room -= best.price;
    for (const key of best.one.keys) sent.add(key);
    for (const index of best.one.faults) {
      times[index] = (times[index] ?? 0) + 1;
      slugs.add(faults[index]?.slug ?? '');
    }
    chosen.push(best.one.bundle);
  }
  return { bundles: chosen, shown: new Set([...times.keys()].filter((index) => (times[index] ?? 0) > 0)) };
}

/** What shows no fault that was not shown often enough is not worth a request. */
const LEAST_WORTH = 0.009;

function keysOf({ asks, again }: Bundle): readonly string[] {
  const keys = asks.map((ask) => JSON.stringify(ask));
  return again === true ? [...keys, `${keys.at(-1)} again`] : keys;
}
