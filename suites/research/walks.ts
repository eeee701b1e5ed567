import { type Assertion, enough, type Exchange, succeeded, type Tools } from '../../src/check/index.ts';
import { askedFor, countIn, type Found, idsOf, LARGEST_PAGE, lengthOf, listing, papersOf, type Query, search } from './search-results.ts';
import { commonWord } from './words.ts';

/** Some pages of one search in order, and its first page once more at the end: were papers added meanwhile? */
export interface Walk {
  readonly pages: readonly Exchange[];
  readonly again: Exchange;
}

export type Walks = { readonly walks: readonly Walk[] };

const LONGEST_WALK = 8;
/** Larger results are not walked to their end. */
const WALKABLE = LONGEST_WALK * LARGEST_PAGE;

/**
 * The searches that are paged through, once per run: without a filter in many pages and in the largest ones, one paper
 * at a time, by type, and by word and years together. A fault may sit on a late page or at one page size alone.
 */
export function walks(tools: Tools): Promise<Walks> {
  return tools.shared('pages of searches', async () => {
    const first = await listing(tools);
    const papers = papersOf(first);
    const plain = await plainWalk(tools, first);
    const largest = await walk(tools, {}, LARGEST_PAGE, 3);
    const single = await walk(tools, {}, 1, 2);
    const others = papers.length === 0 ? [] : [await walkOf(tools, { systemType: mostCommonType(papers) }, 4), await walkOf(tools, wordQuery(papers), 3)];
    return { walks: [plain, largest, single, ...others] };
  });
}

/** The papers seen while walking without a filter: what filters and words are tried on. */
export async function knownPapers(tools: Tools): Promise<readonly Found[]> {
  const { walks: all } = await walks(tools);
  const [plain] = all;
  const seen = [await listing(tools), ...(plain?.pages ?? [])].flatMap((page) => papersOf(page));
  return [...new Map(seen.map((paper) => [paper.id, paper])).values()];
}

async function plainWalk(tools: Tools, first: Exchange): Promise<Walk> {
  const total = countIn(first, 'totalCount');
  return total > WALKABLE ? narrowWalk(tools, first) : walk(tools, {}, sizeFor(total, LONGEST_WALK), LONGEST_WALK);
}

/** A corpus that is too large to be walked: one year of it, where that is small enough. */
async function narrowWalk(tools: Tools, first: Exchange): Promise<Walk> {
  const years = [...new Set(papersOf(first).map(({ year }) => year))].filter((year) => year >= 1990).slice(0, 3);
  for (const year of years) {
    const query = { yearStart: year, yearEnd: year };
    const total = countIn(await search(tools, { ...query, pageSize: LARGEST_PAGE }), 'totalCount');
    if (total > LONGEST_WALK && total <= WALKABLE) return walk(tools, query, sizeFor(total, LONGEST_WALK), LONGEST_WALK);
  }
  return walk(tools, {}, LARGEST_PAGE, LONGEST_WALK);
}

async function walkOf(tools: Tools, query: Query, pages: number): Promise<Walk> {
  const total = countIn(await search(tools, { ...query, pageSize: LARGEST_PAGE }), 'totalCount');
  return walk(tools, query, sizeFor(total, pages), pages);
}

async function walk(tools: Tools, query: Query, pageSize: number, longest: number): Promise<Walk> {
  const first = await search(tools, { ...query, pageSize, page: 1 });
  const pages = [first];
  for (let page = 2; page <= Math.min(pagesOf(first), longest); page += 1) pages.push(await search(tools, { ...query, pageSize, page }));
  const again = await tools.send(tools.request('searchPapers').query({ ...query, pageSize, page: 1 }).fresh());
  return { pages, again };
}

/** How many pages there are by the number of papers; what lies past the last page is left open. */
function pagesOf(page: Exchange): number {
  return Math.ceil(countIn(page, 'totalCount') / (askedFor(page, 'pageSize') ?? 1)) || 0;
}

function sizeFor(total: number, pages: number): number {
  return Math.min(LARGEST_PAGE, Math.max(1, Math.ceil((total || 1) / pages)));
}

function wordQuery(papers: readonly Found[]): Query {
  const years = papers.map(({ year }) => year).filter((year) => year >= 1990);
  return { q: commonWord(papers.map(({ title }) => title)), yearStart: Math.min(...years, 2000), yearEnd: 2100 };
}

export function mostCommonType(papers: readonly Found[]): string {
  return typesByFrequency(papers)[0] ?? '';
}

export function typesByFrequency(papers: readonly Found[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { systemType } of papers) counts.set(systemType, (counts.get(systemType) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([type]) => type);
}

/** What pages must be like to be judged: answered, and of a result that did not change while it was walked. */
export function steady({ walks: all }: Walks): readonly Assertion[] {
  const exchanges = all.flatMap(({ pages, again }) => [...pages, again]);
  const changed = all.some(({ pages: [first], again }) => first !== undefined && countIn(first, 'totalCount') !== countIn(again, 'totalCount'));
  return [...exchanges.map((exchange) => succeeded(exchange)), enough(!changed, 'the result changed while it was paged through')];
}

export function severalPages({ walks: all }: Walks): Assertion {
  return enough(all.some(({ pages }) => pages.filter((page) => lengthOf(page) > 0).length > 1), 'no search has two pages');
}

export function everyPage({ walks: all }: Walks): readonly Exchange[] {
  return all.flatMap(({ pages }) => pages);
}

/** The walks that reached the end of their result. */
export function wholeWalks({ walks: all }: Walks): readonly Walk[] {
  return all.filter(({ pages: [first, ...rest] }) => first !== undefined && lengthOf(first) > 0 && rest.length + 1 >= pagesOf(first));
}

/** The first id that stands twice among pages, and the later page that it stands on. */
export function repeated(pages: readonly Exchange[]): { readonly id: string; readonly page: Exchange } | undefined {
  const seen = new Set<string>();
  for (const page of pages) {
    for (const id of idsOf(page)) {
      if (seen.has(id)) return { id, page };
      seen.add(id);
    }
  }
  return undefined;
}
