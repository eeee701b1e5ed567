import type { Steps } from '../../turns.ts';
import type { Ask, Listed } from './answer.ts';
import { candidatesOf } from './candidates.ts';
import { choose, type Effort, shownBySession } from './choose.ts';
import type { Directions } from './complaint.ts';
import type { Fault } from './fault.ts';
import type { Model } from './model.ts';
import { type Bundle } from './pairs.ts';
import { type Prospect, prospectsOf, shownBy, tell, unknown } from './prospects.ts';
import { type Accepts } from './selections.ts';
import { createShows, remembering } from './simulate.ts';

/** What is spent on one listing. */
export interface Spending {
  /** One request for so many faults, and how often each has to show. */
  readonly faultsPerRequest: number;
  readonly showings: number;
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
  /** At most so many requests take the place of those that were spoilt, each time that some were. */
  readonly instead: number;
  /** So many requests drawn by chance beside the chosen ones. */
  readonly drawn: number;
  /** How often the first request is sent again between the chosen ones; once they are all sent it is anyway. */
  readonly controls: number;
  /** How often it is sent again once they are. */
  readonly repeats: number;
}

/** A small declaration has few faults, and needs a few requests all the same. */
const LEAST_REQUESTS = 8;

/** So many of the bundles that were chosen last are begun with when it is tried whether fewer requests show the same. */
const BEGUN_WITH = 4;

/** Each in steps: simulating so many services takes its time. */
export interface Plan {
  choose(asked: readonly Ask[]): Steps<readonly Bundle[]>;
  /** What shows the faults of these clauses alone. */
  chooseFor(slugs: readonly string[], asked: readonly Ask[]): Steps<readonly Bundle[]>;
  /** What takes the place of requests that were not served. */
  again(answers: readonly Listed[], asked: readonly Ask[]): Steps<readonly Bundle[]>;
  /** What shows the faults that only spoilt requests would have shown. */
  instead(spoilt: Spoilt, requests: number): Steps<readonly Bundle[]>;
  /** The clauses that requests show; `isWhole` tells whether what is known of the items counts. */
  shownBy(asks: readonly Ask[], isWhole: boolean): Steps<ReadonlySet<string>>;
  /** Is there a candidate that would show a fault of this clause? */
  couldShow(slug: string): Steps<boolean>;
}

/** Requests that were sent: whose answers another fault spoilt, and the others. */
export interface Spoilt {
  readonly spoilt: readonly Ask[];
  readonly fine: readonly Ask[];
  /** Has it in it what may be to blame? */
  readonly avoids: (ask: Ask) => boolean;
  /** Nothing more is wanted of these clauses. */
  readonly named: ReadonlySet<string>;
}

export function* createPlan(model: Model, faults: readonly Fault[], accepts: Accepts, spending: Spending): Steps<Plan> {
  const effort: Effort = {
    requests: Math.max(LEAST_REQUESTS, Math.ceil(faults.length / spending.faultsPerRequest)),
    showings: spending.showings,
    ample: spending.ample,
  };
  const directions: Directions = new Map(Object.keys(model.listing.sort?.by ?? {}).map((sort) => [sort, -1]));
  const prospects = yield* prospectsOf(candidatesOf(model, accepts), faults);
  const shows = remembering(createShows(model, faults, directions));
  const isOf = (slug: string) => (index: number) => faults[index]?.slug === slug;
  const firstShowing = function* (slug: string, among: readonly Prospect[]): Steps<Prospect | undefined> {
    for (const one of among) {
      yield* tell(one, shows, isOf(slug));
      if (shownBy(one).some(isOf(slug))) return one;
    }
    return undefined;
  };
  // From nothing each time, whatever is known already: the same question gets the same answer.
  const chooseAmong = function* (
    open: readonly Prospect[],
    spent: Effort,
    asked: readonly Ask[],
    isWanted?: (fault: number) => boolean,
  ): Steps<readonly Bundle[]> {
    const fresh = open.map((one) => unknown(one));
    return yield* choose(fresh, shows, faults, spent, asked, isWanted);
  };
  const made = new Map<string, readonly Bundle[]>();
  const choice = function* (asked: readonly Ask[], avoided: readonly Ask[]): Steps<readonly Bundle[]> {
    const key = JSON.stringify([asked, avoided]);
    const before = made.get(key);
    if (before !== undefined) return before;
    const isAvoided = ({ bundle }: Prospect) => bundle.asks.some((ask) => avoided.some((one) => isLike(one, ask)));
    const open = prospects.filter((one) => !isAvoided(one));
    const chosen = yield* chooseAmong(open, effort, asked);
    made.set(key, chosen);
    return chosen;
  };
  const faultsShownBy = function* (asks: readonly Ask[]): Steps<ReadonlySet<number>> {
    const shown = new Set<number>(yield* shownBySession(shows, faults, asks));
    for (const one of yield* coveredBy(asks, prospects, faults)) {
      yield* tell(one, shows, (fault) => !shown.has(fault));
      for (const fault of shownBy(one)) shown.add(fault);
    }
    return shown;
  };
  // The choice looks closely at what is likeliest to be worth the most, and may leave out what is seldom shown.
  const forLeftOut = function* (asks: readonly Ask[]): Steps<readonly Bundle[]> {
    if (spending.leftOut === 0) return [];
    const shown = yield* faultsShownBy(asks);
    const slugs = new Set([...shown].map((fault) => faults[fault]?.slug));
    const found: Bundle[] = [];
    const sent = new Set(asks.map((ask) => JSON.stringify(ask)));
    const price = ({ keys }: Prospect) => keys.filter((key) => !sent.has(key)).length;
    let room = spending.leftOut;
    for (const slug of new Set(faults.map((fault) => fault.slug))) {
      if (slugs.has(slug)) continue;
      const cheap = prospects.filter((one) => price(one) <= room).toSorted((a, b) => price(a) - price(b));
      const one = yield* firstShowing(slug, cheap);
      if (one === undefined) continue;
      found.push(one.bundle);
      room -= price(one);
      for (const key of one.keys) sent.add(key);
    }
    const all = [...asks, ...found.flatMap((bundle) => bundle.asks)];
    const more = yield* chooseAmong(prospects, { requests: room, showings: 1 }, all, (fault) => !shown.has(fault));
    return [...found, ...more];
  };
  const withLeftOut = function* (asked: readonly Ask[]): Steps<readonly Bundle[]> {
    const chosen = yield* choice(asked, []);
    return [...chosen, ...(yield* forLeftOut([...asked, ...asksOf(chosen)]))];
  };
  // What was chosen last shows what nothing else does: begun with that, the others may be fewer.
  const fewerOf = function* (all: readonly Bundle[], asked: readonly Ask[]): Steps<readonly Bundle[]> {
    const last = all.slice(-BEGUN_WITH);
    const others = [...last, ...(yield* withLeftOut([...asked, ...asksOf(last)]))];
    if (priceOf(others, asked) >= priceOf(all, asked)) return all;
    const before = yield* faultsShownBy([...asked, ...asksOf(all)]);
    const after = yield* faultsShownBy([...asked, ...asksOf(others)]);
    return [...before].every((fault) => after.has(fault)) ? others : all;
  };
  const whole = new Map<string, readonly Bundle[]>();
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
      return yield* chooseAmong(prospects, { requests: LEAST_REQUESTS, showings: 1 }, asked, isWanted);
    },
    *couldShow(slug) {
      return (yield* firstShowing(slug, prospects)) !== undefined;
    },
    *again(answers, asked) {
      const failed = answers.filter((listed) => listed.failed !== undefined).map(({ ask }) => ask);
      if (failed.length === 0) return [];
      const served = answers.filter((listed) => listed.failed === undefined).map(({ ask }) => ask);
      const avoided = failed.flatMap((ask) => culprit(ask, served));
      return yield* choice([...asked, ...answers.map(({ ask }) => ask)], avoided.length > 0 ? avoided : failed);
    },
    *instead({ spoilt, fine, avoids, named }, requests) {
      const keysOf = (asks: readonly Ask[]) => new Set(asks.map((ask) => JSON.stringify(ask)));
      const [bad, good] = [keysOf(spoilt), keysOf(fine)];
      const isIn = (keys: ReadonlySet<string>) => (ask: Ask) => keys.has(JSON.stringify(ask));
      const isSent = (ask: Ask) => isIn(bad)(ask) || isIn(good)(ask);
      const isUnnamed = (fault: number) => !named.has(faults[fault]?.slug ?? '');
      const open = new Set<number>();
      for (const one of prospects.filter(({ bundle: { asks } }) => asks.every(isSent) && asks.some(isIn(bad)))) {
        yield* tell(one, shows, isUnnamed);
        for (const fault of shownBy(one).filter(isUnnamed)) open.add(fault);
      }
      for (const one of prospects.filter(({ bundle: { asks } }) => asks.every(isIn(good)))) {
        yield* tell(one, shows, (fault) => open.has(fault));
        for (const fault of shownBy(one)) open.delete(fault);
      }
      if (open.size === 0) return [];
      const others = prospects.filter(({ bundle: { asks } }) => !asks.some((ask) => isIn(bad)(ask) || avoids(ask)));
      return yield* chooseAmong(others, { requests, showings: 1 }, fine, (fault) => open.has(fault));
    },
    *shownBy(asks, isWhole) {
      const covered = yield* coveredBy(asks, prospects, faults);
      const blind = isWhole ? shows : createShows({ ...model, whole: false }, faults, directions);
      const shown = new Set<string>();
      for (const one of isWhole ? covered : covered.map((each) => unknown(each))) {
        yield* tell(one, blind, (index) => !shown.has(faults[index]?.slug ?? ''));
        for (const index of shownBy(one)) shown.add(faults[index]?.slug ?? '');
      }
      return shown;
    },
  };
}

function asksOf(bundles: readonly Bundle[]): readonly Ask[] {
  return bundles.flatMap(({ asks }) => asks);
}

/** So many requests are to be sent for these, beside those that were asked. */
function priceOf(bundles: readonly Bundle[], asked: readonly Ask[]): number {
  const sent = new Set(asked.map((ask) => JSON.stringify(ask)));
  const news = new Set(asksOf(bundles).map((ask) => JSON.stringify(ask)));
  return [...news].filter((key) => !sent.has(key)).length + bundles.filter(({ again }) => again).length;
}

/** The bundles that these requests hold, and each of them by itself. */
function* coveredBy(
  asks: readonly Ask[],
  prospects: readonly Prospect[],
  faults: readonly Fault[],
): Steps<readonly Prospect[]> {
  const keys = asks.map((ask) => JSON.stringify(ask));
  const [once, twice] = [new Set(keys), new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
  const held = prospects.filter(
    ({ bundle }) =>
      bundle.asks.every((ask) => once.has(JSON.stringify(ask))) &&
      (bundle.again !== true || twice.has(JSON.stringify(bundle.asks.at(-1)))),
  );
  const known = new Set(
    held.flatMap(({ bundle }) => (bundle.asks.length === 1 ? [JSON.stringify(bundle.asks[0])] : [])),
  );
  const others = asks.filter((ask) => !known.has(JSON.stringify(ask))).map((ask) => ({ asks: [ask] }));
  return [...held, ...(yield* prospectsOf(others, faults))];
}

/** The part of a request that no served one has: a value of a parameter, or else a parameter. */
function culprit(ask: Ask, served: readonly Ask[]): readonly Ask[] {
  const entries = Object.entries(ask).filter(([name, value]) => !served.some((one) => one[name] === value));
  const [entry] = entries.filter(([name]) => !served.some((one) => one[name] !== undefined));
  const chosen = entry ?? entries[0];
  return chosen === undefined ? [] : [{ [chosen[0]]: chosen[1] }];
}

function isLike(part: Ask, ask: Ask): boolean {
  return Object.entries(part).every(([name, value]) => ask[name] === value);
}
