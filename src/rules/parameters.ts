import { type Check, check } from '../check/check.ts';
import { accepted, refused, statusOf } from '../check/judges.ts';
import { controlOf } from '../check/positive-control.ts';
import type { Clause, Contract } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { statusFits } from '../contract/statuses.ts';
import { present } from '../defined.ts';
import type { InputCase } from '../generate/input-case.ts';
import { groupBy } from '../groups.ts';
import type { Exchange } from '../http/exchange.ts';
import { withArticle } from '../nouns.ts';
import { joinPointer } from '../schema/pointer.ts';
import { oneByOne } from '../turns.ts';
import { type Rounds, refusalOf, roundsOf } from './group-testing.ts';
import { acceptanceOf, put } from './input-rows.ts';
import type { ExplorerFor } from './listing-explorer.ts';
import { isOpen } from './open.ts';
import { type Bounded, boundedParameters } from './parameter-cases.ts';
import { type Known, parameterRows, type Rows } from './parameter-rows.ts';
import { type DerivedCheck, derivedClause, show } from './rule.ts';

/**
 * Each bound, type and enumeration of each query and path parameter: values at it and inside are accepted, values one step
 * outside are refused. One request carries a value of each parameter. If it is refused, they are sent alone.
 */
export function parameterBounds(
  operation: Operation,
  contract: Contract,
  explorerFor: ExplorerFor,
): readonly DerivedCheck[] {
  const parameters = boundedParameters(operation, contract);
  const queried = parameters.filter(({ part }) => part === 'query');
  const known = acceptedBy(operation, contract, explorerFor);
  const plan: Plan = {
    operation,
    known,
    rows: parameterRows(
      operation,
      queried.map(({ cases }) => cases.filter(isAccepted)),
      known,
    ),
    rounds: refusedRounds(operation, queried),
    queried: queried.length,
  };
  return parameters.flatMap((parameter) =>
    [...groupBy(parameter.cases, ({ keyword }) => keyword)].map(([keyword, cases]) =>
      deriveKeyword(plan, { ...parameter, cases }, keyword),
    ),
  );
}

function isBeside(part: Bounded['part']): boolean {
  return part === 'header' || part === 'cookie';
}

function isAccepted({ side }: Pick<InputCase, 'side'>): boolean {
  return side === 'accepted';
}

/** A bad header or cookie is refused as a bad query is. */
const REJECTS = {
  query: 'invalid-query',
  path: 'invalid-path',
  header: 'invalid-query',
  cookie: 'invalid-query',
} as const;

function deriveKeyword(plan: Plan, parameter: Bounded, keyword: string): DerivedCheck {
  const { operation } = plan;
  const { part, cases } = parameter;
  const clause = boundClause(operation, parameter, keyword);
  // If a served request needs a permission, it is not sent only to try a good value of a header or cookie.
  const triesGood = !isBeside(part) || operation.permission === undefined;
  const accepts = triesGood ? cases.filter(isAccepted) : [];
  const refusals = operation.rejects[REJECTS[part]] === undefined ? [] : cases.filter((one) => !isAccepted(one));
  return {
    clause,
    checks: present(
      accepts.length > 0 && acceptedBoundCheck(clause.id, plan, accepts),
      refusals.length > 0 && refusedBoundCheck(clause.id, plan, refusals, part),
    ),
  };
}

function boundClause(operation: Operation, parameter: Bounded, keyword: string): Clause {
  const { name, part, schema, pointer, isElement = false } = parameter;
  const isPresence = keyword === 'required';
  const expected = isPresence ? true : (schema as Readonly<Record<string, unknown>>)[keyword];
  const bounded = isElement ? `Each element of ${name}` : name;
  return derivedClause(operation, [name, ...(isElement ? ['items'] : []), keyword], {
    text: isPresence
      ? `A request without ${name} is refused.`
      : `${bounded} has to be ${BOUND_WORDS[keyword]?.(expected) ?? `a valid ${String(expected)}`}; other values are refused.`,
    pointer: isPresence ? pointer : joinPointer(pointer, keyword),
    subject: { kind: 'parameter', in: part, name, keyword, expected },
  });
}

/** What a value has to be, by the keyword. Other keywords name a format. */
const BOUND_WORDS: Readonly<Record<string, (expected: unknown) => string>> = {
  type: (expected) => withArticle([expected].flat().join(' or ')),
  enum: (expected) => `one of ${[expected].flat().map(show).join(', ')}`,
  minimum: (expected) => `${show(expected)} or more`,
  maximum: (expected) => `${show(expected)} or less`,
  maxItems: (expected) => `a list of at most ${show(expected)} elements`,
  minLength: (expected) => `a text of at least ${String(expected)} characters`,
  maxLength: (expected) => `a text of at most ${String(expected)} characters`,
};

/** What the checks of all parameters of an operation share. */
interface Plan {
  readonly operation: Operation;
  /** Requests that were accepted before. */
  readonly known: Known;
  /** Which values share a request: of those to be accepted (`rows`), and of those to be refused (`rounds`). */
  readonly rows: Rows;
  readonly rounds: Rounds;
  /** How many query parameters have bounds. */
  readonly queried: number;
}

function acceptedBoundCheck(clause: string, { operation, known, rows }: Plan, cases: readonly InputCase[]): Check {
  return check({
    clause,
    async act(tools) {
      const base = await tools.valid(operation.id);
      const control = await tools.send(base);
      const inside = await oneByOne(cases, async (one) => {
        const placed = await rows(tools);
        const before = [...(await known(tools)), ...placed.accepted];
        return acceptanceOf(one, { known: before, rows: placed.rows, alone: put(base, one), send: tools.send });
      });
      return { control, inside };
    },
    given: ({ control }) => [accepted(control)],
    judge: ({ inside }) =>
      inside.filter((exchange) => !isAllowedRefusal(operation, exchange)).map((exchange) => accepted(exchange)),
  });
}

function refusedBoundCheck(clause: string, plan: Plan, cases: readonly InputCase[], part: Bounded['part']): Check {
  const { operation, known, rounds, queried } = plan;
  const reject = REJECTS[part];
  return check({
    clause,
    variant: 'refused',
    clausesPerRequest: part === 'query' ? queried : 1,
    rejected: reject,
    async act(tools) {
      // Explores a listing first: only undisturbed it shows what it keeps from one request to the next.
      await known(tools);
      const control = isBeside(part)
        ? await controlOf(tools, operation.id)
        : await tools.send(await tools.valid(operation.id));
      const alone = async (one: InputCase) =>
        tools.send(put(await tools.valid(operation.id), one).invalid(reject, one.what));
      return { control, outside: await oneByOne(cases, (one) => refusalOf(tools, rounds, one, alone)) };
    },
    given: ({ control }) => [accepted(control)],
    judge: ({ outside }) => outside.map((exchange) => refused(exchange)),
  });
}

/** The bad values of all query parameters in rounds. A parameter that a round does not break has a good value. */
function refusedRounds(operation: Operation, queried: readonly Bounded[]): Rounds {
  const good = Object.fromEntries(
    queried.flatMap(({ name, cases }) =>
      cases
        .filter(isAccepted)
        .slice(0, 1)
        .map(({ value }) => [name, String(value)]),
    ),
  );
  return {
    operation,
    reject: REJECTS.query,
    rounds: roundsOf(queried.flatMap(({ cases }) => cases.filter((one) => !isAccepted(one)))),
    base: async (tools) => (await tools.valid(operation.id)).query(good),
  };
}

/** Is it a refusal that the contract allows, although the request is valid, such as of a page beyond the last one? */
function isAllowedRefusal(operation: Operation, exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && statusFits(status, '4XX') && isOpen(operation, exchange.request.query);
}

/** The requests that were accepted in this run. For a listing, those of its exploration too. */
function acceptedBy({ id }: Operation, { listings }: Contract, explorerFor: ExplorerFor): Known {
  const listing = listings.get(id);
  return async (tools) => [
    ...tools.accepted(id),
    ...(listing === undefined ? [] : await explorerFor(listing).accepted(tools)),
  ];
}
