import type { CheckContext } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import type { Operation } from '../contract/operations.ts';
import type { Query } from '../generate/fuzz.ts';
import type { InputCase } from '../generate/input-case.ts';
import type { Exchange } from '../http/exchange.ts';
import { packed } from './group-testing.ts';
import { hasValue, putRow, rowsOf } from './input-rows.ts';
import { openQueries } from './open.ts';

/** One request carries values of several query parameters, and perhaps a query that may be refused. */

/** Requests that were accepted before. */
export type Known = (tools: CheckContext) => Promise<readonly Exchange[]>;

export type Rows = (tools: CheckContext) => Promise<Placed>;

/** The rows that are still to be sent, and what was accepted while they were made. */
interface Placed {
  /** The requests of each row: with a query that may be refused, if there is one, and without. */
  readonly rows: readonly (readonly RequestBuilder[])[];
  readonly accepted: readonly Exchange[];
}

/** Makes the rows once per run, of the values that no request has carried yet. `columns` has the values of each parameter. */
export function parameterRows(operation: Operation, columns: readonly (readonly InputCase[])[], known: Known): Rows {
  return (tools) =>
    tools.shared(`rows of ${operation.id}`, async () => {
      // This explores a listing first: other requests in between would disturb that.
      const before = await known(tools);
      const base = await tools.valid(operation.id);
      const { accepted, unsent } = await sendFirstGroup(tools, base, sampledQueries(tools, operation));
      const isNew = (one: InputCase) => ![...before, ...accepted].some(hasValue(one));
      // In ascending order, so that pairs of bounds agree.
      const rows = rowsOf(columns.flatMap((cases) => ascending(cases.filter(isNew))));
      const { byRow, unplaced } = placeQueries(rows, unsent);
      for (const query of unplaced) await tools.send(withRefusable(base, query));
      return { rows: rows.map((row, index) => requestsOf(putRow(base, row), byRow.get(index))), accepted };
    });
}

/** One query fewer than the sample at this depth: if requests are few, they are for values that must be accepted. */
function sampledQueries(tools: CheckContext, operation: Operation): readonly Query[] {
  const noQuery: Query = {};
  return tools.sample([noQuery, ...openQueries(operation)]).slice(1);
}

/**
 * Sends several queries that may be refused in one request, if their parameters differ. If it is accepted, it shows all their
 * values; else each of them is still to be sent.
 */
async function sendFirstGroup(
  tools: CheckContext,
  base: RequestBuilder,
  queries: readonly Query[],
): Promise<{ readonly accepted: readonly Exchange[]; readonly unsent: readonly Query[] }> {
  // Groups of queries that name no parameter twice.
  const [first = [], ...others] = packed(queries, (one, other) => !Object.keys(one).some((name) => name in other));
  const answer = first.length > 1 ? await tools.send(withRefusable(base, Object.assign({}, ...first))) : undefined;
  return answer !== undefined && isSuccess(answer)
    ? { accepted: [answer], unsent: others.flat() }
    : { accepted: [], unsent: queries };
}

function requestsOf(plain: RequestBuilder, beside: Query | undefined): readonly RequestBuilder[] {
  return beside === undefined ? [plain] : [withRefusable(plain, beside), plain];
}

function withRefusable(request: RequestBuilder, query: Query): RequestBuilder {
  const words = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return request.query(query).refusable(words.join(' and '));
}

/** Puts each open query into the last row that names none of its parameters, one query in a row. */
function placeQueries(
  rows: readonly (readonly InputCase[])[],
  queries: readonly Query[],
): { readonly byRow: ReadonlyMap<number, Query>; readonly unplaced: readonly Query[] } {
  const byRow = new Map<number, Query>();
  const unplaced = queries.filter((query) => {
    const rowIndex = rows.findLastIndex(
      (row, index) => !byRow.has(index) && row.every(({ path: [name = ''] }) => !(name in query)),
    );
    if (rowIndex >= 0) byRow.set(rowIndex, query);
    return rowIndex < 0;
  });
  return { byRow, unplaced };
}

/** Each value once, in ascending order if all are numbers. */
function ascending(cases: readonly InputCase[]): readonly InputCase[] {
  const values = cases.filter((one, index) => cases.findIndex(({ value }) => value === one.value) === index);
  return values.every(({ value }) => Number.isFinite(Number(value)))
    ? values.toSorted((a, b) => Number(a.value) - Number(b.value))
    : values;
}
