import { createHash } from 'node:crypto';
import type { Steps } from '../../turns.ts';
import type { Fault } from './fault.ts';
import type { Model } from './model.ts';
import { createPlan, type Plan } from './plan.ts';
import type { Budget } from './planning.ts';
import type { Accepts } from './selections.ts';

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
