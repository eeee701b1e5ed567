import { type Assertion, type Exchange, holds, type Tools } from '../../src/check/index.ts';
import { askedFor, countIn, type Found, idsOf, LARGEST_PAGE, type Query, search } from './search-results.ts';

/** The search for one known paper: the pages asked for, by the searches that ought to find it. */
export interface Hunt {
  readonly paper: string;
  readonly searches: readonly (readonly Exchange[])[];
}

const PAGES_PER_SEARCH = 3;

/**
 * Looks for a paper under a query, page by page; where the result is too large to be read to its end, under the next,
 * narrower query. How results are ordered is left open, so a paper is missing only when a whole result was seen.
 */
export async function hunt(tools: Tools, id: string, ...queries: readonly Query[]): Promise<Hunt> {
  const searches: Exchange[][] = [];
  for (const query of queries) {
    const pages = await pagesUntil(tools, query, id);
    searches.push(pages);
    if (holdsPaper(pages, id) || isWhole(pages)) break;
  }
  return { paper: id, searches };
}

/** Looks for a paper by its words; where they are common, among the papers of its year and then of its type. */
export function huntByWords(tools: Tools, { id, year, systemType }: Found, q: string): Promise<Hunt> {
  const years = year >= 1990 && year <= 2100 ? { yearStart: year, yearEnd: year } : {};
  return hunt(tools, id, { q }, { q, ...years }, { q, ...years, systemType });
}

/**
 * By its words among all the years that the document allows, so that it is seen whether those are accepted; by its words
 * alone where it is not found so.
 */
export async function huntInAllYears(tools: Tools, paper: Found, q: string): Promise<Hunt> {
  const page = await search(tools, { q, yearStart: 1990, yearEnd: 2100, pageSize: LARGEST_PAGE });
  return holdsPaper([page], paper.id) ? { paper: paper.id, searches: [[page]] } : huntByWords(tools, paper, q);
}

async function pagesUntil(tools: Tools, query: Query, id: string): Promise<Exchange[]> {
  const pages: Exchange[] = [];
  while (pages.length < PAGES_PER_SEARCH && !isWhole(pages) && !holdsPaper(pages, id)) {
    const next = await search(tools, {
      ...query,
      pageSize: LARGEST_PAGE,
      ...(pages.length === 0 ? {} : { page: pages.length + 1 }),
    });
    pages.push(next);
  }
  return pages;
}

function holdsPaper(pages: readonly Exchange[], id: string): boolean {
  return pages.some((page) => idsOf(page).includes(id));
}

/** True when the pages hold the whole result; also when the answer is no result, for there is nothing more to ask. */
export function isWhole(pages: readonly Exchange[]): boolean {
  const [first] = pages;
  if (first === undefined) return false;
  const total = countIn(first, 'totalCount');
  const seen = pages.length * (askedFor(first, 'pageSize') ?? LARGEST_PAGE);
  return Number.isNaN(total) || total <= seen;
}

export function pagesOfHunts(hunts: readonly Hunt[]): readonly Exchange[] {
  return hunts.flatMap(({ searches }) => searches.flat());
}

/** The paper was found; or it is missing from a result that was seen to its end. */
export function finds({ paper, searches }: Hunt, what: string): Assertion {
  if (searches.some((pages) => holdsPaper(pages, paper))) return () => undefined;
  const whole = searches.find((pages) => isWhole(pages));
  const first = whole?.[0];
  if (first === undefined)
    return () => ({
      kind: 'not-shown',
      as: 'inconclusive',
      reason: `the result for ${what} is too large to look through for paper ${paper}`,
    });
  return holds(false, first, {
    expected: `paper ${paper} among the results for ${what}`,
    actual: `${countIn(first, 'totalCount')} results without it`,
  });
}
