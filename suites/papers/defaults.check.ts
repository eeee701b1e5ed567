import {
  type Assertion,
  check,
  enough,
  type Exchange,
  holds,
  isSuccess,
  accepted,
  type Tools,
} from '../../src/check/index.ts';
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
    const asked = await defaultAndFirst(tools, expected);
    const others = [...(await smallPages(tools)), ...(await firstPagesOfType(tools))];
    return { asked, first: await firstPage(tools), others: others.filter((answer) => isSuccess(answer)), expected };
  },
  given: ({ asked, first }) => [
    ...[...asked, first].map((answer) => accepted(answer)),
    enough(isSteady(asked), 'others wrote while the first page was asked for'),
  ],
  judge: ({ asked, first, others, expected }) => [
    ...[...asked.slice(0, 1), ...others].map((answer) =>
      holds(countIn(answer, 'page') === expected, answer, {
        expected: `page ${expected} without a page`,
        actual: countIn(answer, 'page'),
        at: '/data/pagination/page',
      }),
    ),
    samePapersSomewhere(asked, `the papers of page ${expected} without a page`),
    holds(lengthOf(first) > 0 || totalOf(first) === 0, first, {
      expected: `papers on page ${expected} of ${totalOf(first)}`,
      actual: 'none',
      at: '/data/papers',
    }),
  ],
});

/**
 * The default page, and the first by name. Where they share no paper both once more in a row, and the default one at the
 * end: between the first two others may have written.
 */
async function defaultAndFirst(tools: Tools, page: number): Promise<readonly [Exchange, Exchange, ...Exchange[]]> {
  const without = await list(tools, {});
  const named = await firstNamed(tools, without, page);
  if (!isSuccess(without) || !isSuccess(named) || share(without, named)) return [without, named];
  const anew = (query: Query) => tools.send(tools.request('listPapers').query(query).fresh());
  return [await anew({}), await anew({ page }), await anew({})];
}

function isSteady([without, , again]: readonly Exchange[]): boolean {
  return without === undefined || again === undefined || share(without, again);
}

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
    const later = await laterPages(tools, totalOf(bare) > expected);
    const answers = [bare, ...later.filter((page) => isFull(page, bare, expected))];
    return { bare, answers, first: await firstPage(tools), expected };
  },
  given: ({ answers }) => answers.map((answer) => accepted(answer)),
  judge: ({ bare, answers, first, expected }) =>
    answers.flatMap((answer) => {
      const papers = isFull(answer, bare, expected) ? expected : Math.min(expected, totalOf(answer));
      return [
        holds(countIn(answer, 'limit') === expected, answer, {
          expected: `limit ${expected} without a limit`,
          actual: countIn(answer, 'limit'),
          at: '/data/pagination/limit',
        }),
        holds(lengthOf(answer) === papers || lengthOf(first) === 0, answer, {
          expected: `${papers} papers without a limit`,
          actual: `${lengthOf(answer)} papers`,
          at: '/data/papers',
        }),
      ];
    }),
});

async function laterPages(tools: Tools, areThere: boolean): Promise<readonly Exchange[]> {
  if (!tools.thrifty) return areThere ? [await list(tools, { page: 2 })] : [];
  const shared = (await servedProbes(tools)).flatMap(({ pages }) => pages);
  return shared.filter((page) => askedFor(page, 'limit') === undefined && askedFor(page, 'page') !== undefined);
}

/** Of a page that is not the last one its size is told by what it holds; what the last one holds is a matter of the total. */
function isFull(answer: Exchange, bare: Exchange, limit: number): boolean {
  return (askedFor(answer, 'page') ?? 1) * limit <= Math.min(totalOf(bare), totalOf(answer));
}

/** How ties are ordered is left open, so two answers of one page need to share papers only. */
function samePapersSomewhere([one, other]: readonly [Exchange, Exchange, ...Exchange[]], expected: string): Assertion {
  return holds(share(one, other), one, { expected, actual: 'other papers', at: '/data/papers' });
}

function share(one: Exchange, other: Exchange): boolean {
  const ids = new Set(idsOf(other));
  return idsOf(one).some((id) => ids.has(id)) || (ids.size === 0 && idsOf(one).length === 0);
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
    ...orders.flatMap(({ without, named, again }) => [without, named, ...again].map((answer) => accepted(answer))),
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
