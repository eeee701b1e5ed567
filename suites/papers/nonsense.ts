import { type Assertion, type Exchange, holds, isSuccess, type Tools } from '../../src/check/index.ts';
import { allFilters, valuesOf } from './filter-values.ts';
import { largestPage, list, type Query, totalOf } from './listing.ts';
import { knownPapers } from './walks.ts';

/** A word that nobody writes. */
export const NONSENSE = 'qzxwvkjhgqpfbx';

/** Where there are requests for several searches, one of them has a letter beyond ASCII. */
function word({ thrifty }: Tools): string {
  return thrifty ? NONSENSE : `${NONSENSE}\u00F8`;
}

/** Searches for such a word, without a sort and with one. */
export async function nonsenseSearches(tools: Tools): Promise<readonly Exchange[]> {
  const search = word(tools);
  const sorted = { search, sort: 'date', page: 1, limit: largestPage(tools) };
  return [...(tools.thrifty ? [] : [await list(tools, { search })]), await list(tools, sorted)];
}

/** The same beside every filter, a sort and a page: every parameter that there is. */
async function withEveryParameter(tools: Tools): Promise<Query | undefined> {
  const papers = await knownPapers(tools);
  if (papers.length === 0) return undefined;
  const filters = allFilters(await valuesOf(tools, 'known', papers));
  return { search: NONSENSE, ...filters, sort: 'quality', page: 1, limit: largestPage(tools) };
}

/** A listing with every parameter, asked for without a credential; with the usual one where that is not served. */
export type PublicListing = {
  readonly answer?: Exchange;
  readonly control?: Exchange;
};

/** What is public is so with all its parameters. */
export async function askedPublicly(tools: Tools): Promise<PublicListing> {
  const query = tools.thrifty ? undefined : await withEveryParameter(tools);
  if (query === undefined) return {};
  const answer = await tools.send(tools.request('listPapers').query(query).as());
  return isSuccess(answer) ? { answer } : { answer, control: await list(tools, query) };
}

/** Filters take papers away from what a search finds, whatever it goes by. */
export function noMoreThan(searches: readonly Exchange[], beside: Exchange): Assertion {
  const most = Math.max(...searches.map((answer) => totalOf(answer)));
  return holds(totalOf(beside) <= most, beside, {
    expected: `at most the ${most} papers that such a word finds without filters`,
    actual: totalOf(beside),
    at: '/data/pagination/total',
  });
}
