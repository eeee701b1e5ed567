import type { Check } from '../check/check.ts';
import { DEPTHS, type Depth } from '../check/target.ts';
import { ownerOf } from '../contract/clause-id.ts';
import type { Operation } from '../contract/operations.ts';
import type { Suite } from '../rules/suite.ts';

/** So many requests, and not one more: one, ten and a hundred times what a modest rate limit lets through. */
export const BUDGETS: Readonly<Record<Depth, number>> = { smoke: 100, standard: 1000, deep: 10_000 };

/** Of several ways to show the same thing so many are tried: at the smallest depth the most telling one. */
export const ALTERNATIVES: Readonly<Record<Depth, number>> = {
  smoke: 1,
  standard: Number.POSITIVE_INFINITY,
  deep: Number.POSITIVE_INFINITY,
};

/** The longest that a depth sends unless told, in milliseconds: enough where every answer takes seconds. */
export const MAX_TIME_MS: Readonly<Record<Depth, number>> = { smoke: 600_000, standard: 2_700_000, deep: 14_400_000 };

/**
 * Requests under way at once unless told. At the smallest depth each is chosen by what the ones before have shown, and waits
 * for them.
 */
export const CONCURRENCY: Readonly<Record<Depth, number>> = { smoke: 1, standard: 8, deep: 8 };

/** The checks of a depth in the order in which they run: where the budget may not suffice, what shows the most comes first. */
export function planChecks(checks: readonly Check[], depth: Depth, suite?: Stated): readonly Check[] {
  const reached = DEPTHS.slice(0, DEPTHS.indexOf(depth) + 1);
  const fitting = usedUpLast(checks.filter((check) => reached.includes(check.depth ?? 'smoke')));
  return depth === 'smoke'
    ? mostFirst(
        fitting.filter(({ aboutLimits }) => aboutLimits !== true),
        suite,
      )
    : fitting;
}

/** What the document states. */
type Stated = Pick<Suite, 'contract' | 'clauses'>;

/**
 * One valid request to every operation, whose answer every clause about answers is judged on. Then whatever shows the most
 * clauses for a request: those of checks that share an act, what a rule says of its own, and of the first to be refused in
 * a way that is documented, all that is documented of the refusal. Where that is the same, the operations in turn, so that
 * none is left out for another's sake.
 */
function mostFirst(checks: readonly Check[], suite: Stated | undefined): readonly Check[] {
  const sharing = new Map<unknown, number>();
  for (const { act } of checks) sharing.set(act, (sharing.get(act) ?? 0) + 1);
  const visits = new Map(
    checks
      .filter(isVisit)
      .toReversed()
      .map((check) => [ownerOf(check.clause), check]),
  );
  const plain = (check: Check): number =>
    visits.get(ownerOf(check.clause)) === check
      ? visitWorth(check, suite)
      : (check.clausesPerRequest ?? sharing.get(check.act) ?? 1);
  const refusals = firstRefusals(checks, plain, suite);
  const turns = new Map<string, number>();
  const ranked = checks.map((check) => {
    const worth = plain(check) + (refusals.get(check) ?? 0);
    const group = `${worth} ${ownerOf(check.clause)}`;
    const turn = turns.get(group) ?? 0;
    turns.set(group, turn + 1);
    return { check, worth, turn };
  });
  return ranked.sort((a, b) => (a.worth === b.worth ? a.turn - b.turn : b.worth - a.worth)).map(({ check }) => check);
}

/** More than anything else; what creates comes before the list in which it stands then. */
function visitWorth({ clause }: Check, suite: Stated | undefined): number {
  const operation = suite?.contract.operations.get(ownerOf(clause));
  return operation !== undefined && isWritten(operation) ? 2 * VISIT : VISIT;
}

const VISIT = 10_000;

/** For each documented refusal the check that shows it the soonest, and how many clauses its answer shows. */
function firstRefusals(
  checks: readonly Check[],
  plain: (check: Check) => number,
  suite: Stated | undefined,
): ReadonlyMap<Check, number> {
  const first = new Map<string, Check>();
  for (const check of checks) {
    const operation = suite?.contract.operations.get(ownerOf(check.clause));
    const status = operation === undefined ? undefined : statusOfRefusal(operation, check);
    if (status === undefined) continue;
    const key = `${ownerOf(check.clause)}/${status}/`;
    const before = first.get(key);
    if (before === undefined || plain(check) > plain(before)) first.set(key, check);
  }
  const ids = [...(suite?.clauses.keys() ?? [])];
  return new Map([...first].map(([key, check]) => [check, ids.filter((id) => id.startsWith(key)).length]));
}

/** Who is turned away at the door is told nothing that the document shows. */
function statusOfRefusal({ rejects, responses }: Operation, { rejected }: Check): string | undefined {
  if (rejected === undefined || rejected.endsWith('-credential')) return undefined;
  const others = Object.values(rejects);
  const exact = responses.map(({ key }) => key).find((key) => /^4\d\d$/u.test(key) && !others.includes(key));
  return rejects[rejected] ?? (rejected === 'unknown-id' ? exact : undefined);
}

/** What is drawn by chance comes behind what is sure; what uses up a limit, when nothing else is left to be asked. */
function usedUpLast(checks: readonly Check[]): readonly Check[] {
  const place = ({ depth, aboutLimits }: Check): number => (aboutLimits === true ? 2 : depth === 'deep' ? 1 : 0);
  return checks.toSorted((a, b) => place(a) - place(b));
}

/** What may be under way at the same time, and what is acted behind it, alone. */
export interface Company {
  /** What watches a list in which the run itself will write. */
  readonly before: readonly Check[];
  /** The checks of one list are acted one after the other. */
  readonly together: readonly (readonly Check[])[];
  readonly apart: readonly Check[];
}

/**
 * A listing in which the run will write is looked at before. Checks about what can be written watch the lists in which it
 * stands, so those of one resource follow each other; drawn sequences touch several resources (a webhook may hang on a
 * key), and then all of these follow each other. Stated checks beside them, under the same tag, watch counters, which every
 * request changes, so they are alone, and so is what uses up a limit. What has to be refused may be under way beside all
 * that. Of what costs the target's owner something, each comes when it is known what was accepted before. The same at every
 * concurrency: so the requests are the same too, and what they show. At the smallest depth the order that was planned
 * counts, for the requests come to an end before the checks do.
 */
export function companyOf({ contract }: Pick<Suite, 'contract'>, checks: readonly Check[], depth: Depth): Company {
  if (depth === 'smoke') return { before: [], together: [checks], apart: [] };
  const operations = [...contract.operations.values()];
  const written = operations.filter(isWritten);
  const tags = new Set(written.map(({ tag }) => tag));
  const resourceOf = ({ clause }: Check): string | undefined => {
    const path = contract.operations.get(ownerOf(clause))?.path;
    return written.find((one) => path === one.path || path?.startsWith(`${one.path}/`) === true)?.path;
  };
  const isApart = (check: Check): boolean => {
    const tag = contract.operations.get(ownerOf(check.clause))?.tag ?? '';
    const isWatching = contract.stated.has(check.clause) && tags.has(tag) && resourceOf(check) === undefined;
    return check.aboutLimits === true || check.apart === true || isWatching;
  };
  const isDrawn = checks.some((check) => check.depth === 'deep' && resourceOf(check) !== undefined);
  // A plain document does not say which listings show what is written.
  const mayShow = ({ clause }: Check) => written.length > 0 && contract.operations.get(ownerOf(clause))?.plain === true;
  const isBefore = (check: Check): boolean =>
    check.first === true && (resourceOf(check) !== undefined || mayShow(check));
  const others = checks.filter((check) => !isBefore(check));
  const laneOf = (check: Check): unknown => {
    if (check.changesNothing === true) return check;
    const resource = resourceOf(check);
    if (resource !== undefined) return isDrawn ? written : resource;
    const owner = contract.operations.get(ownerOf(check.clause));
    return owner?.costly === true ? owner : check;
  };
  const lists = new Map<unknown, Check[]>();
  for (const check of others.filter((one) => !isApart(one))) {
    const key = laneOf(check);
    lists.set(key, [...(lists.get(key) ?? []), check]);
  }
  const inOrder = (list: readonly Check[]) =>
    list.toSorted((a, b) => Number(a.last === true) - Number(b.last === true));
  // The longest first: the run is as long as they are.
  const together = [...lists.values()].map(inOrder).sort((a, b) => b.length - a.length);
  return { before: checks.filter(isBefore), together, apart: others.filter(isApart) };
}

/** RFC 9110 section 15.3.2: what is created is answered with 201. */
function isWritten({ responses }: Operation): boolean {
  return responses.some(({ key }) => key === '201');
}

/** Does this check send a plain valid request and little else? */
export function isVisit({ clause }: Check): boolean {
  return /\/security\/(?:public|[^/]+-opens)$/u.test(clause) && !clause.includes('-and-');
}
