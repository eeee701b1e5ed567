import { type Assertion, enough, type Exchange, isSuccess, accepted, type Tools } from '../../src/check/index.ts';
import {
  askedFor,
  firstPage,
  idsOf,
  isAskableYear,
  largestPage,
  list,
  listAll,
  type Paper,
  papersOf,
  type Query,
  totalOf,
} from './listing.ts';

/** Pages of one listing in order, and its first page once more at the end: did others write meanwhile? */
export interface Walk {
  readonly pages: readonly Exchange[];
  readonly again: Exchange;
  /** Another page of the same listing, of another size, asked for before the last page. */
  readonly between?: Exchange;
}

export type Walks = {
  readonly walks: readonly Walk[];
};

/** So many pages show what goes wrong on a late page only. */
export const LONG = 6;

/** So many of the largest pages at most are read to know a part of the corpus whole. */
const MOST = 6;

/** The filters under which the corpus can be walked to its end, and the pages of that walk. */
export interface Ground {
  readonly filters: Query;
  readonly walk: Walk;
  readonly papers: readonly Paper[];
}

/** A part of the corpus that is known whole: all of it, or where it is too large a year, a type, the best of a type. */
export function ground(tools: Tools): Promise<Ground> {
  return tools.shared('papers known whole', async () => {
    const filters = await walkableFilters(tools);
    const first = await list(tools, { ...filters, page: 1, limit: largestPage(tools) });
    const walk = isSuccess(first)
      ? await walkThrough(tools, filters, largestPage(tools), MOST)
      : { pages: [first], again: first };
    return { filters, walk, papers: distinct(walk.pages.flatMap((page) => papersOf(page))) };
  });
}

/** All that is known of the corpus, whole or not: values for filters are taken from these. */
export async function knownPapers(tools: Tools): Promise<readonly Paper[]> {
  return distinct([...(await ground(tools)).papers, ...papersOf(await firstPage(tools))]);
}

/** The corpus is small enough to be known whole. */
export function isAll({ filters }: Ground): boolean {
  return Object.keys(filters).length === 0;
}

async function walkableFilters(tools: Tools): Promise<Query> {
  const first = await firstPage(tools);
  const most = MOST * largestPage(tools);
  if (!isSuccess(first) || totalOf(first) <= most) return {};
  for (const filters of narrowings(tools, papersOf(first))) {
    const total = totalOf(await list(tools, { ...filters, page: 1, limit: largestPage(tools) }));
    if (total > 1 && total <= most) return filters;
  }
  return {};
}

function narrowings(tools: Tools, papers: readonly Paper[]): readonly Query[] {
  const oldest = papers.filter(({ year }) => isAskableYear(tools, year)).sort((a, b) => a.year - b.year)[0];
  if (oldest === undefined) return [];
  const { year, systemType } = oldest;
  return [
    { yearStart: year, yearEnd: year },
    { yearEnd: year },
    { systemType, yearStart: year, yearEnd: year },
    { systemType, yearStart: year, yearEnd: year, qualityScoreMin: 80 },
  ];
}

/** The known part in many pages, the papers that are cited most or least first. */
export async function longWalk(tools: Tools): Promise<Walk> {
  const { filters, walk } = await ground(tools);
  const total = walk.pages[0] === undefined ? Number.NaN : totalOf(walk.pages[0]);
  return walkThrough(tools, { ...filters, sort: 'citations' }, sizeFor(total, LONG), LONG);
}

/** A page that is late enough to show what the first ones do not. */
export const LATE = 6;

/** Pages of a listing of which at least so many papers are known; so small that the last of them is full. */
export async function onPage(
  tools: Tools,
  known: number,
  query: Query,
  pages: readonly number[],
): Promise<readonly Exchange[]> {
  const limit = Math.min(largestPage(tools), Math.floor(known / Math.max(...pages)));
  return limit < 1
    ? []
    : listAll(
        tools,
        pages.map((page) => ({ ...query, page, limit })),
      );
}

/** Where the totals differ, the first of these pages once more: others may have written meanwhile. */
export async function stretch(tools: Tools, pages: readonly Exchange[], between?: Exchange): Promise<Walk> {
  const [first] = pages;
  const differs =
    first !== undefined &&
    [...pages, ...(between === undefined ? [] : [between])].some((page) => totalOf(page) !== totalOf(first));
  const again = differs
    ? await tools.send(tools.request('listPapers').query(first.request.query).fresh())
    : (first as Exchange);
  return { pages, again, ...(between === undefined ? {} : { between }) };
}

/** Without a page, so that the default one shows beside a filter. */
export function firstOfType(tools: Tools, systemType: string | undefined): Query {
  return { systemType, limit: largestPage(tools) };
}

/** Pages of one size from the first, at most so many, until the listing ends or goes wrong. */
export async function walkThrough(tools: Tools, filters: Query, limit: number, atMost: number): Promise<Walk> {
  const first = await list(tools, { ...filters, page: 1, limit });
  const count = isSuccess(first) ? Math.min(atMost, Math.ceil(totalOf(first) / limit)) : 1;
  const later = Array.from({ length: Math.max(0, (Number.isFinite(count) ? count : 1) - 1) }, (_, index) => ({
    ...filters,
    page: index + 2,
    limit,
  }));
  const pages = [first, ...(await listAll(tools, later))];
  const steady = pages.every((page) => totalOf(page) === totalOf(first));
  return {
    pages,
    again: steady
      ? first
      : await tools.send(
          tools
            .request('listPapers')
            .query({ ...filters, page: 1, limit })
            .fresh(),
        ),
  };
}

/** The page size that gives so many pages. */
export function sizeFor(total: number, pages: number, most = 100): number {
  return Number.isFinite(total) ? Math.min(most, Math.max(1, Math.ceil(total / pages))) : most;
}

export function mostCommon(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function distinct(papers: readonly Paper[]): readonly Paper[] {
  return [...new Map(papers.map((paper) => [paper.id, paper])).values()];
}

export function pagesOf({ walks: all }: Walks): readonly Exchange[] {
  return all.flatMap(({ pages }) => pages);
}

/** The walk saw every page of its listing. */
export function isWhole({ pages }: Walk): boolean {
  const [first] = pages;
  return (
    first !== undefined &&
    askedFor(first, 'page') === 1 &&
    pages.length * (askedFor(first, 'limit') ?? 0) >= totalOf(first)
  );
}

/** Every page was answered, and nobody wrote while they were asked for. */
export function steady({ walks: all }: Walks): readonly Assertion[] {
  return [...pagesOf({ walks: all }).map((page) => accepted(page)), ...all.map((walk) => untouched(walk))];
}

function untouched({ pages, again }: Walk): Assertion {
  const [first] = pages;
  return enough(
    first === undefined || totalOf(first) === totalOf(again),
    'the number of papers changed while they were listed',
  );
}

/** The first paper that stands on these pages a second time, and where. */
export function repeated({ pages }: Pick<Walk, 'pages'>): { readonly id: string; readonly page: Exchange } | undefined {
  const seen = new Set<string>();
  for (const page of pages) {
    for (const id of idsOf(page)) {
      if (seen.has(id)) return { id, page };
      seen.add(id);
    }
  }
  return undefined;
}
