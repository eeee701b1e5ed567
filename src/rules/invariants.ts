import {
  type AnswerCheck,
  type AnyCheck,
  type Assertion,
  type Check,
  check,
  exchangesIn,
  isAnswerCheck,
  type Result,
} from '../check/check.ts';
import { accepted, bodyOf, isSuccess } from '../check/judges.ts';
import { controlOf } from '../check/positive-control.ts';
import { provided, resultsOf } from '../check/results.ts';
import { type Clause, type Contract, operationOf } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { SpecError } from '../errors.ts';
import { type Exchange, sentBody } from '../http/exchange.ts';
import { isEcho } from '../relations/invariants/actual.ts';
import { comparisonsOf, type Outcome } from '../relations/invariants/comparisons.ts';
import { faultOf, type Relation } from '../relations/invariants/relation.ts';
import { situationOf } from '../relations/invariants/situation.ts';

/** A clause that is declared as a relation, and the operation whose answers it is about. */
export interface Invariant {
  readonly clause: Clause;
  readonly relation: Relation;
  readonly operation: Operation;
}

/** Does the clause say that the answer repeats a value of the request? */
export function asksForEcho({ invariant }: Clause): boolean {
  return invariant !== undefined && isEcho(invariant as Relation);
}

/**
 * The clauses of a reading, or of one operation in it, that are declared as relations. Throws SpecError for a declaration that
 * cannot be read.
 */
export function invariantsOf(contract: Contract, operation?: string): readonly Invariant[] {
  return [...contract.stated.values()].flatMap((clause) => {
    if (clause.invariant === undefined || clause.operation === undefined) return [];
    if (operation !== undefined && clause.operation !== operation) return [];
    const fault = faultOf(clause.invariant);
    if (fault !== undefined) throw new SpecError(`${clause.id}: ${fault}.`);
    const relation = clause.invariant as Relation;
    return [{ clause, relation, operation: operationOf(contract, clause.operation) }];
  });
}

/**
 * Judges every declared relation on every answer of its operation. If a check of the suite sends requests for it (an `act`
 * without a `judge`), their answers are its evidence. Else the answer to a plain valid request is.
 */
export function withInvariants(contract: Contract, stated: readonly AnyCheck[]): readonly AnyCheck[] {
  const invariants = invariantsOf(contract);
  const byClause = new Map(invariants.map((one) => [one.clause.id, one]));
  const asking = new Set(stated.filter((one) => !isAnswerCheck(one)).map(({ clause }) => clause));
  return [
    ...stated.map((one) => (isAnswerCheck(one) ? one : withJudge(contract, one, byClause.get(one.clause)))),
    ...invariants.map((one) => answerCheck(contract, one)),
    ...invariants.filter(({ clause }) => !asking.has(clause.id)).map((one) => plainCheck(contract, one)),
  ];
}

function withJudge(contract: Contract, one: Check, invariant: Invariant | undefined): Check {
  if (one.judge !== undefined || invariant === undefined) return one;
  return { ...one, judge: (evidence) => [overAnswers(contract, invariant, exchangesIn(evidence))] };
}

function plainCheck(contract: Contract, invariant: Invariant): Check {
  const { clause, operation } = invariant;
  return check({
    clause: clause.id,
    ...(operation.permission === undefined ? {} : { once: true }),
    act: async (tools) => ({ answer: await controlOf(tools, operation.id) }),
    judge: ({ answer }) => [overAnswers(contract, invariant, [answer])],
  });
}

function answerCheck(contract: Contract, invariant: Invariant): AnswerCheck {
  return {
    clause: invariant.clause.id,
    operation: invariant.operation.id,
    open: true,
    judge: (answer) => assertionsOf(contract, invariant, answer),
  };
}

/** One assertion about all answers: broken if any comparison is, not exercised if no answer has the values to compare. */
function overAnswers(contract: Contract, invariant: Invariant, exchanges: readonly Exchange[]): Assertion {
  const own = exchanges.filter(({ operation }) => operation === invariant.operation.id);
  const answers = own.filter(isSuccess);
  return (judging) => {
    const [first] = own;
    if (first !== undefined && answers.length === 0) return provided([accepted(first)], () => NOT_EXERCISED)(judging);
    const results = answers.flatMap((answer) => resultsOf(() => assertionsOf(contract, invariant, answer), judging));
    const broken = results.find((result) => result?.kind === 'violation');
    const hidden = results.find((result) => result?.kind === 'not-shown' && result.behind !== undefined);
    if (broken !== undefined || hidden !== undefined) return broken ?? hidden;
    return results.includes(undefined) ? undefined : NOT_EXERCISED;
  };
}

const NOT_EXERCISED: Result = {
  kind: 'not-shown',
  as: 'skip',
  reason: 'no response had the values that are compared',
};

function assertionsOf(contract: Contract, { relation, operation }: Invariant, answer: Exchange): readonly Assertion[] {
  const { query, target } = answer.request;
  const response = { body: bodyOf(answer), headers: answer.outcome.kind === 'response' ? answer.outcome.headers : {} };
  const situation = situationOf(contract, operation, response, { body: sentBody(answer), query, target });
  return comparisonsOf(relation, situation).map((compare) => () => asResult(compare(), answer));
}

function asResult(outcome: Outcome, { seq }: Exchange): Result {
  if (outcome.kind === 'holds') return undefined;
  if (outcome.kind === 'silent') return NOT_EXERCISED;
  const { expected, actual, at } = outcome;
  return { kind: 'violation', expected, actual, at, exchange: seq };
}
