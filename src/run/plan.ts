import type { Check } from '../check/check.ts';
import { DEPTHS, type Depth } from '../check/target.ts';
import { ownerOf } from '../contract/clause-id.ts';
import type { Suite } from '../rules/suite.ts';

/** So many requests, and not one more: one, ten and a hundred times what a modest rate limit lets through. */
export const BUDGETS: Readonly<Record<Depth, number>> = { smoke: 100, standard: 1000, deep: 10_000 };

/** The longest that a depth sends unless told, in milliseconds: enough where every answer takes seconds. */
export const MAX_TIME_MS: Readonly<Record<Depth, number>> = { smoke: 600_000, standard: 2_700_000, deep: 14_400_000 };

/**
 * Requests under way at once unless told. At the smallest depth each is chosen by what the ones before have shown, and waits
 * for them.
 */
export const CONCURRENCY: Readonly<Record<Depth, number>> = { smoke: 1, standard: 8, deep: 8 };

/** What ordering needs to know of the contract. */
export interface Precedence {
  readonly isStated: (clause: string) => boolean;
  /** The clauses in the order in which few requests show the most, as far as that was measured. */
  readonly first: readonly string[];
}

/**
 * The checks of a depth in the order in which they run. Where the budget may not suffice, what shows the most comes
 * first: in the order that was measured; then one valid request to every operation, whose answer every clause about
 * answers is judged on; then what only this contract knows, and then the rest, the operations in turn, so that none is
 * left out for another's sake.
 */
export function planChecks(
  checks: readonly Check[],
  depth: Depth,
  { isStated, first }: Precedence = { isStated: () => false, first: [] },
): readonly Check[] {
  const reached = DEPTHS.slice(0, DEPTHS.indexOf(depth) + 1);
  const fitting = usedUpLast(checks.filter((check) => reached.includes(check.depth ?? 'smoke')));
  if (depth !== 'smoke') return fitting;
  const turns = new Map<string, number>();
  const places = new Map(first.map((clause, index) => [clause, index - first.length]));
  const ranked = fitting
    .filter(({ aboutLimits }) => aboutLimits !== true)
    .map((check) => {
      const rank = places.get(check.clause) ?? priority(check, isStated);
      const group = `${rank} ${ownerOf(check.clause)}`;
      const turn = turns.get(group) ?? 0;
      turns.set(group, turn + 1);
      return { check, priority: rank, turn };
    });
  return ranked.sort((a, b) => a.priority - b.priority || a.turn - b.turn).map(({ check }) => check);
}

/** What is drawn by chance comes behind what is sure; what uses up a limit, when nothing else is left to be asked. */
function usedUpLast(checks: readonly Check[]): readonly Check[] {
  const place = ({ depth, aboutLimits }: Check): number => (aboutLimits === true ? 2 : depth === 'deep' ? 1 : 0);
  return checks.toSorted((a, b) => place(a) - place(b));
}

/** What may be under way at the same time, and what is acted behind it, alone. */
export interface Company {
  /** The checks of one list are acted one after the other. */
  readonly together: readonly (readonly Check[])[];
  readonly apart: readonly Check[];
}

/**
 * Checks about what can be written watch the lists in which it stands, so those of one resource follow each other; drawn
 * sequences touch several resources (a webhook may hang on a key), and then all of these follow each other. Stated
 * checks beside them, under the same tag, watch counters, which every request changes, so they are alone, and so is what
 * uses up a limit. The same at every concurrency: so the requests are the same too, and what they show. At the smallest
 * depth the order that was planned counts, for the requests come to an end before the checks do.
 */
export function companyOf({ contract }: Pick<Suite, 'contract'>, checks: readonly Check[], depth: Depth): Company {
  if (depth === 'smoke') return { together: [checks], apart: [] };
  const operations = [...contract.operations.values()];
  // RFC 9110 section 15.3.2: what is created is answered with 201.
  const written = operations.filter(({ responses }) => responses.some(({ key }) => key === '201'));
  const tags = new Set(written.map(({ tag }) => tag));
  const resourceOf = ({ clause }: Check): string | undefined => {
    const path = contract.operations.get(ownerOf(clause))?.path;
    return written.find((one) => path === one.path || path?.startsWith(`${one.path}/`) === true)?.path;
  };
  const isApart = (check: Check): boolean => {
    const tag = contract.operations.get(ownerOf(check.clause))?.tag ?? '';
    const isWatching = contract.stated.has(check.clause) && tags.has(tag) && resourceOf(check) === undefined;
    return check.aboutLimits === true || isWatching;
  };
  const isDrawn = checks.some((check) => check.depth === 'deep' && resourceOf(check) !== undefined);
  const laneOf = (check: Check): unknown => {
    const resource = resourceOf(check);
    return resource === undefined ? check : isDrawn ? written : resource;
  };
  const lists = new Map<unknown, Check[]>();
  for (const check of checks.filter((one) => !isApart(one))) {
    const key = laneOf(check);
    lists.set(key, [...(lists.get(key) ?? []), check]);
  }
  // The longest first: the run is as long as they are.
  return { together: [...lists.values()].sort((a, b) => b.length - a.length), apart: checks.filter(isApart) };
}

/** Does this check send a plain valid request and little else? */
export function isVisit({ clause }: Check): boolean {
  return /\/security\/(?:public|[^/]+-opens)$/u.test(clause) && !clause.includes('-and-');
}

function priority(check: Check, isStated: (clause: string) => boolean): number {
  if (isVisit(check)) return 0;
  return isStated(check.clause) ? 2 : 3;
}
