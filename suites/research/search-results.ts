import {
  bodyOf,
  type CheckContext,
  type Exchange,
  isObject,
  isSuccess,
  type QueryValue,
} from '../../src/check/index.ts';

/** What the checks read of a paper in a search result. */
export interface Found {
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly year: number;
  readonly systemType: string;
}

export type Query = Readonly<Record<string, QueryValue>>;

/** As many papers in one answer as a search allows: one listing serves many clauses. */
export const LARGEST_PAGE = 100;

/** The payload of a search answer, bare or wrapped. */
function payloadOf(exchange: Exchange): Readonly<Record<string, unknown>> {
  const body = isSuccess(exchange) ? bodyOf(exchange) : undefined;
  if (!isObject(body)) return {};
  return isObject(body['data']) && !('papers' in body) ? body['data'] : body;
}

export function papersOf(exchange: Exchange): readonly Found[] {
  const { papers } = payloadOf(exchange);
  return Array.isArray(papers) ? papers.filter(isFound) : [];
}

function isFound(value: unknown): value is Found {
  if (!isObject(value)) return false;
  const texts = ['id', 'title', 'abstract', 'systemType'].every((name) => typeof value[name] === 'string');
  return texts && typeof value['year'] === 'number';
}

/** Does the first page hold all that there is? */
export function isWhole(exchange: Exchange): boolean {
  const { totalCount } = payloadOf(exchange);
  return typeof totalCount !== 'number' || totalCount <= LARGEST_PAGE;
}

export function search(tools: CheckContext, query: Query): Promise<Exchange> {
  return tools.send(tools.request('searchPapers').query(query));
}

/** The listing that every check shares: a page as large as can be, without any filter. */
export function listing(tools: CheckContext): Promise<Exchange> {
  return search(tools, { pageSize: LARGEST_PAGE, page: 1 });
}

/** The same as it is now: the other order of its parameters is a request that no cache knows. */
export function relisted(tools: CheckContext): Promise<Exchange> {
  return tools.send(tools.request('searchPapers').query({ page: 1, pageSize: LARGEST_PAGE }).fresh());
}
