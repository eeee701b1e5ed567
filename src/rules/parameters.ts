import { type Check, check, type Tools } from '../check/check.ts';
import { accepted, isSuccess, refused, statusFits, statusOf } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import type { Contract } from '../contract/contract.ts';
import { type Operation, type Parameter, type RejectKind } from '../contract/operations.ts';
import { type BoundaryCase, boundaryCases } from '../generate/boundary.ts';
import type { Exchange } from '../http/exchange.ts';
import { joinPointer } from '../schema/pointer.ts';
import { follow } from '../schema/reference.ts';
import type { Schema } from '../schema/schema.ts';
import { type Rounds, refusedAmongOthers, roundsOf } from './group-testing.ts';
import { isOpen } from './open.ts';
import { type DerivedCheck, derivedClause, type RequestRule, show } from './rule.ts';

/**
 * Each bound, type and enumeration of each query and path parameter: accepted at it and inside, refused one step
 * outside. Values that must all be accepted travel together, one of each parameter; alone only where that is refused.
 */
export const parameterBounds: RequestRule = {
  derive(operation, contract) {
    const parameters = operation.parameters.filter(isBounded).map((parameter) => withCases(parameter, contract));
    const together = { rows: rowsOf(operation, parameters), rounds: refusedRounds(operation, parameters) };
    return parameters.flatMap((parameter) =>
      keywordsOf(parameter).map((keyword) => deriveKeyword(operation, parameter, keyword, together)),
    );
  },
};

/** Headers have no bounds here, and a path value can be tried only where a right one is to be had. */
function isBounded({ in: place, 'x-sources': sources }: Parameter): boolean {
  return place === 'query' || (place === 'path' && sources !== undefined);
}

interface Bounded {
  readonly parameter: Parameter;
  readonly schema: Schema;
  readonly pointer: string;
  readonly cases: readonly BoundaryCase[];
}

type Row = Readonly<Record<string, string>>;

function withCases(parameter: Parameter, contract: Contract): Bounded {
  const { target: schema, pointer } = follow<Schema>(contract.document, parameter.schema, parameter.pointer);
  return { parameter, schema, pointer, cases: boundaryCases(schema) };
}

function keywordsOf({ cases }: Bounded): readonly string[] {
  return [...new Set(cases.map(({ keyword }) => keyword))];
}

function deriveKeyword(
  operation: Operation,
  bounded: Bounded,
  keyword: string,
  together: Pick<Plan, 'rows' | 'rounds'>,
): DerivedCheck {
  const { parameter, schema, pointer, cases } = bounded;
  const expected = (schema as Readonly<Record<string, unknown>>)[keyword];
  const reject: RejectKind = parameter.in === 'path' ? 'invalid-path' : 'invalid-query';
  const mine = cases.filter((one) => one.keyword === keyword);
  const clause = derivedClause(operation, [parameter.name, keyword], {
    text: `${parameter.name} keeps to ${keyword} ${show(expected)}: values within are accepted, values outside are refused.`,
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
  return {
    clause,
    checks: [
      boundCheck(clause.id, operation, parameter, {
        accepts: mine.filter(({ side }) => side === 'accepted'),
        refusals,
        reject,
        ...together,
      }),
    ],
  };
}

interface Plan {
  readonly accepts: readonly BoundaryCase[];
  readonly refusals: readonly BoundaryCase[];
  readonly reject: RejectKind;
  /** Which values travel together that have to be accepted, and which that have to be refused. */
  readonly rows: (tools: Tools) => Promise<readonly Row[]>;
  readonly rounds: (tools: Tools) => Rounds;
}

function boundCheck(clause: string, operation: Operation, parameter: Parameter, plan: Plan): Check {
  return check({
    clause,
    async act(tools) {
      const base = await tools.valid(operation.id);
      const control = await tools.send(base);
      const inside: Exchange[] = [];
      for (const one of plan.accepts.filter((candidate) => isWorth(tools, parameter, candidate)))
        inside.push(await sendAccepted(tools, operation, base, parameter, one, plan.rows));
      const outside: Exchange[] = [];
      for (const one of plan.refusals) outside.push(await sendRefused(tools, base, parameter, one, plan));
      return { control, inside, outside };
    },
    given: ({ control }) => [accepted(control)],
    judge: ({ inside, outside }) => [
      ...inside.filter((exchange) => !isFreelyRefused(operation, exchange)).map((exchange) => accepted(exchange)),
      ...outside.map((exchange) => refused(exchange)),
    ],
  });
}

/** Named in the refusal of several bad values; by itself where that does not show it. */
async function sendRefused(
  tools: Tools,
  base: RequestBuilder,
  parameter: Parameter,
  one: BoundaryCase,
  { rounds, reject }: Plan,
): Promise<Exchange> {
  const beside =
    parameter.in === 'query' ? await refusedAmongOthers(tools, rounds(tools), wordsOf(parameter, one)) : undefined;
  return beside ?? tools.send(put(base, parameter, one.value).invalid(reject, wordsOf(parameter, one)));
}

function wordsOf({ name }: Parameter, { value, what }: BoundaryCase): string {
  return `${name}=${value} (${what})`;
}

/** The bad values of all query parameters in rounds; what a round does not break has a good value there. */
function refusedRounds(operation: Operation, parameters: readonly Bounded[]): Plan['rounds'] {
  const queried = parameters.filter(({ parameter }) => parameter.in === 'query');
  const breaks = queried.flatMap(({ parameter, cases }) =>
    cases
      .filter(({ side }) => side === 'refused')
      .map((one) => ({
        path: [parameter.name],
        what: wordsOf(parameter, one),
        into: (request: RequestBuilder) => put(request, parameter, one.value),
      })),
  );
  const good = Object.fromEntries(
    queried.map(({ parameter, cases }) => [parameter.name, cases.find(({ side }) => side === 'accepted')?.value]),
  );
  const base: Rounds['base'] = async (tools) => (await tools.valid(operation.id)).query(good);
  return ({ thrifty }) => ({ operation, reject: 'invalid-query', rounds: roundsOf(breaks, thrifty), base });
}

/** A page beyond the last one, say: valid, and yet the contract leaves open how it is answered. */
function isFreelyRefused(operation: Operation, exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && statusFits(status, '4XX') && isOpen(operation, exchange.request.query);
}

/** The row of values in which this one travels; by itself where the row was not accepted. */
async function sendAccepted(
  tools: Tools,
  operation: Operation,
  base: RequestBuilder,
  parameter: Parameter,
  one: BoundaryCase,
  rows: Plan['rows'],
): Promise<Exchange> {
  const known = acceptedBefore(tools, operation, parameter, one);
  if (known !== undefined) return known;
  const { value } = one;
  const row = (await rows(tools)).find((candidate) => candidate[parameter.name] === value);
  const together = row === undefined ? undefined : await tools.send(base.query(row));
  return together !== undefined && isSuccess(together) ? together : tools.send(put(base, parameter, value));
}

/** Where requests are few, the bound itself has to do. */
function isWorth({ thrifty }: Tools, { schema }: Parameter, { keyword, value }: BoundaryCase): boolean {
  const bound = (schema as Readonly<Record<string, unknown>>)[keyword];
  return !thrifty || typeof bound !== 'number' || value === String(bound);
}

/** A request with such a value, whoever sent it. */
function acceptedBefore(
  tools: Tools,
  { id }: Operation,
  { name }: Parameter,
  { keyword, value }: BoundaryCase,
): Exchange | undefined {
  const isSuch = (other: string | undefined) =>
    keyword === 'type'
      ? other !== undefined && Number.isInteger(Number(other)) === Number.isInteger(Number(value))
      : other === value;
  return tools.accepted(id).find(({ request }) => isSuch(request.query[name]));
}

/** Made once per run, of the values that nobody has sent by then. */
function rowsOf(operation: Operation, parameters: readonly Bounded[]): Plan['rows'] {
  return (tools) =>
    tools.shared(`rows of ${operation.id}`, () => Promise.resolve(acceptedRows(tools, operation, parameters)));
}

/** Row i holds the i-th accepted value of every query parameter, in ascending order, so that pairs of bounds agree. */
function acceptedRows(tools: Tools, operation: Operation, parameters: readonly Bounded[]): readonly Row[] {
  const columns = parameters
    .filter(({ parameter }) => parameter.in === 'query')
    .map(({ parameter, cases }) => {
      const wanted = cases.filter(
        (one) => isWorth(tools, parameter, one) && acceptedBefore(tools, operation, parameter, one) === undefined,
      );
      return [parameter.name, ascending(wanted)] as const;
    })
    .filter(([, values]) => values.length > 0);
  const height = Math.max(0, ...columns.map(([, values]) => values.length));
  return Array.from({ length: height }, (_, index) =>
    Object.fromEntries(
      columns.flatMap(([name, values]) => (values[index] === undefined ? [] : [[name, values[index]]])),
    ),
  );
}

function ascending(cases: readonly BoundaryCase[]): readonly string[] {
  const values = [...new Set(cases.filter(({ side }) => side === 'accepted').map(({ value }) => value))];
  return values.every((value) => Number.isFinite(Number(value)))
    ? values.sort((a, b) => Number(a) - Number(b))
    : values;
}

function put(base: RequestBuilder, parameter: Parameter, value: string): RequestBuilder {
  return parameter.in === 'path' ? base.path({ [parameter.name]: value }) : base.query({ [parameter.name]: value });
}
