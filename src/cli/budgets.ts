import type { Depth } from '../check/target.ts';

/** At most so many requests. The contract's own rate tiers are the depths. */
export const BUDGETS: Readonly<Record<Depth, number>> = { smoke: 100, standard: 1000, deep: 10_000 };
