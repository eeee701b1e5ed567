import type { Check } from '../check/check.ts';
import { DEPTHS, type Depth } from '../check/target.ts';
import { ownerOf } from '../contract/clause-id.ts';
import type { Contract } from '../contract/contract.ts';
import type { LoadedDocument } from '../contract/load.ts';
import { type Operation, responseFor } from '../contract/operations.ts';
import { isAtOrBelow } from '../contract/path-names.ts';
import { operationsIn } from '../contract/recognise/proposal.ts';
import { statusesIn } from '../contract/statuses.ts';
import { countsOf, groupBy } from '../groups.ts';
import type { Suite } from '../rules/suite.ts';
import { isSafe } from '../semantics.ts';

/** The usual limit of requests of a depth: one, ten and a hundred times what a modest rate limit lets through. */
export const BUDGETS: Readonly<Record<Depth, number>> = { smoke: 100, standard: 1000, deep: 10_000 };

/** A document of many operations has more: so many for each. Operations with a life take about 35 at `standard`. */
const FOR_EACH: Readonly<Record<Depth, number>> = { smoke: 0, standard: 50, deep: 500 };

/** The maximum number of requests of a run at this depth. */
export function budgetFor(depth: Depth, { document }: Pick<LoadedDocument, 'document'>): number {
  return Math.max(BUDGETS[depth], FOR_EACH[depth] * operationsIn(document).length);
}

/** How many of several ways to show the same thing are tried: at `smoke` only the most telling one. */
export const ALTERNATIVES: Readonly<Record<Depth, number>> = {
  smoke: 1,
  standard: Number.POSITIVE_INFINITY,
  deep: Number.POSITIVE_INFINITY,
};

/** The default for the longest time in which requests are sent, in milliseconds: enough if every answer takes seconds. */
export const MAX_TIME_MS: Readonly<Record<Depth, number>> = { smoke: 600_000, standard: 2_700_000, deep: 14_400_000 };

/** The default number of concurrent requests. At `smoke` each request depends on what the earlier ones showed. */
export const CONCURRENCY: Readonly<Record<Depth, number>> = { smoke: 1, standard: 8, deep: 8 };

/** The checks of a depth in order. At `smoke` the budget may not suffice, so the most telling checks come first. */
export function planChecks(checks: readonly Check[], depth: Depth, suite?: Stated): readonly Check[] {
  const reached = DEPTHS.slice(0, DEPTHS.indexOf(depth) + 1);
  const fitting = limitsLast(checks.filter((check) => reached.includes(check.depth ?? 'smoke')));
  return depth === 'smoke'
    ? mostTellingFirst(
        fitting.filter(({ aboutLimits }) => aboutLimits !== true),
        suite,
      )
    : fitting;
}

/** The parts of a suite that the order depends on. */
type Stated = Pick<Suite, 'contract' | 'clauses'>;

/**
 * The first valid request to each operation comes first, as every clause about answers is judged on its answer. The others
 * follow by how many clauses one request shows: `clausesPerRequest`, else the number of checks that share the act. The first
 * check that gets a documented refusal also counts the clauses about that refusal. Among equals the operations take turns.
 */
function mostTellingFirst(checks: readonly Check[], suite: Stated | undefined): readonly Check[] {
  const sharing = countsOf(checks.map(({ act }) => act));
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

/** The places that clauses are about take turns, so that as many of them as possible are tried once. */
export function takingTurns(checks: readonly Check[]): readonly Check[] {
  const byPlace = groupBy(checks, ({ clause }) => clause.slice(0, clause.lastIndexOf('/')));
  const columns = [...byPlace.values()];
  const height = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, turn) => columns.flatMap((column) => column[turn] ?? [])).flat();
}

/** Higher than all other ranks. Creations come before the lists that show what was created. */
function visitWorth({ clause }: Check, suite: Stated | undefined): number {
  const operation = suite?.contract.operations.get(ownerOf(clause));
  return operation !== undefined && isCreation(operation) ? 2 * VISIT : VISIT;
}

const VISIT = 10_000;

/** For each documented refusal, the best-ranked check that gets it, and how many clauses its answer shows. */
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

/** The documented status that the check's refused requests most likely get. Refused credentials do not count here. */
function statusOfRefusal(operation: Operation, { rejected }: Check): string | undefined {
  const { rejects, responses } = operation;
  if (rejected === undefined || rejected.endsWith('-credential')) return undefined;
  const others = Object.values(rejects);
  const exact = responses.map(({ key }) => key).find((key) => /^4\d\d$/u.test(key) && !others.includes(key));
  const [status = ''] = statusesIn(rejects[rejected] ?? (rejected === 'unknown-id' ? exact : undefined) ?? '');
  return status === '' ? undefined : (responseFor(operation, Number(status))?.key ?? status);
}

/** Checks of depth `deep` come after the others, and checks that use up a rate limit come last. */
function limitsLast(checks: readonly Check[]): readonly Check[] {
  const place = ({ depth, aboutLimits }: Check): number => (aboutLimits === true ? 2 : depth === 'deep' ? 1 : 0);
  return checks.toSorted((a, b) => place(a) - place(b));
}

/** Which checks may run at the same time, and which run before or after them. */
export interface Schedule {
  /** Checks of a listing that the run itself will change later. */
  readonly before: readonly Check[];
  /** The lists run at the same time; the checks of one list run one after the other. */
  readonly together: readonly (readonly Check[])[];
  /** What uses up a limit or watches counters. */
  readonly apart: readonly Check[];
}

/**
 * Divides the checks into those that run first, in parallel lists, or last and alone. It does not depend on the concurrency,
 * so neither do the requests. At `smoke` all checks run in the planned order, because the budget may end before the checks do.
 */
export function scheduleOf({ contract }: Pick<Suite, 'contract'>, checks: readonly Check[], depth: Depth): Schedule {
  if (depth === 'smoke') return { before: [], together: [checks], apart: [] };
  const creations = [...contract.operations.values()].filter(isCreation);
  const all = checks.map((check) => withSubject(check, contract, creations));
  const others = all.filter((one) => !isBefore(one));
  const parallel = others.filter((one) => !isApart(one));
  const hasRandomSequences = all.some(({ check, resource }) => check.depth === 'deep' && resource !== undefined);
  return {
    before: checksOf(all.filter(isBefore)),
    together: parallelLists(parallel, hasRandomSequences),
    apart: checksOf(others.filter(isApart)),
  };
}

/** A check, and what its place in the schedule depends on. */
interface CheckOfSubject {
  readonly check: Check;
  readonly operation: Operation | undefined;
  /** The path of the resource that the check is about, if the run can create it. */
  readonly resource: string | undefined;
  /** May its answers show what the run creates or changes? */
  readonly mayShowCreated: boolean;
  /** It is stated under the tag of a resource without being about it: such checks watch counters that requests change. */
  readonly isWatching: boolean;
}

function withSubject(check: Check, contract: Contract, creations: readonly Operation[]): CheckOfSubject {
  const operation = contract.operations.get(ownerOf(check.clause));
  const { path = '', tag = '', plain } = operation ?? {};
  const resource = creations.find((one) => isAtOrBelow(path, one.path))?.path;
  const sharesTag = creations.some((one) => one.tag === tag);
  return {
    check,
    operation,
    resource,
    // A plain document does not say which listings show what the run creates or changes.
    mayShowCreated: resource !== undefined || (plain === true && changesSomething(contract)),
    isWatching: contract.stated.has(check.clause) && sharesTag && resource === undefined,
  };
}

function changesSomething({ operations }: Contract): boolean {
  return [...operations.values()].some(({ method }) => !isSafe(method));
}

function isBefore({ check, mayShowCreated }: CheckOfSubject): boolean {
  return check.first === true && mayShowCreated;
}

function isApart({ check, isWatching }: CheckOfSubject): boolean {
  return check.aboutLimits === true || check.apart === true || isWatching;
}

function checksOf(some: readonly CheckOfSubject[]): readonly Check[] {
  return some.map(({ check }) => check);
}

/**
 * One list per resource that can be created, as its checks watch the same listings. Random sequences may touch several
 * resources, so if there are any, all resources share one list. A costly operation has a list of its own, as each of its
 * checks uses what earlier ones had accepted. Every other check, and each that changes nothing, is a list by itself.
 */
function parallelLists(some: readonly CheckOfSubject[], hasRandomSequences: boolean): readonly (readonly Check[])[] {
  const keyOf = ({ check, operation, resource }: CheckOfSubject): unknown => {
    if (check.changesNothing === true) return check;
    if (resource !== undefined) return hasRandomSequences ? 'all resources' : resource;
    return operation?.costly === true ? operation : check;
  };
  const inOrder = (list: readonly Check[]) =>
    list.toSorted((a, b) => Number(a.last === true) - Number(b.last === true));
  // The longest list first: it decides how long the run takes.
  return [...groupBy(some, keyOf).values()].map((list) => inOrder(checksOf(list))).sort((a, b) => b.length - a.length);
}

/** Does the operation create something? RFC 9110 section 15.3.2: 201 answers a creation. */
function isCreation({ responses }: Operation): boolean {
  return responses.some(({ key }) => key === '201');
}

/** Does this check send a plain valid request and little else? */
export function isVisit({ clause }: Check): boolean {
  return /\/security\/(?:public|[^/]+-opens)$/u.test(clause) && !clause.includes('-and-');
}
