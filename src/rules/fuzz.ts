import { type Check, type CheckContext, check } from '../check/check.ts';
import { accepted, statusOf } from '../check/judges.ts';
import type { Contract } from '../contract/contract.ts';
import { type Operation, successOf } from '../contract/operations.ts';
import { statusFits } from '../contract/statuses.ts';
import {
  type BrokenQuery,
  brokenQueries,
  countQueries,
  type FuzzedParameter,
  placesOfQueries,
  type Query,
  validQueries,
} from '../generate/fuzz.ts';
import { search } from '../generate/search.ts';
import type { Exchange } from '../http/exchange.ts';
import { isServed, queryParametersOf, seedFrom } from './fuzz-property.ts';
import { combinedCheck, refusedCheck, tryRefusals } from './fuzz-refused.ts';
import { isOpen } from './open.ts';
import { type DerivedCheck, derivedClause, type RequestRule } from './rule.ts';

/**
 * The fuzz phase, at the depth `deep`: combinations of valid values are accepted, combinations with one bad value are
 * refused. Every answer on the way is judged like any other, and what an answer breaks is made small before it is told.
 */
export const fuzzedQueries: RequestRule = {
  derive(operation, contract) {
    const parameters = fuzzedParameters(operation, contract);
    return parameters.length === 0 ? [] : [validFuzz(operation, parameters), ...brokenFuzz(operation, parameters)];
  },
};

function fuzzedParameters(operation: Operation, contract: Contract): readonly FuzzedParameter[] {
  return operation.method === 'GET' ? queryParametersOf(operation, contract) : [];
}

/** So many combinations, of which a few hundred cover each pair of bounds of a handful of parameters many times over. */
const RUNS = 600;

/** The same for refusals, and as many more as are drawn of values far outside. */
const REFUSALS = 720;

/** Where there are only a few combinations, each comes up several times in so many draws. */
const DRAWS_OF_EACH = 5;

function validFuzz(operation: Operation, parameters: readonly FuzzedParameter[]): DerivedCheck {
  const clause = derivedClause(operation, ['fuzz', 'accepted'], {
    text: 'Any combination of valid parameters is accepted, and its answer keeps to every clause about answers.',
    pointer: `${operation.pointer}/parameters`,
    subject: { kind: 'companion' },
  });
  const runs = Math.min(RUNS, countQueries(parameters) * DRAWS_OF_EACH);
  const one = check({
    clause: clause.id,
    depth: 'deep',
    async act(tools) {
      const seen: { last?: Exchange } = {};
      const send = async (query: Query) => {
        const open = isOpen(operation, query);
        const request = (await tools.valid(operation.id)).query(query).discardable();
        const answer = await tools.send(open ? request.refusable('what the contract leaves open') : request);
        // What may be refused shows nothing where it is.
        if (!open) seen.last = answer;
        return answer;
      };
      const result = await search(
        validQueries(parameters),
        async (query) => holds(tools, await send(query), operation, query),
        { seed: seedFrom(tools), runs, path: tools.replay },
      );
      const shown = result.counterexample === undefined ? seen.last : await send(result.counterexample);
      return { shown, open: isOpen(operation, result.counterexample ?? {}), replay: result.path ?? '' };
    },
    judge: ({ shown, open }) => (shown === undefined || open ? [] : [accepted(shown)]),
  });
  return { clause, checks: [one] };
}

/** What the contract leaves open may be refused. */
function holds(tools: CheckContext, exchange: Exchange, operation: Operation, query: Query): boolean {
  const status = statusOf(exchange);
  return status !== undefined && isOpen(operation, query) && !statusFits(status, successOf(operation).key)
    ? status < 500
    : isServed(tools, exchange, operation);
}

function brokenFuzz(operation: Operation, parameters: readonly FuzzedParameter[]): readonly DerivedCheck[] {
  if (!canBeBroken(operation, parameters)) return [];
  const clause = derivedClause(operation, ['fuzz', 'refused'], {
    text: 'A bad value is refused, whatever valid parameters stand beside it.',
    pointer: `${operation.pointer}/parameters`,
    subject: { kind: 'companion' },
  });
  return [{ clause, checks: [refusedCheck(clause.id, operation, finder(operation, parameters))] }];
}

/** Each bound of each parameter, once more among valid values of the others. */
export function combinedQueries(operation: Operation, contract: Contract): readonly Check[] {
  const parameters = fuzzedParameters(operation, contract);
  if (!canBeBroken(operation, parameters)) return [];
  const find = finder(operation, parameters);
  return placesOfQueries(parameters).map((place) => combinedCheck(`${operation.id}/${place}`, place, operation, find));
}

function canBeBroken({ rejects }: Operation, parameters: readonly FuzzedParameter[]): boolean {
  return rejects['invalid-query'] !== undefined && placesOfQueries(parameters).length > 0;
}

function finder(operation: Operation, parameters: readonly FuzzedParameter[]) {
  return (tools: CheckContext) =>
    tools.shared(`fuzz refused ${operation.id}`, async () => {
      const base = await tools.valid(operation.id);
      return tryRefusals<BrokenQuery>(tools, operation, {
        drawn: brokenQueries(parameters),
        reject: 'invalid-query',
        ask: ({ query, what }) => base.query(query).invalid('invalid-query', what),
        control: { positive: await tools.send(base) },
        runs: Math.min(REFUSALS, countQueries(parameters) * DRAWS_OF_EACH),
      });
    });
}
