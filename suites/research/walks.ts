import { type Assertion, enough, type Exchange, isSuccess, accepted, type Tools } from '../../src/check/index.ts';
import {
  askedFor,
  countIn,
  type Found,
  idsOf,
  LARGEST_PAGE,
  lengthOf,
  papersOf,
  type Query,
  search,
} from './search-results.ts';

/** Some pages of one search in order; where they disagree, the first page once more: were papers added meanwhile? */
export interface Walk {
  readonly pages: readonly Exchange[];
  readonly again?: Exchange;
  /** At least so many known papers ought to be in the result. */
  readonly expected?: number;
}

/** The papers that a search without a filter shows: what filters and words are tried on. */
export interface Corpus {
  readonly walk: Walk;
  readonly papers: readonly Found[];
  /** They are all there are, so that what a filter has to find is known. */
  readonly whole: boolean;
}

const LONGEST_LISTING = 8;
/** Of a corpus that is too large to be seen whole, a few pages have to do. */
const SAMPLE_PAGES = 3;

/** The listing in the largest pages, once per run. */
export function corpus(tools: Tools): Promise<Corpus> {
  return tools.shared('corpus of searches', async () => {
    const listing = tools.thrifty ? await oneLargePage(tools) : await largePages(tools);
    const seen = [...(tools.thrifty ? [await search(tools, {})] : []), ...listing.pages];
    const papers = [...new Map(seen.flatMap((page) => papersOf(page)).map((paper) => [paper.id, paper])).values()];
    return { walk: listing, papers, whole: isWholeWalk(listing) };
  });
}

const LISTING = { pageSize: LARGEST_PAGE } as const;

async function largePages(tools: Tools): Promise<Walk> {
  const first = await search(tools, LISTING);
  return walk(tools, LISTING, pageCount(first) > LONGEST_LISTING ? SAMPLE_PAGES : LONGEST_LISTING);
}

/** Beside the default page, which is asked for anyway: the second one where that is full, for it shows other papers. */
async function oneLargePage(tools: Tools): Promise<Walk> {
  const total = countIn(await search(tools, {}), 'totalCount');
  return stretch(tools, [{ ...LISTING, page: total >= 2 * LARGEST_PAGE ? 2 : 1 }]);
}

export async function knownPapers(tools: Tools): Promise<readonly Found[]> {
  return (await corpus(tools)).papers;
}

export async function walk(tools: Tools, query: Query, longest: number): Promise<Walk> {
  const first = await search(tools, query);
  const pages = [first];
  for (let page = 2; page <= Math.min(pageCount(first), longest); page += 1)
    pages.push(await search(tools, { ...query, page }));
  return settled(tools, pages);
}

/** Certain pages of one search, wherever they lie. */
export async function stretch(tools: Tools, queries: readonly Query[]): Promise<Walk> {
  const pages: Exchange[] = [];
  for (const query of queries) pages.push(await search(tools, query));
  return settled(tools, pages);
}

async function settled(tools: Tools, pages: readonly Exchange[]): Promise<Walk> {
  const [first] = pages;
  if (first === undefined || agree(pages)) return { pages };
  return { pages, again: await tools.send(tools.request('searchPapers').query(first.request.query).fresh()) };
}

/** Nothing about these pages could be a breach that papers added meanwhile would explain. */
function agree(pages: readonly Exchange[]): boolean {
  const [first] = pages;
  const steadyTotal = pages.every(
    (page) => first !== undefined && countIn(page, 'totalCount') === countIn(first, 'totalCount'),
  );
  return steadyTotal && repeated(pages) === undefined && pages.every((page) => lengthOf(page) === share(page));
}

/** As many papers as a request asked for, or as the answer says where it named no number. */
export function sizeOf(page: Exchange): number {
  return askedFor(page, 'pageSize') ?? countIn(page, 'pageSize');
}

/** How many papers the page that was asked for has to hold. */
export function share(page: Exchange): number {
  const before = ((askedFor(page, 'page') ?? 1) - 1) * sizeOf(page);
  return Math.min(sizeOf(page), Math.max(0, countIn(page, 'totalCount') - before));
}

/** How many pages there are by the number of papers; what lies past the last page is left open. */
export function pageCount(page: Exchange): number {
  return Math.ceil(countIn(page, 'totalCount') / sizeOf(page)) || 0;
}

/** It was answered, and it went from the first page to the end of its result. */
export function isWholeWalk({ pages }: Walk): boolean {
  const [first] = pages;
  return (
    first !== undefined &&
    (askedFor(first, 'page') ?? 1) === 1 &&
    pages.every((page) => isSuccess(page)) &&
    pages.length >= pageCount(first)
  );
}

export function papersIn({ pages }: Walk): readonly Found[] {
  return pages.flatMap((page) => papersOf(page));
}

export function typesByFrequency(papers: readonly Found[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { systemType } of papers) counts.set(systemType, (counts.get(systemType) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([type]) => type);
}

/** What pages must be like to be judged: answered, and of a result that did not change while it was walked. */
export function steady(all: readonly Walk[]): readonly Assertion[] {
  const changed = all.some(
    ({ pages: [first], again }) =>
      first !== undefined && again !== undefined && countIn(first, 'totalCount') !== countIn(again, 'totalCount'),
  );
  return [
    ...all.flatMap(({ pages }) => pages).map((page) => accepted(page)),
    enough(!changed, 'the result changed while it was paged through'),
  ];
}

export function severalPages(all: readonly Walk[]): Assertion {
  return enough(all.some(hasPages), 'no search has two pages');
}

/** Several pages with papers on them. */
export function hasPages({ pages }: Walk): boolean {
  return pages.filter((page) => lengthOf(page) > 0).length > 1;
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
