import { getOrMake } from '../../memoize.ts';
import type { Steps } from '../../turns.ts';
import type { Answer, Query } from './answer.ts';
import type { Directions, JudgingContext } from './difference.ts';
import { failures } from './failures.ts';
import type { Fault } from './fault.ts';
import { judge } from './judge.ts';
import type { Model } from './model.ts';
import type { RequestGroup } from './pairs.ts';
import { emptyMemory, type Reply, respond, type ServiceMemory } from './service.ts';
import { orderedSlug, summarySlug } from './slugs.ts';
import { judgeTogether } from './together.ts';

/** The faults among these, by index, that a group of requests tells apart from a right service. One step per fault. */
export type Detector = (group: RequestGroup, among: readonly number[]) => Steps<readonly number[]>;

/** The answers of a faulty service, and the clauses that they break. */
interface Judged {
  readonly context: JudgingContext;
  readonly faulty: readonly Reply[];
  readonly slugs: ReadonlySet<string>;
}

/** Simulates right and faulty services over the known items, and returns which faults a group of requests shows. */
export function createDetector(model: Model, faults: readonly Fault[], directions: Directions): Detector {
  const { listing } = model;
  // Most faults have nothing to do with summaries, which cost the most to judge.
  const lean: JudgingContext = { listing: { ...listing, summaries: [] }, model, directions };
  const full: JudgingContext = { listing, model, directions };
  const ofSummaries = new Set(
    listing.summaries.flatMap((summary) => [summarySlug(summary), 'range' in summary ? orderedSlug(summary) : '']),
  );
  const right = new Map<Query, Reply>();
  const summaries: ServiceMemory['summaries'] = new WeakMap();
  const rightReply = (query: Query): Reply =>
    getOrMake(right, query, () => asReported(respond(listing, model.found, {}, query, emptyMemory(summaries)), model));
  return function* detect({ queries, again }, among) {
    const all = again === true ? [...queries, ...queries.slice(-1)] : queries;
    const replies = all.map((query) => rightReply(query));
    // Many faults lead to the same answers, which are judged once.
    const judged: Judged[] = [];
    const isDetected = (index: number): boolean => {
      const fault = faults[index];
      if (fault === undefined || !all.some((query) => fault.when(query))) return false;
      const context = ofSummaries.has(fault.slug) ? full : lean;
      const kept = emptyMemory(context === full ? summaries : undefined);
      const faulty = all.map((query) =>
        asReported(respond(context.listing, model.found, fault.change, query, kept), model),
      );
      if (areSame(faulty, replies)) return false;
      const sameAnswers = judged.find((one) => one.context === context && areSame(one.faulty, faulty));
      const slugs = sameAnswers?.slugs ?? slugsOf(context, all, faulty);
      if (sameAnswers === undefined) judged.push({ context, faulty, slugs });
      return slugs.has(fault.slug) || (fault.amongMore !== undefined && slugs.has(fault.amongMore));
    };
    const detected: number[] = [];
    for (const index of among) {
      if (isDetected(index)) detected.push(index);
      yield;
    }
    return detected;
  };
}

/** The same detector, which simulates each fault once per group. */
export function memoizeDetector(detect: Detector): Detector {
  const known = new WeakMap<RequestGroup, Map<number, boolean>>();
  return function* detectAgain(group, among) {
    const results = getOrMake(known, group, () => new Map());
    const open = among.filter((fault) => !results.has(fault));
    const detected = new Set(open.length === 0 ? [] : yield* detect(group, open));
    for (const fault of open) results.set(fault, detected.has(fault));
    return among.filter((fault) => results.get(fault) === true);
  };
}

function slugsOf(context: JudgingContext, queries: readonly Query[], replies: readonly Reply[]): ReadonlySet<string> {
  const answers = replies.map((reply, seq): Answer => ({ ...reply, query: queries[seq] ?? {}, payload: '', seq }));
  const [first] = answers;
  const isPlain = answers.length === 1 && first !== undefined && first.failed === undefined;
  const differences = isPlain
    ? judge(context, first)
    : [...judgeTogether(context, answers), ...failures(context, answers)];
  return new Set(differences.map(({ slug }) => slug));
}

function areSame(some: readonly Reply[], others: readonly Reply[]): boolean {
  return some.every((reply, place) => isSame(reply, others[place]));
}

/** The reply without its total if the real service gives none, so that no fault shows by it. */
export function asReported(reply: Reply, model: Model | undefined): Reply {
  return model?.counted === false ? { ...reply, total: undefined } : reply;
}

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
