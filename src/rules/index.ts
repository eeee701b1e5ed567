import type { AnswerCheck, Check, Judging } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import type { Clause, Contract } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { bodySchema } from './body.ts';
import { fuzzedQueries } from './fuzz.ts';
import { mediaType, noContent, problemStatus, wellFormedJson } from './media-type.ts';
import { parameterBounds } from './parameters.ts';
import { bodyBounds, malformedBody } from './request-body.ts';
import { type AnswerRule, canBeServed, type ClauseObservation, type RequestRule } from './rule.ts';
import { securityMatrix } from './security.ts';
import { routePresent, serverErrors, undocumentedStatus } from './status.ts';

export type { ClauseObservation } from './rule.ts';
export { looksAbsent } from './status.ts';

const ANSWER_RULES: readonly AnswerRule[] = [
  routePresent,
  undocumentedStatus,
  serverErrors,
  mediaType,
  wellFormedJson,
  problemStatus,
  noContent,
  bodySchema,
];
const REQUEST_RULES: readonly RequestRule[] = [
  parameterBounds,
  bodyBounds,
  malformedBody,
  securityMatrix,
  fuzzedQueries,
];

/** The clauses that a contract has by its schemas, and the checks that ask for some of them. */
export interface Derived {
  readonly clauses: readonly Clause[];
  readonly checks: readonly Check[];
}

export function derive(contract: Contract): Derived {
  const operations = [...contract.operations.values()];
  const fromAnswers = operations
    .filter(canBeServed)
    .flatMap((operation) => ANSWER_RULES.flatMap((rule) => rule.clauses(operation, contract)));
  const fromRequests = operations.flatMap((operation) =>
    REQUEST_RULES.flatMap((rule) => rule.derive(operation, contract)),
  );
  return {
    clauses: [...fromAnswers, ...fromRequests.map(({ clause }) => clause)],
    checks: fromRequests.flatMap(({ checks }) => checks),
  };
}

/** What an answer says of each derived clause that it touches: once per clause, a violation where there is one. */
export type AnswerJudge = (exchange: Exchange) => readonly ClauseObservation[];

/** Judges answers under a contract; the same exchange is judged once, however often it is asked about. */
export function createAnswerJudge(contract: Contract, answerChecks: readonly AnswerCheck[] = []): AnswerJudge {
  const known = new WeakMap<Exchange, readonly ClauseObservation[]>();
  return (exchange) => {
    if (exchange.elided === true) return [];
    const before = known.get(exchange);
    const observations = before ?? condensed(judgeFully(contract, answerChecks, exchange));
    if (before === undefined) known.set(exchange, observations);
    return observations;
  };
}

/** The stated clauses are asked only of a success that keeps to the document: what is malformed is told once. */
function judgeFully(
  contract: Contract,
  answerChecks: readonly AnswerCheck[],
  exchange: Exchange,
): readonly ClauseObservation[] {
  const derived = judgeAnswer(contract, exchange);
  if (
    exchange.intent.kind !== 'valid' ||
    !isSuccess(exchange) ||
    derived.some(({ violation }) => violation !== undefined)
  )
    return derived;
  const judging: Judging = { contract, brokenBy: () => [] };
  const stated = answerChecks.filter(({ operation }) => operation === exchange.operation);
  return [...derived, ...stated.flatMap((one) => askOf(one, exchange, judging))];
}

function askOf(one: AnswerCheck, exchange: Exchange, judging: Judging): readonly ClauseObservation[] {
  try {
    return observationsOf(one, exchange, judging);
  } catch (error) {
    return [{ clause: one.clause, bug: (error as Error).stack ?? String(error) }];
  }
}

function observationsOf(
  { clause, judge }: AnswerCheck,
  exchange: Exchange,
  judging: Judging,
): readonly ClauseObservation[] {
  return judge(exchange).flatMap((assertion): readonly ClauseObservation[] => {
    const result = assertion(judging);
    if (result === undefined) return [{ clause }];
    if (result.kind === 'not-shown') return [];
    const { kind: _kind, ...violation } = result;
    return [{ clause, violation }];
  });
}

function judgeAnswer(contract: Contract, exchange: Exchange): readonly ClauseObservation[] {
  const operation = exchange.operation === undefined ? undefined : contract.operations.get(exchange.operation);
  return operation === undefined || !canBeServed(operation)
    ? []
    : ANSWER_RULES.flatMap((rule) => rule.judge(exchange, operation, contract));
}

function condensed(observations: readonly ClauseObservation[]): readonly ClauseObservation[] {
  const byClause = new Map<string, ClauseObservation>();
  for (const observation of observations) {
    if (observation.violation !== undefined && byClause.get(observation.clause)?.violation === undefined)
      byClause.set(observation.clause, observation);
    else if (!byClause.has(observation.clause)) byClause.set(observation.clause, observation);
  }
  return [...byClause.values()];
}
