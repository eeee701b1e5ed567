import type { Check } from '../check/check.ts';
import type { Clause, Contract } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { bodySchema } from './body.ts';
import { mediaType, noContent, problemStatus, wellFormedJson } from './media-type.ts';
import { parameterBounds } from './parameters.ts';
import { bodyBounds, malformedBody } from './request-body.ts';
import type { AnswerRule, ClauseObservation, RequestRule } from './rule.ts';
import { securityMatrix } from './security.ts';
import { routePresent, serverErrors, undocumentedStatus } from './status.ts';

export type { ClauseObservation } from './rule.ts';
export { looksAbsent } from './status.ts';

const ANSWER_RULES: readonly AnswerRule[] = [routePresent, undocumentedStatus, serverErrors, mediaType, wellFormedJson, problemStatus, noContent, bodySchema];
const REQUEST_RULES: readonly RequestRule[] = [parameterBounds, bodyBounds, malformedBody, securityMatrix];

/** The clauses that a contract has by its schemas, and the checks that ask for some of them. */
export interface Derived {
  readonly clauses: readonly Clause[];
  readonly checks: readonly Check[];
}

export function derive(contract: Contract): Derived {
  const operations = [...contract.operations.values()];
  const fromAnswers = operations.flatMap((operation) => ANSWER_RULES.flatMap((rule) => rule.clauses(operation, contract)));
  const fromRequests = operations.flatMap((operation) => REQUEST_RULES.flatMap((rule) => rule.derive(operation, contract)));
  return { clauses: [...fromAnswers, ...fromRequests.map(({ clause }) => clause)], checks: fromRequests.flatMap(({ checks }) => checks) };
}

/** What an answer says of each derived clause that it touches: once per clause, a violation where there is one. */
export type AnswerJudge = (exchange: Exchange) => readonly ClauseObservation[];

/** Judges answers under a contract; the same exchange is judged once, however often it is asked about. */
export function createAnswerJudge(contract: Contract): AnswerJudge {
  const known = new WeakMap<Exchange, readonly ClauseObservation[]>();
  return (exchange) => {
    const before = known.get(exchange);
    const observations = before ?? condensed(judgeAnswer(contract, exchange));
    if (before === undefined) known.set(exchange, observations);
    return observations;
  };
}

function judgeAnswer(contract: Contract, exchange: Exchange): readonly ClauseObservation[] {
  const operation = exchange.operation === undefined ? undefined : contract.operations.get(exchange.operation);
  return operation === undefined ? [] : ANSWER_RULES.flatMap((rule) => rule.judge(exchange, operation, contract));
}

function condensed(observations: readonly ClauseObservation[]): readonly ClauseObservation[] {
  const byClause = new Map<string, ClauseObservation>();
  for (const observation of observations) {
    if (observation.violation !== undefined && byClause.get(observation.clause)?.violation === undefined) byClause.set(observation.clause, observation);
    else if (!byClause.has(observation.clause)) byClause.set(observation.clause, observation);
  }
  return [...byClause.values()];
}
