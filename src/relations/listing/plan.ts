import { createHash } from 'node:crypto';
import type { Steps } from '../../turns.ts';
import { type Answer, type Query } from './answer.ts';
import { candidatesOf } from './candidates.ts';
import type { Effort } from './choose.ts';
import { type Detection, detectionsOf } from './detection.ts';
import type { Directions } from './difference.ts';
import type { Fault } from './fault.ts';
import type { Model } from './model.ts';
import { type RequestGroup } from './pairs.ts';
import {
  type Budget,
  chooseAmong,
  fewerOf,
  firstShowing,
  forLeftOut,
  type Masked,
  type Planning,
  queriesOf,
  slugsDetectedBy,
  substitutes,
} from './planning.ts';
import { type Accepts } from './selections.ts';
import { createDetector, memoizeDetector } from './simulate.ts';
import { directionOf } from './values.ts';

const REQUESTS_FOR_CLAUSES = 8;

/** All methods run in steps, because simulating many services takes long. */
export interface Plan {
  choose(asked: readonly Query[]): Steps<readonly RequestGroup[]>;
  /** Requests for the faults of these clauses only. */
  chooseFor(slugs: readonly string[], asked: readonly Query[]): Steps<readonly RequestGroup[]>;
  /** Requests in place of those that were not served. */
  again(answers: readonly Answer[], asked: readonly Query[]): Steps<readonly RequestGroup[]>;
  /** Requests for the faults that only masked requests cover. */
  substitutes(masked: Masked, requests: number): Steps<readonly RequestGroup[]>;
  /** The clauses whose faults these requests show. With `isWhole` all items count as known. */
  detectedBy(queries: readonly Query[], isWhole: boolean): Steps<ReadonlySet<string>>;
  /** Is there a candidate that would show a fault of this clause? */
  couldShow(slug: string): Steps<boolean>;
}

function* createPlan(model: Model, faults: readonly Fault[], accepts: Accepts, spending: Budget): Steps<Plan> {
  const sorts = Object.keys(model.listing.sort?.by ?? {});
  const directions: Directions = new Map(sorts.map((sort) => [sort, directionOf(model.listing, sort)]));
  const detections = yield* detectionsOf(candidatesOf(model, accepts), faults);
  const detect = memoizeDetector(createDetector(model, faults, directions));
  const planning: Planning = { model, faults, spending, directions, detections, detect };
  const effort: Effort = {
    requests: Math.max(spending.atLeastSent, Math.ceil(faults.length / spending.faultsPerRequest)),
    atLeast: spending.atLeast,
    ample: spending.ample,
  };
  const choice = memoized(function* (asked: readonly Query[], avoided: readonly Query[]) {
    const isAvoided = ({ group }: Detection) => group.queries.some((each) => avoided.some((one) => isPart(one, each)));
    const allowed = detections.filter((one) => !isAvoided(one));
    return yield* chooseAmong(planning, allowed, effort, asked);
  });
  const withLeftOut = function* (asked: readonly Query[]): Steps<readonly RequestGroup[]> {
    const chosen = yield* choice(asked, []);
    return [...chosen, ...(yield* forLeftOut(planning, [...asked, ...queriesOf(chosen)]))];
  };
  return {
    choose: memoized(function* (asked) {
      const all = yield* withLeftOut(asked);
      return effort.ample === true ? yield* fewerOf(planning, all, asked, withLeftOut) : all;
    }),
    *chooseFor(slugs, asked) {
      const isWanted = (fault: number) => slugs.includes(faults[fault]?.slug ?? '');
      return yield* chooseAmong(planning, detections, { requests: REQUESTS_FOR_CLAUSES, atLeast: 1 }, asked, isWanted);
    },
    *couldShow(slug) {
      return (yield* firstShowing(planning, slug, detections)) !== undefined;
    },
    *again(answers, asked) {
      const avoided = avoidedAfter(answers);
      return avoided.length === 0 ? [] : yield* choice([...asked, ...answers.map(({ query }) => query)], avoided);
    },
    substitutes: (masked, requests) => substitutes(planning, masked, requests),
    detectedBy: (queries, isWhole) => slugsDetectedBy(planning, queries, isWhole),
  };
}

/** Caches the result of `work` for each list of arguments. */
function memoized<Q extends readonly (readonly Query[])[]>(
  work: (...question: Q) => Steps<readonly RequestGroup[]>,
): (...question: Q) => Steps<readonly RequestGroup[]> {
  const known = new Map<string, readonly RequestGroup[]>();
  return function* (...question) {
    const key = JSON.stringify(question);
    const groups = known.get(key) ?? (yield* work(...question));
    known.set(key, groups);
    return groups;
  };
}

/** What new requests should avoid because some were not served: the suspect parts, or else the whole requests. */
function avoidedAfter(answers: readonly Answer[]): readonly Query[] {
  const queriesWhere = (isFailed: boolean) =>
    answers.filter(({ failed }) => (failed !== undefined) === isFailed).map(({ query }) => query);
  const failed = queriesWhere(true);
  const parts = failed.flatMap((query) => suspectPart(query, queriesWhere(false)));
  return parts.length > 0 ? parts : failed;
}

/** The part of a request that no served one has: a parameter with its value, or else a value of a parameter. */
function suspectPart(query: Query, served: readonly Query[]): readonly Query[] {
  const entries = Object.entries(query).filter(([name, value]) => !served.some((one) => one[name] === value));
  const [entry] = entries.filter(([name]) => !served.some((one) => one[name] !== undefined));
  const chosen = entry ?? entries[0];
  return chosen === undefined ? [] : [{ [chosen[0]]: chosen[1] }];
}

function isPart(part: Query, query: Query): boolean {
  return Object.entries(part).every(([name, value]) => query[name] === value);
}

/** Returns the plan for a model. If the same items were learnt before, it returns the same plan. */
export type Plans = (model: Model, faults: readonly Fault[], accepts: Accepts, spending: Budget) => Steps<Plan>;

/** At most this many plans are kept. */
const MAX_KEPT = 6;

/** A plan depends only on what was learnt and on the budget. So a host with many runs keeps the last few. */
export function createPlans(): Plans {
  const kept = new Map<string, Plan>();
  return function* plans(model, faults, accepts, spending) {
    const key = keyOf(model, spending);
    const plan = kept.get(key) ?? (yield* createPlan(model, faults, accepts, spending));
    kept.delete(key);
    kept.set(key, plan);
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
    return plan;
  };
}

function keyOf({ items, whole, unknown, counted, slice, hidden }: Model, spending: Budget): string {
  const known = [items.map(({ key, values }) => [key, values]), whole, unknown, counted, slice, [...hidden], spending];
  return createHash('sha256').update(JSON.stringify(known)).digest('base64');
}
