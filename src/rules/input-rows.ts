import { isSuccess } from '../check/judges.ts';
import { jsonBodyOf, type RequestBuilder } from '../check/request.ts';
import type { InputCase } from '../generate/input-case.ts';
import { groupBy } from '../groups.ts';
import { type Exchange, sentBody } from '../http/exchange.ts';
import { atPointer, joinPointer, withPointer } from '../schema/pointer.ts';

/** One request carries values of several places if all of them have to be accepted. */

/** The request with the value of the case at its place. Beyond the end of a list the value is appended. */
export function put(request: RequestBuilder, { in: part, path, value }: InputCase): RequestBuilder {
  const [name = ''] = path;
  switch (part) {
    case 'query':
      return request.query({ [name]: value as string | undefined });
    case 'header':
      return request.header(name, String(value));
    case 'cookie':
      return request.header('cookie', [request.draft.headers['cookie'] ?? [], `${name}=${value}`].flat().join('; '));
    case 'path':
      return request.path({ [name]: String(value) });
    default:
      return request.json(withElement(jsonBodyOf(request), path, value));
  }
}

function withElement(body: unknown, path: readonly string[], value: unknown): unknown {
  const [at, around] = [joinPointer('', ...path), joinPointer('', ...path.slice(0, -1))];
  const list = atPointer(body, around);
  return Array.isArray(list) && value !== undefined && atPointer(body, at) === undefined
    ? withPointer(body, around, [...list, value])
    : withPointer(body, at, value);
}

/** Row i holds the i-th case of each place, so that as few requests as possible carry all cases. */
export function rowsOf(cases: readonly InputCase[]): readonly (readonly InputCase[])[] {
  const columns = [...groupBy(cases, ({ path }) => joinPointer('', ...path)).values()];
  const height = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) => columns.flatMap((column) => column[index] ?? []));
}

/** The request with the values of a row. A value that would make the body invalid is left out. */
export function putRow(
  base: RequestBuilder,
  row: readonly InputCase[],
  fits: (body: unknown) => boolean = () => true,
): RequestBuilder {
  return row.reduce((request, one) => {
    const next = put(request, one);
    return fits(jsonBodyOf(next)) ? next : request;
  }, base);
}

/** Was the value sent, or one that shows the same: for a length a text as long, for a type a number of the same kind? */
export function hasValue(one: InputCase): (exchange: Exchange) => boolean {
  const wanted = traitOf(one, one.value);
  return (exchange) =>
    traitOf(
      one,
      valueAt(one, exchange.request.query, () => sentBody(exchange)),
    ) === wanted;
}

function traitOf({ in: part, keyword }: InputCase, value: unknown): unknown {
  if (keyword.endsWith('Length') && typeof value === 'string') return [...value].length;
  return keyword === 'type' && part === 'query' && value !== undefined
    ? Number.isInteger(Number(value))
    : JSON.stringify(value);
}

/** The value at the place of a case; undefined for a path. */
function valueAt({ in: part, path }: InputCase, query: Readonly<Record<string, string>>, body: () => unknown): unknown {
  if (part === 'body') return atPointer(body(), joinPointer('', ...path));
  return part === 'query' ? query[path[0] ?? ''] : undefined;
}

function hasCase(request: RequestBuilder | undefined, one: InputCase): boolean {
  if (request === undefined) return false;
  const value = valueAt(one, Object.fromEntries(request.draft.query), () => jsonBodyOf(request));
  return JSON.stringify(value) === JSON.stringify(one.value);
}

/** How values that have to be accepted are sent. */
interface Acceptance {
  /** Requests that were accepted before. */
  readonly known: readonly Exchange[];
  /** For each row of values the requests that carry it. The last one carries nothing else. */
  readonly rows: readonly (readonly RequestBuilder[])[];
  /** The plainest request with this value. */
  readonly alone: RequestBuilder;
  readonly send: (request: RequestBuilder) => Promise<Exchange>;
}

/** Shows whether a value is accepted: by an earlier request, else by the row that carries it, else by the value alone. */
export async function acceptanceOf(one: InputCase, { known, rows, alone, send }: Acceptance): Promise<Exchange> {
  const before = known.find(hasValue(one));
  if (before !== undefined) return before;
  for (const request of rows.find((row) => hasCase(row.at(-1), one)) ?? []) {
    const together = await send(request);
    if (isSuccess(together)) return together;
  }
  return send(alone);
}
