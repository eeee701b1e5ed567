import type { Check } from '../check/check.ts';
import type { Clause, Contract } from '../contract/contract.ts';
import type { Listing } from '../contract/listing.ts';
import { ANSWER_RULES, type AnswerMemory, createAnswerMemory } from './answers.ts';
import { cursorPages } from './cursor.ts';
import { combinedQueries, fuzzedQueries } from './fuzz.ts';
import { combinedBodies, fuzzedBodies } from './fuzz-body.ts';
import { leastBody } from './least-body.ts';
import { listings } from './listing.ts';
import { explorerOf } from './listing-explorer.ts';
import { notModified } from './not-modified.ts';
import { oddValues } from './odd-values.ts';
import { parameterBounds } from './parameters.ts';
import { bodyBounds, malformedBody } from './request-body.ts';
import { canBeServed, type RequestRule } from './rule.ts';
import { securityMatrix } from './security.ts';
import { unknownIds } from './unknown-id.ts';
import { unknownReferences } from './unknown-reference.ts';

export { type AnswerJudge, type AnswerMemory, brokenPlaces, createAnswerJudge, createAnswerMemory } from './answers.ts';
export { bodyRefusals } from './body-refusals.ts';
export type { ClauseObservation } from './rule.ts';
export { looksAbsent } from './status.ts';

const REQUEST_RULES: readonly RequestRule[] = [
  listings,
  cursorPages,
  parameterBounds,
  unknownIds,
  bodyBounds,
  malformedBody,
  unknownReferences,
  leastBody,
  notModified,
  oddValues,
  securityMatrix,
  fuzzedQueries,
  fuzzedBodies,
];

/** The clauses that the document implies, and the checks that ask for some of them. */
export interface Derived {
  readonly clauses: readonly Clause[];
  readonly checks: readonly Check[];
}

export function derive(
  contract: Contract,
  { explorers }: Pick<AnswerMemory, 'explorers'> = createAnswerMemory(),
): Derived {
  const operations = [...contract.operations.values()];
  const fromAnswers = operations
    .filter(canBeServed)
    .flatMap((operation) => ANSWER_RULES.flatMap((rule) => rule.clauses(operation, contract)));
  const explorerFor = (listing: Listing) => explorerOf(contract, listing, explorers);
  const fromRequests = operations.flatMap((operation) =>
    REQUEST_RULES.flatMap((rule) => rule(operation, contract, explorerFor)),
  );
  const requestedClauses = new Set(fromRequests.map(({ clause }) => clause.id));
  const combined = operations
    .flatMap((operation) => [...combinedQueries(operation, contract), ...combinedBodies(operation, contract)])
    .filter(({ clause }) => requestedClauses.has(clause));
  return {
    clauses: [...fromAnswers, ...fromRequests.map(({ clause }) => clause)],
    checks: [...fromRequests.flatMap(({ checks }) => checks), ...combined],
  };
}
