import type { Steps } from '../../turns.ts';
import { type Query, queryKey } from './answer.ts';
import { type Detection, detectedBy, simulate, UNKNOWN, YES } from './detection.ts';
import type { Fault } from './fault.ts';
import type { RequestGroup } from './pairs.ts';
import type { Detector } from './simulate.ts';

/** How requests are chosen: so many of them, and how often each fault has to show. */
export interface Effort {
  readonly requests: number;
  readonly atLeast: number;
  /** Do they suffice for nearly all faults? Then those that few requests show come first, and what became needless goes. */
  readonly ample?: boolean;
}

/** The first showing of a fault counts; further ones count a little, or what shows only in pairs would never be chosen. */
const WEIGHTS = [1, 0.04, 0.01] as const;

/**
 * The first showing of any fault of a clause: no clause is left out for the sake of another one's finer points. Where the
 * requests suffice for all of them anyway it may count little.
 */
const NEW_CLAUSE = { scarce: 24, ample: 2 } as const;

/** So many groups are looked at closely for each that is chosen: those that are likely to be worth the most. */
const LOOKED_AT = { scarce: 10, ample: 60 } as const;

/** What is asked anyway costs next to nothing. */
const FREE = 0.01;

/** What shows no fault that was not shown often enough is not worth a request. */
const LEAST_WORTH = 0.009;

/** So many requests are kept back for the stateful faults that no other request shows. */
const FOR_STATEFUL = 3;

/**
 * Picks the request groups that tell the most faults apart, one after the other (a greedy set cover). Requests that were sent
 * already cost next to nothing. A stateful fault (a cache, an answer that changes when it is repeated) shows in the session as a
 * whole. Most of them are shown by requests that were chosen for other faults; a few requests are kept back for the rest. The
 * same candidates always give the same choice, however the steps are interleaved. With `among` only these faults count.
 */
export function* choose(
  detections: readonly Detection[],
  detect: Detector,
  faults: readonly Fault[],
  effort: Effort,
  asked: readonly Query[] = [],
  among: (fault: number) => boolean = () => true,
): Steps<readonly RequestGroup[]> {
  const cover = createCover(faults, effort, effort.ample === true ? rarities(detections, faults) : undefined);
  const lookedAt = LOOKED_AT[effort.ample === true ? 'ample' : 'scarce'];
  for (const fault of faults.keys()) if (!among(fault)) cover.close(fault);
  const sent = new Set(asked.map(queryKey));
  const left = new Set(detections);
  let chosen: readonly Detection[] = [];
  let remaining = effort.requests;
  const price = ({ keys }: Detection) => Math.max(keys.filter((key) => !sent.has(key)).length, FREE);
  const take = function* (isWanted: (fault: number) => boolean, keptBack: number): Steps<void> {
    for (;;) {
      const best = yield* bestOf(left, { cover, price, room: remaining - keptBack, detect, isWanted, lookedAt });
      if (best === undefined) return;
      left.delete(best);
      remaining -= Math.floor(price(best));
      for (const key of best.keys) sent.add(key);
      for (const fault of detectedBy(best)) cover.note(fault);
      chosen = [...chosen, best];
    }
  };
  const stateful = statefulAmong(faults).filter(among);
  yield* take((fault) => !stateful.includes(fault), FOR_STATEFUL);
  if (effort.ample === true) {
    const before = new Set(asked.map(queryKey));
    chosen = yield* withoutNeedless(chosen, detect, before);
    const needed = new Set([...before, ...chosen.flatMap(({ keys }) => keys)]);
    for (const key of [...sent].filter((one) => !needed.has(one))) {
      sent.delete(key);
      remaining += 1;
    }
  }
  for (const fault of yield* detect(sessionOf(asked, groupsOf(chosen)), stateful)) cover.close(fault);
  yield* take(() => true, 0);
  return groupsOf(chosen);
}

function groupsOf(detections: readonly Detection[]): readonly RequestGroup[] {
  return detections.map(({ group }) => group);
}

/** What was chosen early may be shown by all the others together: without those, the ones that show the least first. */
function* withoutNeedless(
  chosen: readonly Detection[],
  detect: Detector,
  asked: ReadonlySet<string>,
): Steps<readonly Detection[]> {
  const wanted = new Set(chosen.flatMap((one) => detectedBy(one)));
  for (const one of chosen) yield* simulate(one, detect, (fault) => wanted.has(fault));
  let needed = chosen;
  for (const one of chosen.toSorted((a, b) => detectedBy(a).length - detectedBy(b).length)) {
    const others = needed.filter((other) => other !== one);
    const isSaved = one.keys.some((key) => !asked.has(key) && !others.some(({ keys }) => keys.includes(key)));
    const detected = new Set(others.flatMap((other) => detectedBy(other)));
    if (isSaved && detectedBy(one).every((fault) => detected.has(fault))) needed = others;
  }
  return needed;
}

/** How seldom each fault can be shown: less than 1 where more groups than on the average may, and more where fewer may. */
function rarities(detections: readonly Detection[], faults: readonly Fault[]): Float64Array {
  const times = new Float64Array(faults.length);
  for (const { possible } of detections) for (const fault of possible) times[fault] = (times[fault] ?? 0) + 1;
  const average = times.reduce((sum, one) => sum + one, 0) / Math.max(1, faults.length);
  return times.map((one) => Math.sqrt(average / Math.max(1, one)));
}

/** The faults of a service that keeps something from one request for the next. Only a session as a whole shows them. */
function statefulAmong(faults: readonly Fault[]): readonly number[] {
  return faults.flatMap(({ change }, fault) =>
    change.cacheKey === undefined && change.onRepeat === undefined ? [] : [fault],
  );
}

/** The stateful faults that these requests show when they are sent in this order. */
export function detectedBySession(
  detect: Detector,
  faults: readonly Fault[],
  queries: readonly Query[],
): Steps<readonly number[]> {
  return detect(sessionOf(queries, []), statefulAmong(faults));
}

/** All requests in the order in which they are sent; the first of all is sent once more in any case. */
function sessionOf(asked: readonly Query[], chosen: readonly RequestGroup[]): RequestGroup {
  const once = new Map(
    [...asked, ...chosen.flatMap(({ queries }) => queries)].map((query) => [queryKey(query), query]),
  );
  const again = chosen.flatMap(({ queries, again: isAgain }) => (isAgain === true ? queries.slice(-1) : []));
  return { queries: [...once.values(), ...again, ...asked.slice(0, 1)] };
}

/** How often each fault was shown so far, and how likely a group is to show it that has to do with it. */
interface Cover {
  note(fault: number): void;
  /** Nothing more is wanted of it. */
  close(fault: number): void;
  isOpen(fault: number): boolean;
  learn(found: ReadonlyMap<number, boolean>): void;
  /** What the open faults of a group are worth together, unknown ones by their likelihood. */
  worth(one: Detection, isWanted: (fault: number) => boolean): number;
}

function createCover(faults: readonly Fault[], { atLeast, ample = false }: Effort, weights?: Float64Array): Cover {
  const ofNewClause = NEW_CLAUSE[ample ? 'ample' : 'scarce'];
  const times = new Uint8Array(faults.length);
  const [tried, seen] = [new Uint16Array(faults.length), new Uint16Array(faults.length)];
  const slugs = [...new Set(faults.map(({ slug }) => slug))];
  const slugOf = Uint16Array.from(faults, ({ slug }) => slugs.indexOf(slug));
  const isNew = new Uint8Array(slugs.length).fill(1);
  const chance = new Float64Array(slugs.length);
  const isOpen = (fault: number) => (times[fault] ?? 0) < atLeast;
  return {
    isOpen,
    note(fault) {
      times[fault] = (times[fault] ?? 0) + 1;
      isNew[slugOf[fault] ?? 0] = 0;
    },
    close(fault) {
      times[fault] = atLeast;
      isNew[slugOf[fault] ?? 0] = 0;
    },
    learn(found) {
      for (const [fault, isDetected] of found) {
        tried[fault] = (tried[fault] ?? 0) + 1;
        if (isDetected) seen[fault] = (seen[fault] ?? 0) + 1;
      }
    },
    worth({ possible, states }, isWanted) {
      let sum = 0;
      chance.fill(0);
      for (let place = 0; place < possible.length; place += 1) {
        const [fault, known] = [possible[place] ?? 0, states[place] ?? 0];
        if ((known !== UNKNOWN && known !== YES) || !isOpen(fault) || !isWanted(fault)) continue;
        const likely = known === YES ? 1 : ((seen[fault] ?? 0) + 1) / ((tried[fault] ?? 0) + 1);
        sum += likely * (WEIGHTS[times[fault] ?? 0] ?? 0) * (weights?.[fault] ?? 1);
        const slug = slugOf[fault] ?? 0;
        if (isNew[slug] === 1 && likely > (chance[slug] ?? 0)) chance[slug] = likely;
      }
      return sum + ofNewClause * chance.reduce((all, one) => all + one, 0);
    },
  };
}

interface Market {
  readonly cover: Cover;
  readonly price: (one: Detection) => number;
  readonly room: number;
  readonly detect: Detector;
  readonly isWanted: (fault: number) => boolean;
  readonly lookedAt: number;
}

/** The best of those that were looked at closely. */
function* bestOf(left: ReadonlySet<Detection>, market: Market): Steps<Detection | undefined> {
  const { cover, price, room, detect, isWanted, lookedAt } = market;
  const rated = [...left].flatMap((one) => {
    const cost = price(one);
    const worth = Math.floor(cost) > room ? 0 : cover.worth(one, isWanted);
    return worth < LEAST_WORTH ? [] : [{ one, rate: worth / cost }];
  });
  const near = rated.toSorted((a, b) => b.rate - a.rate).slice(0, lookedAt);
  for (const { one } of near)
    cover.learn(yield* simulate(one, detect, (fault) => cover.isOpen(fault) && isWanted(fault)));
  const exact = near
    .map(({ one }) => ({ one, worth: cover.worth(one, isWanted) }))
    .filter(({ worth }) => worth >= LEAST_WORTH)
    .map(({ one, worth }) => ({ one, rate: worth / price(one) }));
  if (exact.length === 0) return near.length === 0 ? undefined : yield* bestOf(left, market);
  return exact.reduce((a, b) => (b.rate > a.rate ? b : a)).one;
}
