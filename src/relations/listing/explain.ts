import type { Listing } from '../../contract/listing.ts';
import { type Answer, type Query, queryKey } from './answer.ts';
import { type Broken, bySlug, type Difference, type JudgingContext } from './difference.ts';
import type { Fault } from './fault.ts';
import { withoutExplained } from './isolate.ts';
import { judge } from './judge.ts';
import { createModel } from './model.ts';
import { emptyMemory, type Reply, respond, type ServiceMemory } from './service.ts';
import { asReported, isSame } from './simulate.ts';
import { SLUGS } from './slugs.ts';
import { contradictions, failures } from './together.ts';
import { offsetOf, sizeOf } from './values.ts';

/**
 * One wrong line of a service may break several clauses of a listing. Each known fault is simulated on the requests that were
 * sent. Where one fault breaks several clauses, and each by the same requests as were seen, they fall with the clause of that
 * fault. The result maps the slug of a clause that falls to the slug of the fault. Other clauses are told by themselves.
 */
export function fallsWithFault(
  context: JudgingContext,
  faults: readonly Fault[],
  {
    answers,
    learnt,
    isConstant,
  }: { readonly answers: readonly Answer[]; readonly learnt: readonly number[]; readonly isConstant: boolean },
  differences: readonly (Difference & { readonly flaky?: true })[],
): ReadonlyMap<string, string> {
  const seen = bySlug(differences.filter(({ flaky }) => flaky !== true));
  // The answer does not depend on the request: everything falls with one clause.
  if (isConstant && seen.size > 1) {
    const [lead = '', ...others] = leadFirst(seen.keys());
    return new Map(others.map((slug) => [slug, lead]));
  }
  // Without the cache: each simulated answer is judged only once.
  const fresh = { ...context, judged: undefined };
  const simulate = createSimulation(fresh, answers, learnt);
  const suspects = faults
    .filter(({ slug }) => seen.has(slug))
    .map((fault) => ({ slug: fault.slug, predicted: simulate(fault) }));
  const falling = new Map<string, string>();
  const open = new Set(seen.keys());
  while (open.size > 1) {
    const best = suspects
      .filter(({ slug }) => open.has(slug))
      .map(({ slug, predicted }) => explanation(slug, predicted, seen, open))
      .filter(({ others }) => others.length > 0)
      .reduce<Explanation | undefined>((a, b) => (a !== undefined && !isBetter(b, a) ? a : b), undefined);
    if (best === undefined) break;
    for (const slug of best.others) falling.set(slug, best.slug);
    for (const slug of [best.slug, ...best.others]) open.delete(slug);
  }
  for (const slug of fromTotals(context, answers, learnt, open))
    if (slug !== SLUGS.holdTotal) falling.set(slug, SLUGS.holdTotal);
  return falling;
}

/** So many different requests at least. */
const LEAST_QUERIES = 4;

/**
 * The same answer whatever is asked, as by a cache that keeps it under the path alone, or whatever is asked beside one
 * parameter: that parameter, or '' where there is none. Undefined where answers follow what is asked.
 */
export function onlyEffectiveParameter({ schemas }: Listing, answers: readonly Answer[]): string | undefined {
  const served = answers.filter(({ failed }) => failed === undefined);
  if (served[0]?.rows.length === 0) return undefined;
  return ['', ...Object.keys(schemas)].find((parameter) => isConstantBut(parameter, served));
}

/** Are all answers to requests alike that have the same value of the parameter, and enough of them to tell? */
function isConstantBut(parameter: string, served: readonly Answer[]): boolean {
  const values = [...new Set(served.map(({ query }) => query[parameter]))];
  const groups = values.map((value) => served.filter(({ query }) => query[parameter] === value));
  const different = groups.reduce((sum, group) => sum + queriesOf(group) - 1, 0);
  return (
    different >= LEAST_QUERIES - 1 && groups.every(([first, ...rest]) => rest.every((one) => isSameList(one, first)))
  );
}

function queriesOf(some: readonly Answer[]): number {
  return new Set(some.map(({ query }) => queryKey(query))).size;
}

function isSameList(one: Answer, other: Answer | undefined): boolean {
  return (
    other !== undefined &&
    one.total === other.total &&
    one.page === other.page &&
    one.rows.length === other.rows.length &&
    one.rows.every(({ key }, index) => key === other.rows[index]?.key)
  );
}

/** Pages that are all the same say it best. */
function leadFirst(slugs: Iterable<string>): readonly string[] {
  const all = [...slugs];
  return [...all.filter((slug) => slug === SLUGS.disjoint), ...all.filter((slug) => slug !== SLUGS.disjoint)];
}

/**
 * What would be right if only the totals were: several clauses read them. Nothing where the totals are not to blame, or
 * what else is broken would be broken all the same.
 */
function fromTotals(
  context: JudgingContext,
  answers: readonly Answer[],
  learnt: readonly number[],
  open: ReadonlySet<string>,
): readonly string[] {
  if (!open.has(SLUGS.holdTotal) || open.size < 2) return [];
  const righted = answers.map((one) => withRightTotal(context, one));
  if (righted.every((one, index) => one === answers[index])) return [];
  const brokenBy = (some: readonly Answer[]): Broken =>
    bySlug([
      ...some.flatMap((one) => judge(context, one)),
      ...contradictions(context.listing, some),
      ...shortOf(some.filter(({ seq }) => learnt.includes(seq))),
    ]);
  const [before, after] = [brokenBy(answers), brokenBy(righted)];
  return after.has(SLUGS.holdTotal) ? [] : [...open].filter((slug) => before.has(slug) && !after.has(slug));
}

/** With the total that the known items allow, where it tells another one. */
function withRightTotal({ listing, model }: JudgingContext, answer: Answer): Answer {
  const { total, pages, query, rows } = answer;
  if (model === undefined || !model.whole || total === undefined || answer.failed !== undefined) return answer;
  const { least, most } = model.expectationOf(query);
  const size = sizeOf(listing, query);
  const offset = offsetOf(listing, query);
  // A page that is not full is the last one, and tells it.
  const reported = rows.length < size && (rows.length > 0 || offset === 0) ? offset + rows.length : total;
  const right = [reported, total].find((one) => one >= least && one <= most) ?? most;
  const isCounted = pages === Math.ceil(total / size);
  return right === total
    ? answer
    : { ...answer, total: right, ...(isCounted ? { pages: Math.ceil(right / size) } : {}) };
}

interface Explanation {
  readonly slug: string;
  /** The other clauses that would be broken just where they are. */
  readonly others: readonly string[];
  /** So much of what was seen is explained, less what would be broken and was not seen. */
  readonly fit: number;
}

function isBetter(one: Explanation, other: Explanation): boolean {
  const gain = one.others.length - other.others.length;
  return gain > 0 || (gain === 0 && one.fit > other.fit);
}

/** A fault that does not break its own clause just where that is broken is another one. */
function explanation(slug: string, predicted: Broken, seen: Broken, open: ReadonlySet<string>): Explanation {
  const covers = (one: string): boolean => isWithin(seen.get(one), predicted.get(one));
  const isItself = covers(slug) && isWithin(predicted.get(slug), seen.get(slug));
  const unseen = [...predicted].reduce((sum, [one, places]) => sum + lacking(places, seen.get(one)), 0);
  const others = isItself ? [...open].filter((one) => one !== slug && covers(one)) : [];
  const explainedPlaces = [slug, ...others].reduce((sum, one) => sum + (seen.get(one)?.size ?? 0), 0);
  return { slug, others, fit: explainedPlaces - unseen };
}

/** One place in so many may be another's doing, or turn out otherwise for an item that was never shown. */
const STRAY = 3;

function isWithin(some: ReadonlySet<number> = new Set(), all: ReadonlySet<number> = new Set()): boolean {
  return lacking(some, all) * STRAY <= some.size;
}

function lacking(some: ReadonlySet<number>, all: ReadonlySet<number> = new Set()): number {
  return [...some].filter((one) => !all.has(one)).length;
}

/** What a service with a fault would have answered to the same requests, in their order, and which clauses that breaks. */
function createSimulation(
  context: JudgingContext,
  answers: readonly Answer[],
  learnt: readonly number[],
): (fault: Fault) => Broken {
  const { listing, model } = context;
  const hidden = model?.hidden ?? new Map();
  const ordered = answers.toSorted((a, b) => a.seq - b.seq);
  // A fault may have kept the suite from learning all there is: whatever was shown at any time is there.
  const there = createModel(listing, { rows: ordered.flatMap(({ rows }) => rows), whole: true, hidden });
  const source = (query: Query) => there.found(query);
  const asAnswer = (reply: Reply, { query, seq, payload }: Answer): Answer => ({
    ...asReported(reply, model),
    query,
    seq,
    payload,
  });
  const summaries: ServiceMemory['summaries'] = new WeakMap();
  const right = ordered.map((one) => asAnswer(respond(listing, source, {}, one.query, emptyMemory(summaries)), one));
  const differencesOf = (answers: readonly Answer[]) => {
    const served = answers.filter(({ failed }) => failed === undefined);
    const changed = served.filter((one) => !right.includes(one));
    const differences = [
      ...changed.flatMap((one) => judge(context, one)),
      ...contradictions(listing, served),
      ...failures(listing, answers),
    ];
    const learning = served.filter(({ seq }) => learnt.includes(seq));
    return [...withoutExplained(listing, differences, answers), ...shortOf(learning)];
  };
  return (fault) => {
    const kept = emptyMemory(summaries);
    const faulty = ordered.map((one, index) => {
      const reply = respond(listing, source, fault.change, one.query, kept);
      const before = right[index];
      return before !== undefined && isSame(reply, before) ? before : asAnswer(reply, one);
    });
    return bySlug(differencesOf(faulty));
  };
}

/** The pages from which the items are learnt hold fewer of them than the total says. */
function shortOf(pages: readonly Answer[]): readonly { readonly slug: string; readonly seq: number }[] {
  const [first] = pages;
  const keys = new Set(pages.flatMap(({ rows }) => rows.map(({ key }) => key)));
  return first?.total === undefined || keys.size >= first.total ? [] : [{ slug: SLUGS.holdTotal, seq: first.seq }];
}
