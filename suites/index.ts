import type { Check } from '../src/check/index.ts';

/** Every stated check, by tag. */
export const allChecks: readonly Check[] = [];
