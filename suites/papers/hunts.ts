import { type Assertion, type Exchange, holds, isSuccess, type Tools } from '../../src/check/index.ts';
import { idsOf, isAskableYear, largestPage, list, type Paper, type Query, totalOf } from './listing.ts';
import { ground } from './walks.ts';

/** A paper, and the listings in which it was looked for. */
export interface Hunt {
  readonly paper: string;
  readonly searches: readonly (readonly Exchange[])[];
}

const PAGES_PER_SEARCH = 3;

/**
 * Looks for a paper under a query, page by page; where the result is too large to be read to its end, near the paper's
 * year as well. How results are ordered is left open, so a paper is missing only when the whole result was seen.
 */
export async function hunt(tools: Tools, paper: Pick<Paper, 'id' | 'year'>, query: Query): Promise<Hunt> {
  const searches: Exchange[][] = [];
  for (const attempt of [query, nearYear(tools, query, paper.year)]) {
    const pages = await pagesUntil(tools, attempt, paper.id);
    searches.push(pages);
    if (isIn(pages, paper.id) || isWhole(pages)) break;
  }
  return { paper: paper.id, searches };
}

function nearYear(tools: Tools, query: Query, year: number): Query {
  return isAskableYear(tools, year - 1) && isAskableYear(tools, year + 1)
    ? { ...query, yearStart: year - 1, yearEnd: year + 1 }
    : query;
}

async function pagesUntil(tools: Tools, query: Query, id: string): Promise<Exchange[]> {
  const pages: Exchange[] = [];
  while (pages.length < (tools.thrifty ? 1 : PAGES_PER_SEARCH) && !isWhole(pages) && !isIn(pages, id))
    pages.push(await list(tools, { ...query, page: pages.length + 1, limit: largestPage(tools) }));
  return pages;
}

function isIn(pages: readonly Exchange[], id: string): boolean {
  return pages.some((page) => idsOf(page).includes(id));
}

/** True when the pages hold the whole result; also when an answer is no listing, for there is nothing more to ask. */
function isWhole(pages: readonly Exchange[]): boolean {
  const [first] = pages;
  if (first === undefined) return false;
  const seen = pages.length * Number(first.request.query['limit']);
  return pages.some((page) => !isSuccess(page)) || Number.isNaN(totalOf(first)) || totalOf(first) <= seen;
}

/** A paper searched for by its title within its own year; by the title alone where that does not find it. */
export interface HuntInItsYear {
  readonly within: Hunt;
  readonly alone?: Hunt;
}

/** One request shows that the title finds the paper and that both years keep it. */
export function huntInItsYear(tools: Tools): Promise<readonly HuntInItsYear[]> {
  return tools.shared('a title within its own year', async () => {
    const { papers } = await ground(tools);
    const paper = lateAndLong(papers.filter(({ title, year }) => title.trim() !== '' && isAskableYear(tools, year)));
    if (paper === undefined) return [];
    const { title: search, year } = paper;
    const within = await hunt(tools, paper, { search, yearStart: year, yearEnd: year });
    return [isFound(within) ? { within } : { within, alone: await hunt(tools, paper, { search }) }];
  });
}

/** Of the last papers the one with the longest title, if it can be with letters beyond ASCII. */
function lateAndLong(papers: readonly Paper[]): Paper | undefined {
  const last = papers.slice(-Math.ceil(papers.length / LAST)).sort((a, b) => a.title.length - b.title.length);
  return last.findLast(({ title }) => /[^\p{ASCII}]/u.test(title)) ?? last.at(-1);
}

/** One of so many parts of the known papers. */
const LAST = 12;

/** The title finds the paper, so its year has to keep it: the pages on which it has to be. */
export async function pagesInItsYear(
  tools: Tools,
): Promise<readonly { readonly pages: readonly Exchange[]; readonly expected: readonly string[] }[]> {
  return (await huntInItsYear(tools))
    .filter(({ within, alone }) => isFound(alone ?? within))
    .map(({ within }) => ({ pages: within.searches[0] ?? [], expected: [within.paper] }));
}

function isFound({ paper, searches }: Hunt): boolean {
  return searches.some((pages) => isIn(pages, paper));
}

export function answersIn(hunts: readonly Hunt[]): readonly Exchange[] {
  return hunts.flatMap(({ searches }) => searches.flat());
}

/** The paper was found; or it is missing from a result that was seen to its end. */
export function found({ paper, searches }: Hunt): Assertion {
  if (isFound({ paper, searches })) return () => undefined;
  const first = searches.find((pages) => isWhole(pages))?.[0];
  if (first === undefined)
    return () => ({
      kind: 'not-shown',
      as: 'inconclusive',
      reason: `the result is too large to look through for paper ${paper}`,
    });
  return holds(false, first, {
    expected: `paper ${paper} among the results for ${first.request.query['search'] ?? ''}`,
    actual: `${totalOf(first)} results without it`,
    at: '/data/papers',
  });
}
