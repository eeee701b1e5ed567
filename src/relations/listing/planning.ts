import type { Steps } from '../../turns.ts';
import { type Query, queryKey } from './answer.ts';
import { choose, detectedBySession, type Effort } from './choose.ts';
import { againKey, type Detection, detectedBy, detectionsOf, simulate, unknown } from './detection.ts';
import type { Directions } from './difference.ts';
import type { Fault } from './fault.ts';
import type { Model } from './model.ts';
import { type RequestGroup } from './pairs.ts';
import { createDetector, type Detector } from './simulate.ts';

/** What is spent on one listing. */
export interface Budget {
  /** One request per this many faults, at least `atLeastSent`. Each fault has to show `atLeast` times. */
  readonly faultsPerRequest: number;
  readonly atLeastSent: number;
  readonly atLeast: number;
  /** Are these requests enough for nearly all faults? */
  readonly ample: boolean;
  /** At most this many pages to learn the items from. */
  readonly pages: number;
  /** This many items are opened by their ids. */
  readonly opened: number;
  /** This many items give texts that are searched and not listed. */
  readonly hidden: number;
  /** At most this many requests for clauses and faults that the choice left out. */
  readonly leftOut: number;
  /** At most this many requests in place of masked ones, in each round. */
  readonly substitutes: number;
  /** This many random requests beside the chosen ones. */
  readonly drawn: number;
  /** How often the first request is sent again between the chosen ones. After them it is sent again anyway. */
  readonly controls: number;
  /** How often it is sent again after them. */
  readonly repeats: number;
}

/** `fewerOf` begins its second choice with this many of the groups that were chosen last. */
const KEPT_GROUPS = 4;

/** The data for choosing requests: the faults, and for each candidate what is known of the faults that it shows. */
export interface Planning {
  readonly model: Model;
  readonly faults: readonly Fault[];
  readonly spending: Budget;
  readonly directions: Directions;
  readonly detections: readonly Detection[];
  readonly detect: Detector;
}

/** The requests that were sent: those whose answers another fault masks, and the others. */
export interface Masked {
  readonly masked: readonly Query[];
  readonly unmasked: readonly Query[];
  /** Has the request a parameter, a pair of parameters or a value that only masked requests have? */
  readonly isSuspect: (query: Query) => boolean;
  /** Clauses that need no more requests, because they are already broken. */
  readonly named: ReadonlySet<string>;
}

/** Chooses among these groups. Starts without earlier simulation results, because the choice depends on them. */
export function* chooseAmong(
  { detect, faults }: Planning,
  open: readonly Detection[],
  effort: Effort,
  asked: readonly Query[],
  isWanted?: (fault: number) => boolean,
): Steps<readonly RequestGroup[]> {
  const fresh = open.map((one) => unknown(one));
  return yield* choose(fresh, detect, faults, effort, asked, isWanted);
}

export function* firstShowing(
  { detect, faults }: Planning,
  slug: string,
  among: readonly Detection[],
): Steps<Detection | undefined> {
  const isOf = (index: number) => faults[index]?.slug === slug;
  for (const one of among) {
    yield* simulate(one, detect, isOf);
    if (detectedBy(one).some(isOf)) return one;
  }
  return undefined;
}

function* faultsDetectedBy(
  { detect, faults, detections }: Planning,
  queries: readonly Query[],
): Steps<ReadonlySet<number>> {
  const detected = new Set<number>(yield* detectedBySession(detect, faults, queries));
  for (const one of yield* coveredBy(queries, detections, faults)) {
    yield* simulate(one, detect, (fault) => !detected.has(fault));
    for (const fault of detectedBy(one)) detected.add(fault);
  }
  return detected;
}

/** `choose` simulates only the most promising groups, so it may leave out faults that few requests show. They get their own. */
export function* forLeftOut(planning: Planning, queries: readonly Query[]): Steps<readonly RequestGroup[]> {
  const { faults, spending, detections } = planning;
  if (spending.leftOut === 0) return [];
  const detected = yield* faultsDetectedBy(planning, queries);
  const shown = new Set([...detected].map((fault) => faults[fault]?.slug));
  const found: RequestGroup[] = [];
  const sent = new Set(queries.map(queryKey));
  const price = ({ keys }: Detection) => keys.filter((key) => !sent.has(key)).length;
  let room = spending.leftOut;
  for (const slug of new Set(faults.map((fault) => fault.slug))) {
    if (shown.has(slug)) continue;
    const affordable = detections.filter((one) => price(one) <= room).toSorted((a, b) => price(a) - price(b));
    const one = yield* firstShowing(planning, slug, affordable);
    if (one === undefined) continue;
    found.push(one.group);
    room -= price(one);
    for (const key of one.keys) sent.add(key);
  }
  const all = [...queries, ...queriesOf(found)];
  const rest = { requests: room, atLeast: 1 };
  return [...found, ...(yield* chooseAmong(planning, detections, rest, all, (fault) => !detected.has(fault)))];
}

/** The groups chosen last show what no other group does. A choice that begins with them may need fewer requests. */
export function* fewerOf(
  planning: Planning,
  all: readonly RequestGroup[],
  asked: readonly Query[],
  choice: (asked: readonly Query[]) => Steps<readonly RequestGroup[]>,
): Steps<readonly RequestGroup[]> {
  const last = all.slice(-KEPT_GROUPS);
  const others = [...last, ...(yield* choice([...asked, ...queriesOf(last)]))];
  if (priceOf(others, asked) >= priceOf(all, asked)) return all;
  const before = yield* faultsDetectedBy(planning, [...asked, ...queriesOf(all)]);
  const after = yield* faultsDetectedBy(planning, [...asked, ...queriesOf(others)]);
  return [...before].every((fault) => after.has(fault)) ? others : all;
}

export function* substitutes(
  planning: Planning,
  { masked, unmasked, isSuspect, named }: Masked,
  requests: number,
): Steps<readonly RequestGroup[]> {
  const { faults, detections, detect } = planning;
  const [dirty, clean] = [new Set(masked.map(queryKey)), new Set(unmasked.map(queryKey))];
  const isIn = (keys: ReadonlySet<string>) => (query: Query) => keys.has(queryKey(query));
  const isSent = (query: Query) => isIn(dirty)(query) || isIn(clean)(query);
  const isUnnamed = (fault: number) => !named.has(faults[fault]?.slug ?? '');
  const open = new Set<number>();
  const inDoubt = detections.filter(({ group: { queries } }) => queries.every(isSent) && queries.some(isIn(dirty)));
  for (const one of inDoubt) {
    yield* simulate(one, detect, isUnnamed);
    for (const fault of detectedBy(one).filter(isUnnamed)) open.add(fault);
  }
  for (const one of detections.filter(({ group: { queries } }) => queries.every(isIn(clean)))) {
    yield* simulate(one, detect, (fault) => open.has(fault));
    for (const fault of detectedBy(one)) open.delete(fault);
  }
  if (open.size === 0) return [];
  const others = detections.filter(({ group }) => group.queries.every((one) => !isIn(dirty)(one) && !isSuspect(one)));
  return yield* chooseAmong(planning, others, { requests, atLeast: 1 }, unmasked, (fault) => open.has(fault));
}

export function* slugsDetectedBy(
  { model, faults, directions, detections, detect }: Planning,
  queries: readonly Query[],
  isWhole: boolean,
): Steps<ReadonlySet<string>> {
  const covered = yield* coveredBy(queries, detections, faults);
  const detector = isWhole ? detect : createDetector({ ...model, whole: false }, faults, directions);
  const detected = new Set<string>();
  for (const one of isWhole ? covered : covered.map((each) => unknown(each))) {
    yield* simulate(one, detector, (index) => !detected.has(faults[index]?.slug ?? ''));
    for (const index of detectedBy(one)) detected.add(faults[index]?.slug ?? '');
  }
  return detected;
}

export function queriesOf(groups: readonly RequestGroup[]): readonly Query[] {
  return groups.flatMap(({ queries }) => queries);
}

/** How many requests these groups need beyond those already sent. */
function priceOf(groups: readonly RequestGroup[], asked: readonly Query[]): number {
  const sent = new Set(asked.map(queryKey));
  const unsent = new Set(queriesOf(groups).map(queryKey));
  return [...unsent].filter((key) => !sent.has(key)).length + groups.filter(({ again }) => again).length;
}

/** The groups whose requests are all among these, and each request as a group of its own. */
function* coveredBy(
  queries: readonly Query[],
  detections: readonly Detection[],
  faults: readonly Fault[],
): Steps<readonly Detection[]> {
  const keys = queries.map(queryKey);
  const sent = new Set(keys.flatMap((key, index) => (keys.indexOf(key) === index ? [key] : [key, againKey(key)])));
  const covered = detections.filter((one) => one.keys.every((key) => sent.has(key)));
  const single = new Set(covered.flatMap(({ group, keys: [first] }) => (group.queries.length === 1 ? [first] : [])));
  const others = queries.filter((query) => !single.has(queryKey(query))).map((query) => ({ queries: [query] }));
  return [...covered, ...(yield* detectionsOf(others, faults))];
}
