import { check, type Tools } from '../check/check.ts';
import { accepted, refused, statusOf, statusFits } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import { follow, type Operation, successOf } from '../contract/operations.ts';
import type { Schema } from '../contract/document.ts';
import { brokenQueries, type FuzzedParameter, type Query, search, validQueries } from '../generate/fuzz.ts';
import type { Exchange } from '../http/exchange.ts';
import { isOpen } from './open.ts';
import { type DerivedCheck, derivedClause, type RequestRule } from './rule.ts';

/**
 * The fuzz phase, at the depth `deep`: combinations of valid values are accepted, combinations with one bad value are
 * refused. Every answer on the way is judged like any other, and what an answer breaks is made small before it is told.
 */
export const fuzzedQueries: RequestRule = {
  derive(operation, contract) {
    const parameters = operation.parameters
      .filter((parameter) => parameter.in === 'query' && operation.method === 'GET')
      .map((parameter) => ({ parameter, schema: follow<Schema>(contract.document, parameter.schema, '').target }));
    return parameters.length === 0 ? [] : [validFuzz(operation, parameters), ...brokenFuzz(operation, parameters)];
  },
};

/** So many combinations, of which a few hundred cover each pair of bounds of a handful of parameters many times over. */
const RUNS = 600;

function validFuzz(operation: Operation, parameters: readonly FuzzedParameter[]): DerivedCheck {
  const clause = derivedClause(operation, ['fuzz', 'accepted'], {
    text: 'Any combination of valid parameters is accepted, and its answer keeps to every clause about answers.',
    pointer: `${operation.pointer}/parameters`,
  });
  const one = check({
    clause: clause.id,
    depth: 'deep',
    async act(tools) {
      const seen: { last?: Exchange } = {};
      const send = async (query: Query) =>
        (seen.last = await tools.send((await tools.valid(operation.id)).query(query).transient()));
      const result = await search(
        validQueries(parameters),
        async (query) => holds(tools, await send(query), operation, query),
        { seed: seedFrom(tools), runs: RUNS, path: tools.replay },
      );
      const shown = result.counterexample === undefined ? seen.last : await send(result.counterexample);
      return { shown, open: isOpen(operation, result.counterexample ?? {}), replay: result.path ?? '' };
    },
    judge: ({ shown, open }) => (shown === undefined || open ? [] : [accepted(shown)]),
  });
  return { clause, checks: [one] };
}

function brokenFuzz(operation: Operation, parameters: readonly FuzzedParameter[]): readonly DerivedCheck[] {
  const arbitrary = operation.rejects['invalid-query'] === undefined ? undefined : brokenQueries(parameters);
  if (arbitrary === undefined) return [];
  const clause = derivedClause(operation, ['fuzz', 'refused'], {
    text: 'A bad value is refused, whatever valid parameters stand beside it.',
    pointer: `${operation.pointer}/parameters`,
  });
  const expected = operation.rejects['invalid-query'] ?? '';
  const one = check({
    clause: clause.id,
    depth: 'deep',
    async act(tools) {
      const seen: { last?: Exchange } = {};
      const send = async (request: RequestBuilder) => (seen.last = await tools.send(request));
      const base = await tools.valid(operation.id);
      const result = await search(
        arbitrary,
        async ({ query, what }) =>
          isRefused(await send(base.query(query).invalid('invalid-query', what).transient()), expected),
        { seed: seedFrom(tools), runs: RUNS / 2, path: tools.replay },
      );
      const shown =
        result.counterexample === undefined
          ? seen.last
          : await send(base.query(result.counterexample.query).invalid('invalid-query', result.counterexample.what));
      return { shown, replay: result.path ?? '' };
    },
    judge: ({ shown }) => (shown === undefined ? [] : [refused(shown)]),
  });
  return [{ clause, checks: [one] }];
}

/** A failure of the world is nobody's breach; what the contract leaves open may be refused. */
function holds(tools: Tools, exchange: Exchange, operation: Operation, query: Query): boolean {
  const status = statusOf(exchange);
  if (status === undefined || status === TOO_MANY) return true;
  if (!statusFits(status, successOf(operation).key)) return isOpen(operation, query) && status < 500;
  return tools.breaks(exchange).length === 0;
}

function isRefused(exchange: Exchange, expected: string): boolean {
  const status = statusOf(exchange);
  return status === undefined || status === TOO_MANY || statusFits(status, expected);
}

const TOO_MANY = 429;

function seedFrom(tools: Tools): number {
  return Math.floor(tools.random() * 2 ** 31);
}
