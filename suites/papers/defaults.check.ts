import { type Assertion, check, enough, type Exchange, holds, succeeded, type Tools } from '../../src/check/index.ts';
import {
  askedFor,
  countIn,
  declaredDefault,
  firstPage,
  idsOf,
  largestPage,
  lengthOf,
  list,
  type Query,
  totalOf,
} from './listing.ts';
import { smallPages } from './paging.check.ts';
import { servedProbes } from './thrifty.ts';
import { firstOfType, ground, mostCommon } from './walks.ts';
import { middleType, rarestTypes } from './filter-values.ts';

export const pageDefaultsToFirst = check({
  clause: 'listPapers/page-defaults-to-first',
  async act(tools) {
    const expected = declaredDefault(tools, 'page');
    const without = await list(tools, {});
    const pairs = [{ without, named: await firstNamed(tools, without, expected) }];
    const others = [...(await smallPages(tools)), ...(await firstPagesOfType(tools))];
    return { pairs, sorted: others, expected };
  },
  given: ({ pairs }) => pairs.flatMap(({ without, named }) => [succeeded(without), succeeded(named)]),
  judge: ({ pairs, sorted, expected }) => [
    ...[...pairs.map(({ without }) => without), ...sorted].map((answer) =>
      holds(countIn(answer, 'page') === expected, answer, {
        expected: `page ${expected} without a page`,
        actual: countIn(answer, 'page'),
        at: '/data/pagination/page',
      }),
    ),
    ...pairs.map(({ without, named }) =>
      samePapersSomewhere(without, named, `the papers of page ${expected} without a page`),
    ),
  ],
});

async function firstPagesOfType(tools: Tools): Promise<readonly Exchange[]> {
  const { filters, papers } = await ground(tools);
  if (tools.thrifty || papers.length === 0) return [];
  const common = mostCommon(papers.map(({ systemType }) => systemType));
  return [await list(tools, { ...filters, ...firstOfType(tools, common) })];
}

/** The largest first page shares papers with the default one among its first; where it does not, the same page by name tells. */
async function firstNamed(tools: Tools, without: Exchange, page: number): Promise<Exchange> {
  const largest = await firstPage(tools);
  const first = new Set(idsOf(largest).slice(0, lengthOf(without)));
  return idsOf(without).some((id) => first.has(id)) ? largest : list(tools, { page });
}

export const limitDefaultsToForty = check({
  clause: 'listPapers/limit-defaults-to-forty',
  async act(tools) {
    const expected = declaredDefault(tools, 'limit');
    const bare = await list(tools, {});
    return { answers: [bare, ...(await laterPages(tools, totalOf(bare) > expected))], expected };
  },
  given: ({ answers }) => answers.map((answer) => succeeded(answer)),
  judge: ({ answers, expected }) =>
    answers.flatMap((answer) => [
      holds(countIn(answer, 'limit') === expected, answer, {
        expected: `limit ${expected} without a limit`,
        actual: countIn(answer, 'limit'),
        at: '/data/pagination/limit',
      }),
      holds(lengthOf(answer) === share(answer, expected), answer, {
        expected: `${share(answer, expected)} papers without a limit`,
        actual: `${lengthOf(answer)} papers`,
        at: '/data/papers',
      }),
    ]),
});

async function laterPages(tools: Tools, areThere: boolean): Promise<readonly Exchange[]> {
  if (!tools.thrifty) return areThere ? [await list(tools, { page: 2 })] : [];
  const shared = (await servedProbes(tools)).flatMap(({ pages }) => pages);
  return shared.filter((page) => askedFor(page, 'limit') === undefined && askedFor(page, 'page') !== undefined);
}

/** How many papers the page that was asked for has to hold. */
function share(exchange: Exchange, limit: number): number {
  const before = ((askedFor(exchange, 'page') ?? 1) - 1) * limit;
  return Math.min(limit, Math.max(0, totalOf(exchange) - before));
}

/** How ties are ordered is left open, so two answers of one page need to share papers only. */
function samePapersSomewhere(one: Exchange, other: Exchange, expected: string): Assertion {
  const ids = new Set(idsOf(other));
  const shared = idsOf(one).some((id) => ids.has(id));
  return holds(shared || (ids.size === 0 && idsOf(one).length === 0), one, {
    expected,
    actual: 'other papers',
    at: '/data/papers',
  });
}

/** The same listing without a sort and with the default one; each once more where they differ: is either order a settled one? */
interface Orders {
  readonly without: Exchange;
  readonly named: Exchange;
  readonly again: readonly Exchange[];
}

export const sortDefaultsToRelevance = check({
  clause: 'listPapers/sort-defaults-to-relevance',
  async act(tools) {
    const orders: Orders[] = [];
    for (const query of await unsortedQueries(tools)) orders.push(await bothOrders(tools, query));
    return { orders };
  },
  given: ({ orders }) => [
    ...orders.flatMap(({ without, named, again }) => [without, named, ...again].map((answer) => succeeded(answer))),
    enough(
      orders.some(({ named }) => lengthOf(named) > 1),
      'no listing has papers whose order could be told',
    ),
    ...orders.map((pair) => enough(isSettled(pair), 'the same request gives another order each time')),
  ],
  judge: ({ orders }) =>
    orders.map(({ without, named }) =>
      holds(sameOrder(without, named), without, {
        expected: 'the order of sort relevance without a sort',
        actual: `${idsOf(without).slice(0, 3).join(', ')}… instead of ${idsOf(named).slice(0, 3).join(', ')}…`,
        at: '/data/papers',
      }),
    ),
});

async function unsortedQueries(tools: Tools): Promise<readonly Query[]> {
  const { papers } = await ground(tools);
  // A type is searched for anyway.
  const search = tools.thrifty ? middleType(papers) : rarestTypes(papers)[0];
  return [
    ...(tools.thrifty && search !== undefined ? [] : [{}]),
    ...(search === undefined ? [] : [{ search, page: 1, limit: largestPage(tools) }]),
  ];
}

async function bothOrders(tools: Tools, query: Query): Promise<Orders> {
  const without = await list(tools, query);
  const named = await list(tools, { ...query, sort: 'relevance' });
  if (sameOrder(without, named)) return { without, named, again: [] };
  return {
    without,
    named,
    again: [
      await tools.send(tools.request('listPapers').query(query).fresh()),
      await tools.send(
        tools
          .request('listPapers')
          .query({ ...query, sort: 'relevance' })
          .fresh(),
      ),
    ],
  };
}

function sameOrder(one: Exchange, other: Exchange): boolean {
  return JSON.stringify(idsOf(one)) === JSON.stringify(idsOf(other));
}

function isSettled({ without, named, again: [first = without, second = named] }: Orders): boolean {
  return sameOrder(without, first) && sameOrder(named, second);
}
