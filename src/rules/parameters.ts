import { type Check, type CheckContext, check } from '../check/check.ts';
import { accepted, isSuccess, refused, statusOf } from '../check/judges.ts';
import { withArticle } from '../check/quote.ts';
import type { RequestBuilder } from '../check/request.ts';
import type { Contract } from '../contract/contract.ts';
import { type Operation, type Parameter, type RejectKind } from '../contract/operations.ts';
import { statusFits } from '../contract/statuses.ts';
import { type BoundaryCase, boundaryCases } from '../generate/boundary.ts';
import type { Exchange } from '../http/exchange.ts';
import { joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { type Break, type Rounds, refusalOf, roundsOf } from './group-testing.ts';
import type { DeskOf } from './listing-desk.ts';
import { isOpen } from './open.ts';
import { type Bounded, hasValue, type Known, type Rows, requestsOf, rowsOf } from './parameter-rows.ts';
import { type DerivedCheck, derivedClause, type RequestRule, show } from './rule.ts';

/**
 * Each bound, type and enumeration of each query and path parameter: accepted at it and inside, refused one step
 * outside. Values that must all be accepted travel together, one of each parameter; alone only where that is refused.
 */
export const parameterBounds: RequestRule = {
  derive(operation, contract, desk) {
    const parameters = operation.parameters
      .filter(isBounded)
      .map((parameter) => withCases(operation, parameter, contract));
    const known = acceptedBy(operation, contract, desk);
    const together = {
      known,
      rows: rowsOf(operation, parameters, known),
      rounds: refusedRounds(operation, parameters),
    };
    const queried = parameters.filter(({ parameter }) => parameter.in === 'query').length;
    return parameters.flatMap((parameter) =>
      keywordsOf(parameter).map((keyword) => deriveKeyword(operation, parameter, keyword, { ...together, queried })),
    );
  },
};

/** Headers have no bounds here, and a path value can be tried only where a right one is to be had. */
function isBounded({ in: place, 'x-sources': sources }: Parameter): boolean {
  return place === 'query' || (place === 'path' && sources !== undefined);
}

/** Of the ids that a plain document allows hardly one is that of something: only what is no id at all is sure to be refused. */
function withCases({ plain }: Operation, parameter: Parameter, contract: Contract): Bounded {
  const { target: schema, pointer } = follow<Schema>(contract.document, parameter.schema, parameter.pointer);
  const isId = plain === true && parameter.in === 'path' && schema.enum === undefined;
  const cases = boundaryCases(schema).filter(({ side }) => !isId || side === 'refused');
  return { parameter, schema, pointer, cases };
}

function keywordsOf({ cases }: Bounded): readonly string[] {
  return [...new Set(cases.map(({ keyword }) => keyword))];
}

function deriveKeyword(
  operation: Operation,
  bounded: Bounded,
  keyword: string,
  { queried, ...together }: Together & { readonly queried: number },
): DerivedCheck {
  const { parameter, schema, pointer, cases } = bounded;
  const expected = (schema as Readonly<Record<string, unknown>>)[keyword];
  const reject: RejectKind = parameter.in === 'path' ? 'invalid-path' : 'invalid-query';
  const mine = cases.filter((one) => one.keyword === keyword);
  const clause = derivedClause(operation, [parameter.name, keyword], {
    text: `${parameter.name} has to be ${boundWords(keyword, expected)}; other values are refused.`,
    pointer: joinPointer(pointer, keyword),
    subject: {
      kind: 'parameter',
      in: parameter.in === 'path' ? 'path' : 'query',
      name: parameter.name,
      keyword,
      expected,
    },
  });
  const refusals = operation.rejects[reject] === undefined ? [] : mine.filter(({ side }) => side === 'refused');
  const accepts = mine.filter(({ side }) => side === 'accepted');
  const clausesPerRequest = parameter.in === 'query' ? queried : 1;
  const plan: Plan = { clause: clause.id, operation, parameter, reject, clausesPerRequest, ...together };
  return {
    clause,
    checks: [
      ...(accepts.length === 0 ? [] : [acceptedCheck(plan, accepts)]),
      ...(refusals.length === 0 ? [] : [refusedCheck(plan, refusals)]),
    ],
  };
}

function boundWords(keyword: string, expected: unknown): string {
  switch (keyword) {
    case 'type':
      return withArticle([expected].flat().join(' or '));
    case 'enum':
      return `one of ${[expected]
        .flat()
        .map((value) => show(value))
        .join(', ')}`;
    case 'minimum':
      return `${show(expected)} or more`;
    case 'maximum':
      return `${show(expected)} or less`;
    default:
      return `a valid ${String(expected)}`;
  }
}

interface Together {
  /** Requests that were accepted before. */
  readonly known: Known;
  /** Which values travel together that have to be accepted, and which that have to be refused. */
  readonly rows: Rows;
  readonly rounds: Rounds;
}

interface Plan extends Together {
  readonly clause: string;
  readonly operation: Operation;
  readonly parameter: Parameter;
  readonly reject: RejectKind;
  readonly clausesPerRequest: number;
}

function acceptedCheck(plan: Plan, cases: readonly BoundaryCase[]): Check {
  const { clause, operation } = plan;
  return check({
    clause,
    async act(tools) {
      const base = await tools.valid(operation.id);
      const control = await tools.send(base);
      const inside: Exchange[] = [];
      for (const one of cases) inside.push(await sendAccepted(tools, base, one, plan));
      return { control, inside };
    },
    given: ({ control }) => [accepted(control)],
    judge: ({ inside }) =>
      inside.filter((exchange) => !isFreelyRefused(operation, exchange)).map((exchange) => accepted(exchange)),
  });
}

function refusedCheck(plan: Plan, cases: readonly BoundaryCase[]): Check {
  const { clause, operation, parameter, rounds, reject, clausesPerRequest } = plan;
  return check({
    clause,
    variant: 'refused',
    clausesPerRequest,
    rejected: reject,
    async act(tools) {
      // A listing is explored undisturbed: what it keeps of one request for the next shows only so.
      await plan.known(tools);
      const base = await tools.valid(operation.id);
      const control = await tools.send(base);
      const outside: Exchange[] = [];
      for (const one of cases.map((bad) => breakOf(operation, parameter, bad, reject)))
        outside.push(await (parameter.in === 'query' ? refusalOf(tools, rounds, one) : one.alone(tools)));
      return { control, outside };
    },
    given: ({ control }) => [accepted(control)],
    judge: ({ outside }) => outside.map((exchange) => refused(exchange)),
  });
}

/** A bad value; one in the path has no company. */
function breakOf(operation: Operation, parameter: Parameter, one: BoundaryCase, reject: RejectKind): Break {
  const what = `${parameter.name}=${one.value} (${one.what})`;
  const into = (request: RequestBuilder) => put(request, parameter, one.value);
  const alone = async (tools: CheckContext) => tools.send(into(await tools.valid(operation.id)).invalid(reject, what));
  return { path: [parameter.name], what, into, alone };
}

/** The bad values of all query parameters in rounds; what a round does not break has a good value there. */
function refusedRounds(operation: Operation, parameters: readonly Bounded[]): Rounds {
  const reject = 'invalid-query';
  const queried = parameters.filter(({ parameter }) => parameter.in === 'query');
  const breaks = queried.flatMap(({ parameter, cases }) =>
    cases.filter(({ side }) => side === 'refused').map((one) => breakOf(operation, parameter, one, reject)),
  );
  const good = Object.fromEntries(
    queried.map(({ parameter, cases }) => [parameter.name, cases.find(({ side }) => side === 'accepted')?.value]),
  );
  const base: Rounds['base'] = async (tools) => (await tools.valid(operation.id)).query(good);
  return { operation, reject, rounds: roundsOf(breaks), base };
}

/** A page beyond the last one, say: valid, and yet the contract leaves open how it is answered. */
function isFreelyRefused(operation: Operation, exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && statusFits(status, '4XX') && isOpen(operation, exchange.request.query);
}

/** The row of values in which this one travels; by itself where the row was not accepted. */
async function sendAccepted(
  tools: CheckContext,
  base: RequestBuilder,
  one: BoundaryCase,
  { parameter, known, rows }: Plan,
): Promise<Exchange> {
  const placed = await rows(tools);
  const before = [...(await known(tools)), ...placed.accepted].find(hasValue(parameter, one));
  if (before !== undefined) return before;
  const { value } = one;
  const row = placed.rows.find(({ values }) => values[parameter.name] === value);
  for (const request of row === undefined ? [] : requestsOf(base, row)) {
    const together = await tools.send(request);
    if (isSuccess(together)) return together;
  }
  return tools.send(put(base, parameter, value));
}

/** What the run had accepted by then: of a listing, what was chosen to find out about it. */
function acceptedBy({ id }: Operation, { listings }: Contract, desk: DeskOf): Known {
  const listing = listings.get(id);
  return async (tools) => [
    ...tools.accepted(id),
    ...(listing === undefined ? [] : await desk(listing).accepted(tools)),
  ];
}

function put(base: RequestBuilder, parameter: Parameter, value: string): RequestBuilder {
  return parameter.in === 'path' ? base.path({ [parameter.name]: value }) : base.query({ [parameter.name]: value });
}
