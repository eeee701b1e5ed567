import type { AnswerCheck, Judging } from '../check/check.ts';
import { guarded } from '../check/guard.ts';
import { isSuccess } from '../check/judges.ts';
import { quotable } from '../check/quote.ts';
import { resultsOf } from '../check/results.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { type Exchange, unreadOf } from '../http/exchange.ts';
import { getOrMake } from '../memoize.ts';
import { fragmentKey } from '../schema/fragment-key.ts';
import type { BrokenPlace } from '../schema/traps.ts';
import { bodySchema } from './body.ts';
import { listingJudge } from './listing.ts';
import type { ListingExplorers } from './listing-explorer.ts';
import { mediaType, noContent, problemStatus, wellFormedJson } from './media-type.ts';
import { responseHeaders } from './response-headers.ts';
import { type Answered, type AnswerRule, type ClauseObservation, canBeServed } from './rule.ts';
import {
  acceptedRequests,
  routePresent,
  serverErrors,
  undocumentedStatus,
  validRequests,
  wholeAnswers,
} from './status.ts';

export const ANSWER_RULES: readonly AnswerRule[] = [
  routePresent,
  undocumentedStatus,
  validRequests,
  acceptedRequests,
  serverErrors,
  wholeAnswers,
  mediaType,
  wellFormedJson,
  problemStatus,
  noContent,
  responseHeaders,
  bodySchema,
];
/** Judges one answer: one observation per clause that it touches, with the violation if there is one. */
export type AnswerJudge = (exchange: Exchange) => readonly ClauseObservation[];

/** Caches that the judges of several readings share. */
export interface AnswerMemory {
  /** Judgements, by the fragment key of everything in the document that they depend on. */
  readonly judged: Map<string, ReturnType<typeof createObservationCache>>;
  /** One observation per clause that holds, shared by all answers: a long run has millions of them. */
  readonly held: Map<string, ClauseObservation>;
  /** Guarded exchanges, with the observations that they were made from. */
  readonly guarded: WeakMap<Exchange, { readonly observations: readonly ClauseObservation[]; readonly seen: Exchange }>;
  readonly explorers: ListingExplorers;
}

/**
 * The observations of each exchange. Of the discardable exchanges it keeps only the last one: a long-lived WeakMap frees its
 * values only at a full garbage collection, so the memory of a deep run would grow with its length.
 */
function createObservationCache() {
  const kept = new WeakMap<Exchange, readonly ClauseObservation[]>();
  let last: { readonly exchange: Exchange; readonly observations: readonly ClauseObservation[] } | undefined;
  return {
    get: (exchange: Exchange) => (last?.exchange === exchange ? last.observations : kept.get(exchange)),
    set(exchange: Exchange, observations: readonly ClauseObservation[]): void {
      if (exchange.discardable === true) last = { exchange, observations };
      else kept.set(exchange, observations);
    },
  };
}

export function createAnswerMemory(): AnswerMemory {
  return { judged: new Map(), held: new Map(), guarded: new WeakMap(), explorers: new Map() };
}

/** Judges answers under a contract, each exchange once. */
export function createAnswerJudge(
  contract: Contract,
  answerChecks: readonly AnswerCheck[] = [],
  memory: AnswerMemory = createAnswerMemory(),
): AnswerJudge {
  const judges = new Map<Operation, AnswerJudge>();
  return (exchange) => {
    const operation = exchange.operation === undefined ? undefined : contract.operations.get(exchange.operation);
    if (operation === undefined || exchange.elided === true) return [];
    return getOrMake(judges, operation, () => createOperationJudge(operation, contract, answerChecks, memory))(
      exchange,
    );
  };
}

function createOperationJudge(
  operation: Operation,
  contract: Contract,
  answerChecks: readonly AnswerCheck[],
  memory: AnswerMemory,
): AnswerJudge {
  const judgeDerived = canBeServed(operation) ? derivedJudge(operation, contract, memory) : () => [];
  const stated = answerChecks.filter((one) => one.operation === operation.id);
  if (stated.length === 0) return judgeDerived;
  const key = fragmentKey(contract.document, [operation, stated.map(({ clause }) => clause)]);
  return memoized(memory, key, (exchange) => withStated(judgeDerived(exchange), contract, stated, exchange, memory));
}

/** Judges by the clauses that follow from the document: those of the rules and, for a listing, those of its declaration. */
function derivedJudge(operation: Operation, contract: Contract, memory: AnswerMemory): AnswerJudge {
  const { id, method, path, security, responses } = operation;
  const key = fragmentKey(contract.document, [id, method, path, security, responses]);
  const judgeByRules = memoized(memory, key, (exchange) => {
    if (!isAnswered(exchange)) return [];
    const observations = ANSWER_RULES.flatMap((rule) => rule.judge(exchange, operation, contract));
    return perClause(observations, memory);
  });
  const judgeListing = listingJudge(contract, id, memory.explorers);
  if (judgeListing === undefined) return judgeByRules;
  return memoized(memory, fragmentKey(contract.document, operation), (exchange) =>
    perClause([...judgeByRules(exchange), ...judgeListing(exchange)], memory),
  );
}

function isAnswered(exchange: Exchange): exchange is Answered {
  return exchange.outcome.kind === 'response';
}

/** Judges an exchange once for all readings with the same key. */
function memoized({ judged }: AnswerMemory, key: string, judge: AnswerJudge): AnswerJudge {
  const cache = getOrMake(judged, key, createObservationCache);
  return (exchange) => {
    const cached = cache.get(exchange);
    const observations = cached ?? judge(exchange);
    if (cached === undefined) cache.set(exchange, observations);
    return observations;
  };
}

/** Also judges a success by the stated clauses. One that reads a broken place is hidden behind the clause broken there. */
function withStated(
  derived: readonly ClauseObservation[],
  contract: Contract,
  stated: readonly AnswerCheck[],
  exchange: Exchange,
  memory: AnswerMemory,
): readonly ClauseObservation[] {
  const { intent } = exchange;
  const { kind } = intent;
  if (
    kind === 'invalid' ||
    (kind === 'open' && intent.senseless === true) ||
    !isSuccess(exchange) ||
    unreadOf(exchange) !== undefined
  )
    return derived;
  const asked = stated.filter(({ open }) => kind === 'valid' || open === true);
  const judging: Judging = { contract };
  const answer = guarded(exchange, brokenPlaces(derived));
  return perClause([...derived, ...asked.flatMap((one) => observationsOrBug(one, answer, judging))], memory);
}

/** The places where an answer breaks the document, each with the clause that it breaks. */
export function brokenPlaces(observations: readonly ClauseObservation[]): readonly BrokenPlace[] {
  return observations.flatMap(({ clause, places = [] }) => places.map((at) => ({ clause, at })));
}

function observationsOrBug(
  { clause, judge }: AnswerCheck,
  exchange: Exchange,
  judging: Judging,
): readonly ClauseObservation[] {
  try {
    return resultsOf(() => judge(exchange), judging).flatMap((result): readonly ClauseObservation[] => {
      if (result === undefined) return [{ clause }];
      if (result.kind === 'not-shown') return result.behind === undefined ? [] : [{ clause, behind: result.behind }];
      const { kind: _kind, ...violation } = result;
      return [{ clause, violation }];
    });
  } catch (error) {
    return [{ clause, bug: (error as Error).stack ?? String(error) }];
  }
}

/** Each clause once, with its worst observation: a violation (at all its places), else a bug, else hidden, else held. */
function perClause(observations: readonly ClauseObservation[], { held }: AnswerMemory): readonly ClauseObservation[] {
  const byClause = new Map<string, ClauseObservation>();
  for (const observation of observations) {
    const before = byClause.get(observation.clause);
    if (before === undefined || severity(observation) > severity(before))
      byClause.set(
        observation.clause,
        severity(observation) === 0
          ? getOrMake(held, observation.clause, () => observation)
          : withinBounds(observation),
      );
    else if (before.places !== undefined && observation.places !== undefined)
      byClause.set(observation.clause, { ...before, places: [...before.places, ...observation.places] });
  }
  return [...byClause.values()];
}

function withinBounds(observation: ClauseObservation): ClauseObservation {
  return observation.violation === undefined
    ? observation
    : { ...observation, violation: quotable(observation.violation) };
}

function severity({ violation, bug, behind }: ClauseObservation): number {
  if (violation !== undefined) return 3;
  if (bug !== undefined) return 2;
  return behind === undefined ? 0 : 1;
}
