import type { Listing } from '../../contract/listing.ts';
import { type Answer, keysIn, queryKey } from './answer.ts';
import { type Broken, bySlug, type Difference, type JudgingContext } from './difference.ts';
import { failures } from './failures.ts';
import type { Fault } from './fault.ts';
import { withoutExplained } from './isolate.ts';
import { judge } from './judge.ts';
import { createModel } from './model.ts';
import { emptyMemory, type Reply, respond, type ServiceMemory } from './service.ts';
import { asReported, isSame } from './simulate.ts';
import { SLUGS } from './slugs.ts';
import { contradictions } from './together.ts';
import { offsetOf, sizeOf } from './values.ts';

/**
 * One wrong line of a service may break several clauses of a listing. Each known fault is simulated on the requests that were
 * sent. If one fault breaks several clauses, each by about the same requests as in the run, they fall with the clause of that
 * fault. The result maps the slug of such a clause to the slug of the fault. Other clauses are reported on their own.
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
  const observed = bySlug(differences.filter(({ flaky }) => flaky !== true));
  if (isConstant) return fallsWithConstant(observed);
  // No cache of verdicts: each simulated answer is judged only once.
  const simulate = createSimulation({ ...context, judged: undefined }, answers, learnt);
  const suspects = faults
    .filter(({ slug }) => observed.has(slug))
    .map((fault) => ({ slug: fault.slug, predicted: simulate(fault) }));
  const falling = new Map<string, string>();
  const unexplained = new Set(observed.keys());
  const explainOnce = () => bestExplanation(suspects, observed, unexplained);
  for (let best = explainOnce(); best !== undefined; best = explainOnce()) {
    for (const slug of best.others) falling.set(slug, best.slug);
    for (const slug of [best.slug, ...best.others]) unexplained.delete(slug);
  }
  const isLead = observed.has(SLUGS.holdTotal) && !falling.has(SLUGS.holdTotal);
  const others = [...unexplained].filter((slug) => slug !== SLUGS.holdTotal);
  if (isLead) for (const slug of brokenByTotals(context, answers, learnt, others)) falling.set(slug, SLUGS.holdTotal);
  return falling;
}

/** If answers do not depend on the request, every clause falls with one: that of disjoint pages describes this best. */
function fallsWithConstant(observed: Broken): ReadonlyMap<string, string> {
  const lead = observed.has(SLUGS.disjoint) ? SLUGS.disjoint : ([...observed.keys()][0] ?? '');
  return new Map([...observed.keys()].filter((slug) => slug !== lead).map((slug) => [slug, lead]));
}

/** It takes at least this many different requests to call an answer constant. */
const MIN_QUERIES = 4;

/**
 * The only parameter that answers depend on, or '' if they depend on none, as with a cache whose key is the path alone.
 * Undefined if answers depend on more.
 */
export function onlyEffectiveParameter({ schemas }: Listing, answers: readonly Answer[]): string | undefined {
  const served = answers.filter(({ failed }) => failed === undefined);
  if (served[0]?.rows.length === 0) return undefined;
  return ['', ...Object.keys(schemas)].find((parameter) => dependsOnlyOn(parameter, served));
}

/** Do requests with the same value of the parameter always get the same answer, and are there enough of them to tell? */
function dependsOnlyOn(parameter: string, served: readonly Answer[]): boolean {
  const values = [...new Set(served.map(({ query }) => query[parameter]))];
  const groups = values.map((value) => served.filter(({ query }) => query[parameter] === value));
  const different = groups.reduce((sum, group) => sum + countQueries(group) - 1, 0);
  return (
    different >= MIN_QUERIES - 1 && groups.every(([first, ...rest]) => rest.every((one) => hasSameList(one, first)))
  );
}

function countQueries(some: readonly Answer[]): number {
  return new Set(some.map(({ query }) => queryKey(query))).size;
}

function hasSameList(one: Answer, other: Answer | undefined): boolean {
  return (
    other !== undefined &&
    one.total === other.total &&
    one.page === other.page &&
    one.rows.length === other.rows.length &&
    one.rows.every(({ key }, index) => key === other.rows[index]?.key)
  );
}

/**
 * The other unexplained clauses that would hold if the totals were right. Empty if the totals cannot be corrected, or if their
 * own clause would still be broken.
 */
function brokenByTotals(
  context: JudgingContext,
  answers: readonly Answer[],
  learnt: readonly number[],
  unexplained: readonly string[],
): readonly string[] {
  if (unexplained.length === 0) return [];
  const knowsEveryItem = answers.every(({ rows }) => keysIn(rows).every((key) => context.model?.byKey.has(key)));
  const corrected = answers.map((one) => withRightTotal(context, one, knowsEveryItem));
  if (corrected.every((one, index) => one === answers[index])) return [];
  const brokenBy = (some: readonly Answer[]): Broken =>
    bySlug([
      ...some.flatMap((one) => judge(context, one)),
      ...contradictions(context.listing, some),
      ...missingKeys(some.filter(({ seq }) => learnt.includes(seq))),
    ]);
  const [before, after] = [brokenBy(answers), brokenBy(corrected)];
  const countWrongTotals = (broken: Broken) => broken.get(SLUGS.holdTotal)?.size ?? 0;
  if (countWrongTotals(after) * TOLERATED_ONE_IN > countWrongTotals(before)) return [];
  return unexplained.filter((slug) => before.has(slug) && !after.has(slug));
}

/**
 * The answer with a total that the known items allow: the one that its page shows, else its own, else the greatest. Unless the
 * model has every item that any answer shows, there may be as many more as it does not know.
 */
function withRightTotal({ listing, model }: JudgingContext, answer: Answer, knowsEveryItem: boolean): Answer {
  const { total, pages, query, rows } = answer;
  if (model === undefined || !model.whole || total === undefined || answer.failed !== undefined) return answer;
  const { least, most: atMost } = model.expectationOf(query);
  const most = knowsEveryItem ? atMost - model.unknown : atMost;
  const size = sizeOf(listing, query);
  const offset = offsetOf(listing, query);
  // A page that is not full is the last one, so it shows the total.
  const reported = rows.length < size && (rows.length > 0 || offset === 0) ? offset + rows.length : total;
  const correct = [reported, total].find((one) => one >= least && one <= most) ?? most;
  const isCounted = pages === Math.ceil(total / size);
  return correct === total
    ? answer
    : { ...answer, total: correct, ...(isCounted ? { pages: Math.ceil(correct / size) } : {}) };
}

interface Explanation {
  readonly slug: string;
  /** The other clauses that the fault breaks in the same places as the run did. */
  readonly others: readonly string[];
  /** The number of explained places, less those that the fault would break and the run did not. */
  readonly fit: number;
}

function isBetter(one: Explanation, other: Explanation): boolean {
  const gain = one.others.length - other.others.length;
  return gain > 0 || (gain === 0 && one.fit > other.fit);
}

/** The suspect that explains the most clauses beside its own; undefined if none explains another one. */
function bestExplanation(
  suspects: readonly { readonly slug: string; readonly predicted: Broken }[],
  observed: Broken,
  unexplained: ReadonlySet<string>,
): Explanation | undefined {
  return suspects
    .filter(({ slug }) => unexplained.has(slug))
    .map(({ slug, predicted }) => explanation(slug, predicted, observed, unexplained))
    .filter(({ others }) => others.length > 0)
    .reduce<Explanation | undefined>((a, b) => (a !== undefined && !isBetter(b, a) ? a : b), undefined);
}

/** Explains nothing if the fault does not break its own clause in the places where the run found it broken. */
function explanation(slug: string, predicted: Broken, observed: Broken, unexplained: ReadonlySet<string>): Explanation {
  const covers = (one: string): boolean => isWithin(observed.get(one), predicted.get(one));
  const breaksOwnClause = covers(slug) && isWithin(predicted.get(slug), observed.get(slug));
  const unseen = [...predicted].reduce((sum, [one, places]) => sum + countMissing(places, observed.get(one)), 0);
  const others = breaksOwnClause ? [...unexplained].filter((one) => one !== slug && covers(one)) : [];
  const explainedPlaces = [slug, ...others].reduce((sum, one) => sum + (observed.get(one)?.size ?? 0), 0);
  return { slug, others, fit: explainedPlaces - unseen };
}

/** Up to one place in this many may differ: another fault or an item that was never listed may be the reason. */
const TOLERATED_ONE_IN = 3;

function isWithin(some: ReadonlySet<number> = new Set(), all: ReadonlySet<number> = new Set()): boolean {
  return countMissing(some, all) * TOLERATED_ONE_IN <= some.size;
}

function countMissing(some: ReadonlySet<number>, all: ReadonlySet<number> = new Set()): number {
  return [...some].filter((one) => !all.has(one)).length;
}

/** Simulates a service with a fault on the same requests, in their order. Returns which clauses it breaks. */
function createSimulation(
  context: JudgingContext,
  answers: readonly Answer[],
  learnt: readonly number[],
): (fault: Fault) => Broken {
  const { listing, model } = context;
  const hidden = model?.hidden ?? new Map();
  const ordered = answers.toSorted((a, b) => a.seq - b.seq);
  // A fault may have hidden items while the suite learnt them, so this model has every item of any answer.
  const rows = ordered.flatMap((one) => one.rows);
  const { found } = createModel(asSorted(listing, context.directions), { rows, whole: true, hidden });
  const asAnswer = (reply: Reply, { query, seq, payload }: Answer): Answer => ({
    ...asReported(reply, model),
    query,
    seq,
    payload,
  });
  const summaries: ServiceMemory['summaries'] = new WeakMap();
  const correct = ordered.map((one) => asAnswer(respond(listing, found, {}, one.query, emptyMemory(summaries)), one));
  const differencesOf = (answers: readonly Answer[]) => {
    const served = answers.filter(({ failed }) => failed === undefined);
    const changed = served.filter((one) => !correct.includes(one));
    const differences = [
      ...changed.flatMap((one) => judge(context, one)),
      ...contradictions(listing, served),
      ...failures(context, answers),
    ];
    const learning = served.filter(({ seq }) => learnt.includes(seq));
    return [...withoutExplained(listing, differences, answers), ...missingKeys(learning)];
  };
  return (fault) => {
    const memory = emptyMemory(summaries);
    const faulty = ordered.map((one, index) => {
      const reply = respond(listing, found, fault.change, one.query, memory);
      const before = correct[index];
      return before !== undefined && isSame(reply, before) ? before : asAnswer(reply, one);
    });
    return bySlug(differencesOf(faulty));
  };
}

/** The listing, each of its sorts in the direction that the service follows. */
function asSorted(listing: Listing, directions: JudgingContext['directions']): Listing {
  const { sort } = listing;
  const up = Object.keys(sort?.by ?? {}).filter((value) => directions.get(value) === 1);
  return sort === undefined ? listing : { ...listing, sort: { ...sort, up } };
}

/**
 * The broken total, if the pages from which the items were learnt hold fewer different keys than it says. Unlike
 * `missingBeyondUnread` it needs no model, so it judges simulated pages too. All items without a key count as one.
 */
function missingKeys(pages: readonly Answer[]): readonly { readonly slug: string; readonly seq: number }[] {
  const [first] = pages;
  const keys = new Set(pages.flatMap(({ rows }) => rows.map(({ key }) => key)));
  return first?.total === undefined || keys.size >= first.total ? [] : [{ slug: SLUGS.holdTotal, seq: first.seq }];
}
