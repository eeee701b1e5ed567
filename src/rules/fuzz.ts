import type { Check, CheckContext } from '../check/check.ts';
import type { Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import {
  type BrokenQuery,
  brokenQueries,
  countQueries,
  type FuzzedParameter,
  placesOfQueries,
  type Query,
  queryParametersOf,
  validQueries,
} from '../generate/fuzz.ts';
import { acceptedCheck, combinedCheck, refusedCheck, tryRefusals } from './fuzz-checks.ts';
import { isOpen } from './open.ts';
import { companionClause, type DerivedCheck, refusalLevel } from './rule.ts';

/**
 * The fuzz phase, at the depth `deep`: combinations of valid values are accepted, combinations with one bad value are
 * refused. Every answer is judged like any other. A request that fails is made as small as possible before it is reported.
 */
export function fuzzedQueries(operation: Operation, contract: Contract): readonly DerivedCheck[] {
  const parameters = fuzzedParameters(operation, contract);
  return parameters.length === 0 ? [] : [validFuzz(operation, parameters), ...brokenFuzz(operation, parameters)];
}

function fuzzedParameters(operation: Operation, contract: Contract): readonly FuzzedParameter[] {
  return operation.method === 'GET' ? queryParametersOf(operation, contract) : [];
}

/** The most valid combinations tried: a few hundred cover each pair of bounds of a handful of parameters many times. */
const MAX_VALID_RUNS = 600;

/** The most broken combinations tried: some more, because some values are drawn from far outside the bounds. */
const MAX_BROKEN_RUNS = 720;

/** If there are few combinations, this many draws for each: it comes up several times. */
const DRAWS_OF_EACH = 5;

function validFuzz(operation: Operation, parameters: readonly FuzzedParameter[]): DerivedCheck {
  const text = 'Any combination of valid parameters is accepted, and its answer keeps to every clause about answers.';
  const clause = companionClause(operation, ['fuzz', 'accepted'], text, {
    pointer: `${operation.pointer}/parameters`,
  });
  const one = acceptedCheck<Query>(clause.id, operation, async (tools) => ({
    drawn: validQueries(parameters),
    ask: async (query) => (await tools.valid(operation.id)).query(query),
    runs: Math.min(MAX_VALID_RUNS, countQueries(parameters) * DRAWS_OF_EACH),
    isOpen: (query) => isOpen(operation, query),
  }));
  return { clause, checks: [one] };
}

function brokenFuzz(operation: Operation, parameters: readonly FuzzedParameter[]): readonly DerivedCheck[] {
  if (!canBeBroken(operation, parameters)) return [];
  const text = 'A bad value is refused, whatever valid parameters stand beside it.';
  const [pointer, level] = [`${operation.pointer}/parameters`, refusalLevel(operation)];
  const clause = companionClause(operation, ['fuzz', 'refused'], text, { pointer, level });
  return [{ clause, checks: [refusedCheck(clause.id, operation, refusalFinder(operation, parameters))] }];
}

/** Checks each bound of each parameter again, beside valid values of the other parameters. */
export function combinedQueries(operation: Operation, contract: Contract): readonly Check[] {
  const parameters = fuzzedParameters(operation, contract);
  if (!canBeBroken(operation, parameters)) return [];
  const find = refusalFinder(operation, parameters);
  return placesOfQueries(parameters).map((place) => combinedCheck(`${operation.id}/${place}`, place, operation, find));
}

function canBeBroken({ rejects }: Operation, parameters: readonly FuzzedParameter[]): boolean {
  return rejects['invalid-query'] !== undefined && placesOfQueries(parameters).length > 0;
}

function refusalFinder(operation: Operation, parameters: readonly FuzzedParameter[]) {
  return (tools: CheckContext) =>
    tools.shared(`fuzz refused ${operation.id}`, async () => {
      const base = await tools.valid(operation.id);
      return tryRefusals<BrokenQuery>(tools, operation, {
        drawn: brokenQueries(parameters),
        reject: 'invalid-query',
        ask: ({ query, what }) => base.query(query).invalid('invalid-query', what),
        control: { positive: await tools.send(base) },
        runs: Math.min(MAX_BROKEN_RUNS, countQueries(parameters) * DRAWS_OF_EACH),
      });
    });
}
