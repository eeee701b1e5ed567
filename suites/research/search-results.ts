import {
  type Assertion,
  bodyOf,
  type Exchange,
  holds,
  isObject,
  isSuccess,
  type QueryValue,
  type Tools,
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

/** The number of entries on a page, readable or not. */
export function lengthOf(exchange: Exchange): number {
  const { papers } = payloadOf(exchange);
  return Array.isArray(papers) ? papers.length : 0;
}

export function idsOf(exchange: Exchange): readonly string[] {
  return papersOf(exchange).map(({ id }) => id);
}

/** One of the four counters of a result; NaN where it is missing, which equals nothing. */
export function countIn(exchange: Exchange, name: 'totalCount' | 'page' | 'pageSize' | 'totalPages'): number {
  const value = payloadOf(exchange)[name];
  return typeof value === 'number' ? value : Number.NaN;
}

/** The page and the page size that a request asked for; undefined where it named none. */
export function askedFor(exchange: Exchange, name: 'page' | 'pageSize'): number | undefined {
  const text = exchange.request.query[name];
  return text === undefined ? undefined : Number(text);
}

/** Every paper of an answer fulfils a condition. */
export function eachPaper(
  exchange: Exchange,
  condition: (paper: Found) => boolean,
  expected: string,
  shown: (paper: Found) => unknown,
): Assertion {
  const odd = papersOf(exchange).find((paper) => !condition(paper));
  return holds(odd === undefined, exchange, {
    expected,
    actual: odd === undefined ? '' : `paper ${odd.id} with ${JSON.stringify(shown(odd))}`,
  });
}

export function search(tools: Tools, query: Query): Promise<Exchange> {
  return tools.send(tools.request('searchPapers').query(query));
}

/** The listing that every check shares: a page as large as can be, without any filter. */
export function listing(tools: Tools): Promise<Exchange> {
  return search(tools, { pageSize: LARGEST_PAGE, page: 1 });
}
