import type { Budget } from './planning.ts';

/** What a run spends on each listing. A run uses the first row whose `ofAtMost` covers its request budget. */
const SPENDING: readonly (Budget & { readonly ofAtMost: number })[] = [
  {
    ofAtMost: 100,
    faultsPerRequest: 48,
    atLeastSent: 5,
    atLeast: 1,
    ample: false,
    pages: 3,
    opened: 1,
    hidden: 0,
    leftOut: 0,
    substitutes: 0,
    drawn: 0,
    controls: 1,
    repeats: 1,
  },
  {
    ofAtMost: 1000,
    faultsPerRequest: 5.8,
    atLeastSent: 8,
    atLeast: 1,
    ample: true,
    pages: 6,
    opened: 4,
    hidden: 1,
    leftOut: 6,
    substitutes: 12,
    drawn: 0,
    controls: 0,
    repeats: 2,
  },
  {
    ofAtMost: Number.POSITIVE_INFINITY,
    faultsPerRequest: 3,
    atLeastSent: 8,
    atLeast: 3,
    ample: false,
    pages: 20,
    opened: 60,
    hidden: 6,
    leftOut: 20,
    substitutes: 40,
    drawn: 200,
    controls: 1,
    repeats: 2,
  },
];

export function spendingOf(budget: number): Budget {
  const found = SPENDING.find(({ ofAtMost }) => budget <= ofAtMost);
  if (found === undefined) throw new RangeError(`no spending for ${budget} requests`);
  return found;
}
