import { type Exchange, isSuccess, type Tools } from '../../src/check/index.ts';
import { leaveToGreaterDepth } from '../thrift.ts';
import { narrowed, pagesIn } from './filters.ts';
import { countIn, search } from './search-results.ts';
import { corpus, type Walk } from './walks.ts';

/** Searches that were paged through. */
export type Walks = { readonly walks: readonly Walk[] };

/** All that was paged through and answered: a fault may sit on a late page, under one filter or at one page size alone. */
export async function walks(tools: Tools): Promise<Walks> {
  const all = [(await corpus(tools)).walk, ...(await narrowed(tools)).walks];
  const answered = all.filter(({ pages }) => pages.every((page) => isSuccess(page)));
  return { walks: answered.length > 0 ? answered : all.slice(0, 1) };
}

/** All of it; where requests are few, and nothing in it is such that it shows the clause, a greater depth has to show it. */
export async function walksThat(tools: Tools, shows: (one: Walk) => boolean): Promise<Walks> {
  const all = await walks(tools);
  const isTooSmall = !(countIn(await search(tools, {}), 'totalCount') > 1);
  leaveToGreaterDepth(tools, isTooSmall || all.walks.some(shows));
  return all;
}

/** All their pages. */
export function everyPage({ walks: all }: Walks): readonly Exchange[] {
  return pagesIn(all);
}
