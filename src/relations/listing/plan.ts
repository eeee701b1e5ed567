import type { Steps } from '../../turns.ts';
import { type Answer, type Query, queryKey } from './answer.ts';
import { candidatesOf } from './candidates.ts';
import { choose, detectedBySession, type Effort } from './choose.ts';
import { type Detection, detectedBy, detectionsOf, simulate, unknown } from './detection.ts';
import type { Directions } from './difference.ts';
import type { Fault } from './fault.ts';
import type { Model } from './model.ts';
import { type RequestGroup } from './pairs.ts';
import { type Accepts } from './selections.ts';
import { createDetector, memoizeDetector } from './simulate.ts';

/** What is spent on one listing. */
export interface Budget {
  /** One request for so many faults, and how often each has to show. */
  readonly faultsPerRequest: number;
  readonly atLeastSent: number;
  readonly atLeast: number;
  /** Those requests suffice for nearly all faults. */
  readonly ample: boolean;
  /** At most so many pages to learn the items from. */
  readonly pages: number;
  /** So many items are opened by their ids. */
  readonly opened: number;
  /** So many of its items tell what is searched and not shown. */
  readonly hidden: number;
  /** At most so many requests for clauses and faults that the choice left out. */
  readonly leftOut: number;
  /** At most so many requests take the place of those that were masked, each time that some were. */
  readonly substitutes: number;
  /** So many requests drawn by chance beside the chosen ones. */
  readonly drawn: number;
  /** How often the first request is sent again between the chosen ones; once they are all sent it is anyway. */
  readonly controls: number;
  /** How often it is sent again once they are. */
  readonly repeats: number;
}

const FOR_A_FEW = 8;

/** So many of the groups that were chosen last are begun with when it is tried whether fewer requests show the same. */
const BEGUN_WITH = 4;

/** Each in steps: simulating so many services takes its time. */
export interface Plan {
  choose(asked: readonly Query[]): Steps<readonly RequestGroup[]>;
  /** What shows the faults of these clauses alone. */
  chooseFor(slugs: readonly string[], asked: readonly Query[]): Steps<readonly RequestGroup[]>;
  /** What takes the place of requests that were not served. */
  again(answers: readonly Answer[], asked: readonly Query[]): Steps<readonly RequestGroup[]>;
  /** What shows the faults that only masked requests would have shown. */
  substitutes(masked: Masked, requests: number): Steps<readonly RequestGroup[]>;
  /** The clauses that requests show; `isWhole` tells whether what is known of the items counts. */
  detectedBy(queries: readonly Query[], isWhole: boolean): Steps<ReadonlySet<string>>;
  /** Is there a candidate that would show a fault of this clause? */
  couldShow(slug: string): Steps<boolean>;
}

/** Requests that were sent: whose answers another fault masked, and the others. */
export interface Masked {
  readonly masked: readonly Query[];
  readonly unmasked: readonly Query[];
  /** Has the request a parameter, a pair of parameters or a value that only masked requests have? */
  readonly isSuspect: (query: Query) => boolean;
  /** Nothing more is wanted of these clauses. */
  readonly named: ReadonlySet<string>;
}

export function* createPlan(model: Model, faults: readonly Fault[], accepts: Accepts, spending: Budget): Steps<Plan> {
  const effort: Effort = {
    requests: Math.max(spending.atLeastSent, Math.ceil(faults.length / spending.faultsPerRequest)),
    atLeast: spending.atLeast,
    ample: spending.ample,
  };
  const directions: Directions = new Map(Object.keys(model.listing.sort?.by ?? {}).map((sort) => [sort, -1]));
  const detections = yield* detectionsOf(candidatesOf(model, accepts), faults);
  const detect = memoizeDetector(createDetector(model, faults, directions));
  const isOf = (slug: string) => (index: number) => faults[index]?.slug === slug;
  const firstShowing = function* (slug: string, among: readonly Detection[]): Steps<Detection | undefined> {
    for (const one of among) {
      yield* simulate(one, detect, isOf(slug));
      if (detectedBy(one).some(isOf(slug))) return one;
    }
    return undefined;
  };
  // Forgets what is known of the groups: so the same question always gets the same answer.
  const chooseAmong = function* (
    open: readonly Detection[],
    spent: Effort,
    asked: readonly Query[],
    isWanted?: (fault: number) => boolean,
  ): Steps<readonly RequestGroup[]> {
    const fresh = open.map((one) => unknown(one));
    return yield* choose(fresh, detect, faults, spent, asked, isWanted);
  };
  const made = new Map<string, readonly RequestGroup[]>();
  const choice = function* (asked: readonly Query[], avoided: readonly Query[]): Steps<readonly RequestGroup[]> {
    const key = JSON.stringify([asked, avoided]);
    const before = made.get(key);
    if (before !== undefined) return before;
    const isAvoided = ({ group }: Detection) => group.queries.some((each) => avoided.some((one) => isLike(one, each)));
    const open = detections.filter((one) => !isAvoided(one));
    const chosen = yield* chooseAmong(open, effort, asked);
    made.set(key, chosen);
    return chosen;
  };
  const faultsDetectedBy = function* (queries: readonly Query[]): Steps<ReadonlySet<number>> {
    const detected = new Set<number>(yield* detectedBySession(detect, faults, queries));
    for (const one of yield* coveredBy(queries, detections, faults)) {
      yield* simulate(one, detect, (fault) => !detected.has(fault));
      for (const fault of detectedBy(one)) detected.add(fault);
    }
    return detected;
  };
  // `choose` simulates only the most promising groups, so it may leave out faults that few requests show. These get their own.
  const forLeftOut = function* (queries: readonly Query[]): Steps<readonly RequestGroup[]> {
    if (spending.leftOut === 0) return [];
    const detected = yield* faultsDetectedBy(queries);
    const shown = new Set([...detected].map((fault) => faults[fault]?.slug));
    const found: RequestGroup[] = [];
    const sent = new Set(queries.map(queryKey));
    const price = ({ keys }: Detection) => keys.filter((key) => !sent.has(key)).length;
    let room = spending.leftOut;
    for (const slug of new Set(faults.map((fault) => fault.slug))) {
      if (shown.has(slug)) continue;
      const affordable = detections.filter((one) => price(one) <= room).toSorted((a, b) => price(a) - price(b));
      const one = yield* firstShowing(slug, affordable);
      if (one === undefined) continue;
      found.push(one.group);
      room -= price(one);
      for (const key of one.keys) sent.add(key);
    }
    const all = [...queries, ...found.flatMap((group) => group.queries)];
    const more = yield* chooseAmong(detections, { requests: room, atLeast: 1 }, all, (fault) => !detected.has(fault));
    return [...found, ...more];
  };
  const withLeftOut = function* (asked: readonly Query[]): Steps<readonly RequestGroup[]> {
    const chosen = yield* choice(asked, []);
    return [...chosen, ...(yield* forLeftOut([...asked, ...queriesOf(chosen)]))];
  };
  // The groups chosen last show what no other group does. A choice that begins with them may need fewer requests.
  const fewerOf = function* (all: readonly RequestGroup[], asked: readonly Query[]): Steps<readonly RequestGroup[]> {
    const last = all.slice(-BEGUN_WITH);
    const others = [...last, ...(yield* withLeftOut([...asked, ...queriesOf(last)]))];
    if (priceOf(others, asked) >= priceOf(all, asked)) return all;
    const before = yield* faultsDetectedBy([...asked, ...queriesOf(all)]);
    const after = yield* faultsDetectedBy([...asked, ...queriesOf(others)]);
    return [...before].every((fault) => after.has(fault)) ? others : all;
  };
  const whole = new Map<string, readonly RequestGroup[]>();
  return {
    *choose(asked) {
      const key = JSON.stringify(asked);
      const before = whole.get(key);
      if (before !== undefined) return before;
      const all = yield* withLeftOut(asked);
      const best = effort.ample === true ? yield* fewerOf(all, asked) : all;
      whole.set(key, best);
      return best;
    },
    *chooseFor(slugs, asked) {
      const isWanted = (fault: number) => slugs.includes(faults[fault]?.slug ?? '');
      return yield* chooseAmong(detections, { requests: FOR_A_FEW, atLeast: 1 }, asked, isWanted);
    },
    *couldShow(slug) {
      return (yield* firstShowing(slug, detections)) !== undefined;
    },
    *again(answers, asked) {
      const failed = answers.filter((answer) => answer.failed !== undefined).map(({ query }) => query);
      if (failed.length === 0) return [];
      const served = answers.filter((answer) => answer.failed === undefined).map(({ query }) => query);
      const avoided = failed.flatMap((query) => culprit(query, served));
      return yield* choice([...asked, ...answers.map(({ query }) => query)], avoided.length > 0 ? avoided : failed);
    },
    *substitutes({ masked, unmasked, isSuspect, named }, requests) {
      const [bad, good] = [new Set(masked.map(queryKey)), new Set(unmasked.map(queryKey))];
      const isIn = (keys: ReadonlySet<string>) => (query: Query) => keys.has(queryKey(query));
      const isSent = (query: Query) => isIn(bad)(query) || isIn(good)(query);
      const isUnnamed = (fault: number) => !named.has(faults[fault]?.slug ?? '');
      const open = new Set<number>();
      const inDoubt = detections.filter(({ group: { queries } }) => queries.every(isSent) && queries.some(isIn(bad)));
      for (const one of inDoubt) {
        yield* simulate(one, detect, isUnnamed);
        for (const fault of detectedBy(one).filter(isUnnamed)) open.add(fault);
      }
      for (const one of detections.filter(({ group: { queries } }) => queries.every(isIn(good)))) {
        yield* simulate(one, detect, (fault) => open.has(fault));
        for (const fault of detectedBy(one)) open.delete(fault);
      }
      if (open.size === 0) return [];
      const others = detections.filter(({ group }) => group.queries.every((one) => !isIn(bad)(one) && !isSuspect(one)));
      return yield* chooseAmong(others, { requests, atLeast: 1 }, unmasked, (fault) => open.has(fault));
    },
    *detectedBy(queries, isWhole) {
      const covered = yield* coveredBy(queries, detections, faults);
      const blind = isWhole ? detect : createDetector({ ...model, whole: false }, faults, directions);
      const detected = new Set<string>();
      for (const one of isWhole ? covered : covered.map((each) => unknown(each))) {
        yield* simulate(one, blind, (index) => !detected.has(faults[index]?.slug ?? ''));
        for (const index of detectedBy(one)) detected.add(faults[index]?.slug ?? '');
      }
      return detected;
    },
  };
}

function queriesOf(groups: readonly RequestGroup[]): readonly Query[] {
  return groups.flatMap(({ queries }) => queries);
}

/** So many requests are to be sent for these, beside those that were asked. */
function priceOf(groups: readonly RequestGroup[], asked: readonly Query[]): number {
  const sent = new Set(asked.map(queryKey));
  const news = new Set(queriesOf(groups).map(queryKey));
  return [...news].filter((key) => !sent.has(key)).length + groups.filter(({ again }) => again).length;
}

/** The groups that these requests hold, and each of them by itself. */
function* coveredBy(
  queries: readonly Query[],
  detections: readonly Detection[],
  faults: readonly Fault[],
): Steps<readonly Detection[]> {
  const keys = queries.map(queryKey);
  const [once, twice] = [new Set(keys), new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
  const held = detections.filter(
    ({ group }) =>
      group.queries.every((query) => once.has(queryKey(query))) &&
      (group.again !== true || twice.has(queryKey(group.queries.at(-1) ?? {}))),
  );
  const known = new Set(held.flatMap(({ group: { queries: all } }) => (all.length === 1 ? all.map(queryKey) : [])));
  const others = queries.filter((query) => !known.has(queryKey(query))).map((query) => ({ queries: [query] }));
  return [...held, ...(yield* detectionsOf(others, faults))];
}

/** The part of a request that no served one has: a value of a parameter, or else a parameter. */
function culprit(query: Query, served: readonly Query[]): readonly Query[] {
  const entries = Object.entries(query).filter(([name, value]) => !served.some((one) => one[name] === value));
  const [entry] = entries.filter(([name]) => !served.some((one) => one[name] !== undefined));
  const chosen = entry ?? entries[0];
  return chosen === undefined ? [] : [{ [chosen[0]]: chosen[1] }];
}

function isLike(part: Query, query: Query): boolean {
  return Object.entries(part).every(([name, value]) => query[name] === value);
}
