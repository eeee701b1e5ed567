import type { Steps } from '../../turns.ts';
import type { Ask, Listed } from './answer.ts';
import type { Bench } from './complaint.ts';
import type { Fault } from './fault.ts';
import { judge } from './judge.ts';
import type { Model } from './model.ts';
import type { Bundle } from './pairs.ts';
import { type Kept, nothingKept, type Reply, respond } from './service.ts';
import { orderedSlug, summarySlug } from './slugs.ts';
import { failures, judgeTogether } from './together.ts';

/** Which of some faults, by index, a bundle of requests tells apart from a right service; a step for each of them. */
export type Shows = (bundle: Bundle, among: readonly number[]) => Steps<readonly number[]>;

/** Answers that some fault leads to, and the clauses that they break. */
interface Judged {
  readonly bench: Bench;
  readonly bent: readonly Reply[];
  readonly slugs: ReadonlySet<string>;
}

/** Simulates right and faulty services over the items that are known, and tells which faults a bundle of requests shows. */
export function createShows(model: Model, faults: readonly Fault[], directions: Bench['directions']): Shows {
  const { listing } = model;
  // Most faults have nothing to do with summaries, which cost the most to judge.
  const lean: Bench = { listing: { ...listing, summaries: [] }, model, directions };
  const full: Bench = { listing, model, directions };
  const ofSummaries = new Set(
    listing.summaries.flatMap((summary) => [summarySlug(summary), 'range' in summary ? orderedSlug(summary) : '']),
  );
  const source = (ask: Ask) => model.found(ask);
  const right = new Map<Ask, Reply>();
  const summaries: Kept['summaries'] = new WeakMap();
  const rightReply = (ask: Ask): Reply => {
    const reply = right.get(ask) ?? asTold(respond(listing, source, {}, ask, nothingKept(summaries)), model);
    right.set(ask, reply);
    return reply;
  };
  return function* shows({ asks, again }, among) {
    const all = again === true ? [...asks, ...asks.slice(-1)] : asks;
    const replies = all.map((ask) => rightReply(ask));
    // Many faults lead to the same answers: those are judged once.
    const judged: Judged[] = [];
    const isShown = (index: number): boolean => {
      const fault = faults[index];
      if (fault === undefined || !all.some((ask) => fault.when(ask))) return false;
      const bench = ofSummaries.has(fault.slug) ? full : lean;
      const kept = nothingKept(bench === full ? summaries : undefined);
      const bent = all.map((ask) => asTold(respond(bench.listing, source, fault.bend, ask, kept), model));
      if (areSame(bent, replies)) return false;
      const before = judged.find((one) => one.bench === bench && areSame(one.bent, bent));
      const slugs = before?.slugs ?? slugsOf(bench, all, bent);
      if (before === undefined) judged.push({ bench, bent, slugs });
      return slugs.has(fault.slug) || (fault.amongMore !== undefined && slugs.has(fault.amongMore));
    };
    const shown: number[] = [];
    for (const index of among) {
      if (isShown(index)) shown.push(index);
      yield;
    }
    return shown;
  };
}

/** The same, and what was simulated of a bundle once is not simulated again. */
export function remembering(shows: Shows): Shows {
  const known = new WeakMap<Bundle, Map<number, boolean>>();
  return function* showsAgain(bundle, among) {
    const told = known.get(bundle) ?? new Map<number, boolean>();
    known.set(bundle, told);
    const open = among.filter((fault) => !told.has(fault));
    const shown = new Set(open.length === 0 ? [] : yield* shows(bundle, open));
    for (const fault of open) told.set(fault, shown.has(fault));
    return among.filter((fault) => told.get(fault) === true);
  };
}

/** The clauses that these answers break. */
function slugsOf(bench: Bench, asks: readonly Ask[], replies: readonly Reply[]): ReadonlySet<string> {
  const answers = replies.map((reply, seq): Listed => ({ ...reply, ask: asks[seq] ?? {}, payload: '', seq }));
  const [first] = answers;
  const isPlain = answers.length === 1 && first !== undefined && first.failed === undefined;
  const complaints = isPlain
    ? judge(bench, first)
    : [...judgeTogether(bench, answers), ...failures(bench.listing, answers)];
  return new Set(complaints.map(({ slug }) => slug));
}

function areSame(some: readonly Reply[], others: readonly Reply[]): boolean {
  return some.every((reply, place) => isSame(reply, others[place]));
}

/** As a service would reply that tells no total, where this one does not: then nothing can be seen by it. */
export function asTold(reply: Reply, model: Model | undefined): Reply {
  return model?.counted === false ? { ...reply, total: undefined } : reply;
}

/** Do both say the same? */
export function isSame(a: Reply, b: Reply | undefined): boolean {
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
