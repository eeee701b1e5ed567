import type { Steps } from '../../turns.ts';
import { type Query, queryKey } from './answer.ts';
import { type Detection, detectedBy, NO, simulate, YES } from './detection.ts';
import type { Fault } from './fault.ts';
import type { RequestGroup } from './pairs.ts';
import type { Detector } from './simulate.ts';

/** How many requests may be chosen (`requests`), and how often each fault has to be detected (`atLeast`). */
export interface Effort {
  readonly requests: number;
  readonly atLeast: number;
  /** The requests suffice for nearly all faults: the rare faults come first, and redundant groups are dropped. */
  readonly ample?: boolean;
}

/** What the first, second and third detection of a fault are worth. Without the later ones no pair would ever be chosen. */
const DETECTION_WEIGHTS = [1, 0.04, 0.01] as const;

/**
 * Extra worth of the first detected fault of a clause: every clause comes before more faults of another clause. If the requests
 * suffice for nearly all faults, a small extra is enough.
 */
const NEW_CLAUSE_WORTH = { scarce: 24, ample: 2 } as const;

/** How many groups are simulated for each choice: those that are likely to be worth the most. */
const SIMULATED_PER_CHOICE = { scarce: 10, ample: 60 } as const;

/** The cost of a group whose requests are all sent already. */
const ALREADY_SENT_COST = 0.01;

/** A group worth less than this is not chosen. */
const MIN_WORTH = 0.009;

/** How many requests are kept back for stateful faults that the other requests do not detect. */
const KEPT_FOR_STATEFUL = 3;

/**
 * Picks the request groups that detect the most faults, one after the other (a greedy set cover). Requests that were sent
 * already are nearly free. Only the session as a whole detects a stateful fault (a cache, a change on repetition).
 * The requests for other faults detect most of these; a few requests are kept back for the rest. The same candidates always
 * give the same choice, in whatever order the steps run. With `among`, only these faults count.
 */
export function* choose(
  detections: readonly Detection[],
  detect: Detector,
  faults: readonly Fault[],
  effort: Effort,
  asked: readonly Query[] = [],
  among: (fault: number) => boolean = () => true,
): Steps<readonly RequestGroup[]> {
  const cover = createCover(faults, effort, effort.ample === true ? rarityWeights(detections, faults) : undefined);
  for (const fault of faults.keys()) if (!among(fault)) cover.close(fault);
  const simulations = SIMULATED_PER_CHOICE[effort.ample === true ? 'ample' : 'scarce'];
  const options = { candidates: new Set(detections), cover, detect, simulations };
  const stateful = statefulAmong(faults).filter(among);
  const before: Chosen = { groups: [], sent: new Set(asked.map(queryKey)), remaining: effort.requests };
  let chosen = yield* chooseMore(before, options, (fault) => !stateful.includes(fault), KEPT_FOR_STATEFUL);
  if (effort.ample === true) chosen = yield* withoutRedundant(chosen, detect, before.sent);
  for (const fault of yield* detect(sessionOf(asked, groupsOf(chosen)), stateful)) cover.close(fault);
  return groupsOf(yield* chooseMore(chosen, options, () => true, 0));
}

/** What is chosen so far, the keys of all requests that are sent then, and how many more may be sent. */
interface Chosen {
  readonly groups: readonly Detection[];
  readonly sent: ReadonlySet<string>;
  readonly remaining: number;
}

/** Chooses the best candidate again and again until none is worth its requests, and keeps back some requests. */
function* chooseMore(
  before: Chosen,
  { candidates, ...options }: ChoiceOptions & { readonly candidates: Set<Detection> },
  isWanted: (fault: number) => boolean,
  keptBack: number,
): Steps<Chosen> {
  let chosen = before;
  for (;;) {
    const { groups, sent, remaining } = chosen;
    const costOf = ({ keys }: Detection) => Math.max(keys.filter((key) => !sent.has(key)).length, ALREADY_SENT_COST);
    const best = yield* bestOf(candidates, { ...options, costOf, room: remaining - keptBack, isWanted });
    if (best === undefined) return chosen;
    candidates.delete(best);
    for (const fault of detectedBy(best)) options.cover.addDetection(fault);
    const left = remaining - Math.floor(costOf(best));
    chosen = { groups: [...groups, best], sent: new Set([...sent, ...best.keys]), remaining: left };
  }
}

function groupsOf({ groups }: Chosen): readonly RequestGroup[] {
  return groups.map(({ group }) => group);
}

/** Drops each group whose faults the others together detect, if that saves a request. Starts with the least useful group. */
function* withoutRedundant(
  { groups, sent, remaining }: Chosen,
  detect: Detector,
  asked: ReadonlySet<string>,
): Steps<Chosen> {
  const wanted = new Set(groups.flatMap((one) => detectedBy(one)));
  for (const one of groups) yield* simulate(one, detect, (fault) => wanted.has(fault));
  let needed = groups;
  for (const one of groups.toSorted((a, b) => detectedBy(a).length - detectedBy(b).length)) {
    const others = needed.filter((other) => other !== one);
    const isSaved = one.keys.some((key) => !asked.has(key) && !others.some(({ keys }) => keys.includes(key)));
    const detected = new Set(others.flatMap((other) => detectedBy(other)));
    if (isSaved && detectedBy(one).every((fault) => detected.has(fault))) needed = others;
  }
  const stillSent = new Set([...asked, ...needed.flatMap(({ keys }) => keys)]);
  return { groups: needed, sent: stillSent, remaining: remaining + sent.size - stillSent.size };
}

/** A weight for each fault: above 1 if fewer groups than the average may detect it, below 1 if more do. */
function rarityWeights(detections: readonly Detection[], faults: readonly Fault[]): Float64Array {
  const times = new Float64Array(faults.length);
  for (const { possible } of detections) for (const fault of possible) times[fault] = (times[fault] ?? 0) + 1;
  const average = times.reduce((sum, one) => sum + one, 0) / Math.max(1, faults.length);
  return times.map((one) => Math.sqrt(average / Math.max(1, one)));
}

/** The faults that depend on earlier requests. Only a session as a whole detects them. */
function statefulAmong(faults: readonly Fault[]): readonly number[] {
  return faults.flatMap(({ change }, fault) =>
    change.cacheKey === undefined && change.onRepeat === undefined ? [] : [fault],
  );
}

/** The stateful faults that these requests detect if they are sent in this order. */
export function detectedBySession(
  detect: Detector,
  faults: readonly Fault[],
  queries: readonly Query[],
): Steps<readonly number[]> {
  return detect(sessionOf(queries, []), statefulAmong(faults));
}

/** All requests in the order in which they are sent, then the repetitions. The very first request is always repeated. */
function sessionOf(asked: readonly Query[], chosen: readonly RequestGroup[]): RequestGroup {
  const once = new Map(
    [...asked, ...chosen.flatMap(({ queries }) => queries)].map((query) => [queryKey(query), query]),
  );
  const again = chosen.flatMap(({ queries, again: isAgain }) => (isAgain === true ? queries.slice(-1) : []));
  return { queries: [...once.values(), ...again, ...asked.slice(0, 1)] };
}

/** Which faults need further detections, and what the groups are worth that may detect them. */
interface Cover {
  /** A chosen group detects the fault. */
  addDetection(fault: number): void;
  /** The fault needs no further detection. */
  close(fault: number): void;
  /** Does the fault need further detections? */
  isOpen(fault: number): boolean;
  /** For each simulated fault, whether the group detects it: shows how likely other groups detect it. */
  addSimulations(found: ReadonlyMap<number, boolean>): void;
  /** The worth of all open faults of a group. A fault that is not simulated yet counts by its likelihood. */
  worth(one: Detection, isWanted: (fault: number) => boolean): number;
}

function createCover(faults: readonly Fault[], { atLeast, ample = false }: Effort, weights?: Float64Array): Cover {
  const newClauseWorth = NEW_CLAUSE_WORTH[ample ? 'ample' : 'scarce'];
  // By fault: how many chosen groups detect it, and how many simulations of how many did.
  const detections = new Uint8Array(faults.length);
  const [simulatedTimes, detectedTimes] = [new Uint16Array(faults.length), new Uint16Array(faults.length)];
  const slugs = [...new Set(faults.map(({ slug }) => slug))];
  const slugOf = Uint16Array.from(faults, ({ slug }) => slugs.indexOf(slug));
  const isNewClause = new Uint8Array(slugs.length).fill(1);
  const bestChance = new Float64Array(slugs.length);
  const isOpen = (fault: number) => (detections[fault] ?? 0) < atLeast;
  const setDetections = (fault: number, times: number): void => {
    detections[fault] = times;
    isNewClause[slugOf[fault] ?? 0] = 0;
  };
  return {
    isOpen,
    addDetection: (fault) => setDetections(fault, (detections[fault] ?? 0) + 1),
    close: (fault) => setDetections(fault, atLeast),
    addSimulations(found) {
      for (const [fault, isDetected] of found) {
        simulatedTimes[fault] = (simulatedTimes[fault] ?? 0) + 1;
        if (isDetected) detectedTimes[fault] = (detectedTimes[fault] ?? 0) + 1;
      }
    },
    worth({ possible, states }, isWanted) {
      let sum = 0;
      bestChance.fill(0);
      for (let place = 0; place < possible.length; place += 1) {
        const [fault, known] = [possible[place] ?? 0, states[place]];
        if (known === NO || !isOpen(fault) || !isWanted(fault)) continue;
        // A fault that was never simulated counts as detected.
        const likely = known === YES ? 1 : ((detectedTimes[fault] ?? 0) + 1) / ((simulatedTimes[fault] ?? 0) + 1);
        sum += likely * (DETECTION_WEIGHTS[detections[fault] ?? 0] ?? 0) * (weights?.[fault] ?? 1);
        const slug = slugOf[fault] ?? 0;
        if (isNewClause[slug] === 1 && likely > (bestChance[slug] ?? 0)) bestChance[slug] = likely;
      }
      return sum + newClauseWorth * bestChance.reduce((all, one) => all + one, 0);
    },
  };
}

interface ChoiceOptions {
  readonly cover: Cover;
  readonly detect: Detector;
  readonly simulations: number;
}

interface ChoiceContext extends ChoiceOptions {
  readonly costOf: (one: Detection) => number;
  readonly room: number;
  readonly isWanted: (fault: number) => boolean;
}

/** Simulates the most promising groups and returns the best; undefined if no group is worth its requests. */
function* bestOf(groups: ReadonlySet<Detection>, context: ChoiceContext): Steps<Detection | undefined> {
  const { cover, costOf, room, detect, isWanted, simulations } = context;
  const rated = [...groups].flatMap((one) => {
    const cost = costOf(one);
    const worth = Math.floor(cost) > room ? 0 : cover.worth(one, isWanted);
    return worth < MIN_WORTH ? [] : [{ one, rate: worth / cost }];
  });
  const promising = rated.toSorted((a, b) => b.rate - a.rate).slice(0, simulations);
  for (const { one } of promising)
    cover.addSimulations(yield* simulate(one, detect, (fault) => cover.isOpen(fault) && isWanted(fault)));
  const exact = promising
    .map(({ one }) => ({ one, worth: cover.worth(one, isWanted) }))
    .filter(({ worth }) => worth >= MIN_WORTH)
    .map(({ one, worth }) => ({ one, rate: worth / costOf(one) }));
  if (exact.length === 0) return promising.length === 0 ? undefined : yield* bestOf(groups, context);
  return exact.reduce((a, b) => (b.rate > a.rate ? b : a)).one;
}
