import { type Exchange, isSuccess, type Tools } from '../../src/check/index.ts';
import { type FilterValues, pair, valuesOf } from './filter-values.ts';
import { fitting } from './fits.ts';
import { askAgain, everySystemType, largestPage, list, type Paper, type Query, totalOf } from './listing.ts';
import { NONSENSE } from './nonsense.ts';
import { SORTS } from './order.ts';
import { ground } from './walks.ts';
import { hasWord } from './words.ts';

/** The first two pages of a listing. */
export type Pages = readonly [Exchange, Exchange];

/** One narrowed listing: two pages without a sort, and two in each sort. */
export interface Combination {
  readonly unsorted: Pages;
  readonly sorted: readonly Pages[];
  /** The first unsorted page once more, at the end: did others write meanwhile? */
  readonly again: Exchange;
}

/** Every filter, the search and some pairs of them with every sort, once per run. */
export function combined(tools: Tools): Promise<readonly Combination[]> {
  return tools.shared('listings with everything combined', async () => {
    const { filters, papers } = await ground(tools);
    const narrowings = papers.length === 0 ? [] : narrowingsOf(tools, await valuesOf(tools, 'known whole', papers));
    const made: Combination[] = [];
    for (const one of narrowings) made.push(...(await combine(tools, { ...filters, ...one }, papers)));
    return made;
  });
}

function narrowingsOf(tools: Tools, values: FilterValues): readonly Query[] {
  const { years, scores, word } = values;
  const single: readonly Query[] = [
    ...everySystemType(tools).map((systemType) => ({ systemType })),
    { yearStart: years.quarter },
    { yearEnd: years.threeQuarters },
    { qualityScoreMin: scores.quarter },
  ];
  const { sort: _sort, ...two } = pair(values);
  const searched = word === undefined ? [] : [{}, ...single].map((query) => ({ ...query, search: word }));
  return [...single, two, ...searched];
}

/** In two pages that are full as far as papers are known; asked for in a row, so that what others write shows in the last one. */
async function combine(tools: Tools, query: Query, papers: readonly Paper[]): Promise<readonly Combination[]> {
  const { search } = query;
  const known = fitting(papers, query).filter(({ title }) => search === undefined || hasWord(title, String(search)));
  if (known.length < 2) return [];
  const limit = Math.min(largestPage(tools), Math.floor(known.length / 2));
  const unsorted = await twoPages(tools, { ...query, limit });
  const sorted: Pages[] = [];
  for (const sort of SORTS) sorted.push(await twoPages(tools, { ...query, sort, limit }));
  return [{ unsorted, sorted, again: await askAgain(tools, unsorted[0]) }];
}

async function twoPages(tools: Tools, query: Query): Promise<Pages> {
  const anew = (page: number) =>
    tools.send(
      tools
        .request('listPapers')
        .query({ ...query, page })
        .fresh(),
    );
  return [await anew(1), await anew(2)];
}

export function pagesIn({ unsorted, sorted }: Combination): readonly Pages[] {
  return [unsorted, ...sorted];
}

/** Every page was answered, and nobody wrote meanwhile as far as totals tell. */
export function isSettled(one: Combination): boolean {
  const isServed = [...pagesIn(one).flat(), one.again].every((page) => isSuccess(page));
  return isServed && totalOf(one.again) === totalOf(one.unsorted[0]);
}

/** A word that nobody writes: by itself, and beside each filter and each sort alone. */
export async function nonsenseEverywhere(
  tools: Tools,
): Promise<{ readonly alone: Exchange; readonly beside: readonly Exchange[] }> {
  const { papers } = await ground(tools);
  const place = { search: NONSENSE, page: 1, limit: largestPage(tools) };
  const narrowings = papers.length === 0 ? [] : narrowingsOf(tools, await valuesOf(tools, 'known whole', papers));
  const queries = [...narrowings.filter((query) => query['search'] === undefined), ...SORTS.map((sort) => ({ sort }))];
  const alone = await list(tools, place);
  const beside: Exchange[] = [];
  for (const query of queries) beside.push(await list(tools, { ...query, ...place }));
  return { alone, beside };
}
