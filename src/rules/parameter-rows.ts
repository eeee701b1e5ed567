import type { CheckContext } from '../check/check.ts';
import { isSuccess } from '../check/judges.ts';
import type { RequestBuilder } from '../check/request.ts';
import type { Operation, Parameter } from '../contract/operations.ts';
import type { BoundaryCase } from '../generate/boundary.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Schema } from '../schema/schema.ts';
import { openQueries } from './open.ts';

/** Values of several parameters that travel together, for all of them have to be accepted. */

/** A parameter and the values at and beside its bounds. */
export interface Bounded {
  readonly parameter: Parameter;
  readonly schema: Schema;
  readonly pointer: string;
  readonly cases: readonly BoundaryCase[];
}

/** Values that travel together. */
export interface Row {
  readonly values: Readonly<Record<string, string>>;
  /** Others that may be refused, where there is room for them. */
  readonly beside: Readonly<Record<string, string>>;
}

/** Requests that were accepted before. */
export type Known = (tools: CheckContext) => Promise<readonly Exchange[]>;

export type Rows = (tools: CheckContext) => Promise<Placed>;

/** What is left to be sent, and what was accepted on the way to that. */
export interface Placed {
  readonly rows: readonly Row[];
  readonly accepted: readonly Exchange[];
}

/** The row with what may be refused, where there is something, and without. */
export function requestsOf(base: RequestBuilder, { values, beside }: Row): readonly RequestBuilder[] {
  const plain = base.query(values);
  return Object.keys(beside).length === 0 ? [plain] : [openly(plain, beside), plain];
}

/** What is found there is left open as well. */
function openly(request: RequestBuilder, query: Row['beside']): RequestBuilder {
  const words = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return request.query(query).refusable(words.join(' and '));
}

/** Has a request such a value? Of a type, any of its kind. */
export function hasValue({ name }: Parameter, { keyword, value }: BoundaryCase): (exchange: Exchange) => boolean {
  return ({ request }) => {
    const other = request.query[name];
    return keyword === 'type'
      ? other !== undefined && Number.isInteger(Number(other)) === Number.isInteger(Number(value))
      : other === value;
  };
}

/** Made once per run, of the values that nobody has sent by then. */
export function rowsOf(operation: Operation, parameters: readonly Bounded[], known: Known): Rows {
  return (tools) =>
    tools.shared(`rows of ${operation.id}`, async () => {
      // A listing is explored undisturbed.
      const before = await known(tools);
      // What has to be accepted tells more than what may be refused.
      const [, ...open] = tools.sample([{}, ...openQueries(operation)]);
      const base = await tools.valid(operation.id);
      const [first = [], ...groups] = apart(open);
      // Bounds the wrong way round are bounds all the same: where they are taken, the right way round need not be sent for each.
      const answers = first.length > 1 ? [await tools.send(openly(base, Object.assign({}, ...first)))] : [];
      const accepted = answers.filter(isSuccess);
      const rows = acceptedRows(parameters, [...before, ...accepted]);
      const { placed, left } = withOpen(rows, accepted.length > 0 ? groups.flat() : open);
      for (const query of left) await tools.send(openly(base, query));
      return { rows: placed, accepted };
    });
}

/** Row i holds the i-th accepted value of every query parameter, in ascending order, so that pairs of bounds agree. */
function acceptedRows(parameters: readonly Bounded[], known: readonly Exchange[]): readonly Row['values'][] {
  const columns = parameters
    .filter(({ parameter }) => parameter.in === 'query')
    .map(({ parameter, cases }) => {
      const wanted = cases.filter((one) => !known.some(hasValue(parameter, one)));
      return [parameter.name, ascending(wanted)] as const;
    })
    .filter(([, values]) => values.length > 0);
  const height = Math.max(0, ...columns.map(([, values]) => values.length));
  return Array.from({ length: height }, (_, index) =>
    Object.fromEntries(
      columns.flatMap(([name, values]) => (values[index] === undefined ? [] : [[name, values[index]] as const])),
    ),
  );
}

/** What may be refused travels in the last row that has room for it, one in each; what finds none is left. */
function withOpen(
  rows: readonly Row['values'][],
  queries: readonly Row['beside'][],
): { readonly placed: readonly Row[]; readonly left: readonly Row['beside'][] } {
  const beside = new Map<number, Row['beside']>();
  const left = queries.filter((query) => {
    const names = Object.keys(query);
    const room = rows.findLastIndex((row, index) => !beside.has(index) && names.every((name) => !(name in row)));
    if (room >= 0) beside.set(room, query);
    return room < 0;
  });
  return { placed: rows.map((values, index) => ({ values, beside: beside.get(index) ?? {} })), left };
}

/** Groups of queries that name no parameter twice. */
function apart(queries: readonly Row['beside'][]): readonly (readonly Row['beside'][])[] {
  const groups: Row['beside'][][] = [];
  for (const query of queries) {
    const names = Object.keys(query);
    const group = groups.find((others) => others.every((other) => names.every((name) => !(name in other))));
    if (group === undefined) groups.push([query]);
    else group.push(query);
  }
  return groups;
}

function ascending(cases: readonly BoundaryCase[]): readonly string[] {
  const values = [...new Set(cases.filter(({ side }) => side === 'accepted').map(({ value }) => value))];
  return values.every((value) => Number.isFinite(Number(value)))
    ? values.sort((a, b) => Number(a) - Number(b))
    : values;
}
