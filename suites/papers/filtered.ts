import { type Assertion, enough, type Exchange, every, holds, accepted, type Tools } from '../../src/check/index.ts';
import { type FilterValues, valuesOf } from './filter-values.ts';
import { fitting, type Kept, keptOf, missed } from './fits.ts';
import { idsOf, largestPage, lengthOf, list, type Paper, papersOf, type Query, totalOf } from './listing.ts';
import { probedLike } from './thrifty.ts';
import { ground, isAll, knownPapers, onPage, walkThrough } from './walks.ts';

/** Answers to filtered requests, and whether a known paper lies outside the filters: else they show nothing. */
export type Filtered = {
  readonly answers: readonly Exchange[];
  readonly discerning: boolean;
};

/** A listing under filters, and the pages of it that are looked at; the first one in its largest size where none is named. */
export interface Wanted {
  readonly query: Query;
  readonly pages?: readonly number[];
}

export async function filtered(tools: Tools, wanted: (values: FilterValues) => readonly Wanted[]): Promise<Filtered> {
  const papers = await knownPapers(tools);
  const listings = papers.length === 0 ? [] : wanted(await valuesOf(tools, 'known', papers));
  const answers = tools.thrifty
    ? await probedLike(
        tools,
        listings.map(({ query }) => query),
      )
    : await answersToAll(tools, papers, listings);
  return {
    answers,
    discerning: answers.some(({ request }) => papers.some((paper) => missed(paper, request.query) !== undefined)),
  };
}

async function answersToAll(
  tools: Tools,
  papers: readonly Paper[],
  listings: readonly Wanted[],
): Promise<readonly Exchange[]> {
  const answers: Exchange[] = [];
  for (const one of listings) answers.push(...(await answersTo(tools, papers, one)));
  return answers;
}

/** Late pages are small enough to be there; where too few papers are known to fit, the first page has to do. */
async function answersTo(
  tools: Tools,
  papers: readonly Paper[],
  { query, pages }: Wanted,
): Promise<readonly Exchange[]> {
  const late = pages === undefined ? [] : await onPage(tools, fitting(papers, query).length, query, pages);
  return late.length > 0 ? late : [await list(tools, firstQuery(tools, query))];
}

/** A query that names its page size stands as it is: without a page it asks for the default one. */
function firstQuery(tools: Tools, query: Query): Query {
  return query['limit'] === undefined ? { ...query, page: 1, limit: largestPage(tools) } : query;
}

export function answeredAndDiscerning({ answers, discerning }: Filtered): readonly Assertion[] {
  return [
    ...answers.map((answer) => accepted(answer)),
    enough(discerning, 'no known paper lies outside the filters, so they show nothing'),
  ];
}

/** Every paper of every answer passes the filters that were asked for. */
export function passing(answers: readonly Exchange[]): Assertion {
  return every(
    answers.filter((answer) => lengthOf(answer) > 0),
    'filtered listing with papers in it',
    (answer) => passingOne(answer),
  );
}

export function passingOne(answer: Exchange): Assertion {
  const filters = answer.request.query;
  const papers = papersOf(answer);
  const index = papers.findIndex((paper) => missed(paper, filters) !== undefined);
  const odd = papers[index];
  if (odd === undefined) return () => undefined;
  const name = missed(odd, filters) ?? '';
  return holds(false, answer, {
    expected: `papers that pass ${name} ${filters[name]}`,
    actual: { id: odd.id, systemType: odd.systemType, year: odd.year, qualityScore: odd.qualityScore },
    at: `/data/papers/${index}`,
  });
}

/** A listing from its first page, if it can be to its end, and the known papers that have to be in it. */
export interface Keeping {
  readonly pages: readonly Exchange[];
  readonly expected: readonly string[];
}

const PAGES = 1;

/** Filters on top of those under which the papers are known whole; of the known papers those that the filter has to keep. */
export async function keeping(
  tools: Tools,
  kept: Kept,
  queries: (values: FilterValues) => readonly Query[],
): Promise<{ readonly listings: readonly Keeping[] }> {
  const { filters, papers } = await ground(tools);
  const wanted = papers.length === 0 ? [] : queries(await valuesOf(tools, 'known whole', papers));
  if (tools.thrifty) return { listings: await keepingOfProbes(tools, kept, wanted) };
  const listings: Keeping[] = [];
  for (const query of wanted) {
    const pages =
      query['limit'] === undefined
        ? (await walkThrough(tools, { ...filters, ...query }, largestPage(tools), PAGES)).pages
        : [await list(tools, { ...filters, ...query })];
    listings.push({ pages, expected: keptOf(papers, kept, query).map(({ id }) => id) });
  }
  return { listings };
}

async function keepingOfProbes(tools: Tools, kept: Kept, queries: readonly Query[]): Promise<readonly Keeping[]> {
  const papers = await knownPapers(tools);
  return (await probedLike(tools, queries)).map((page) => ({
    pages: [page],
    expected: keptOf(papers, kept, page.request.query).map(({ id }) => id),
  }));
}

/**
 * The same for a corpus too large to be known whole: some papers by their titles, with a filter that goes by the paper
 * itself beside the search. Only a paper that the title alone finds can be lost by the filter.
 */
export async function keepingByTitle(tools: Tools, filter: (paper: Paper) => Query): Promise<readonly Keeping[]> {
  const known = await ground(tools);
  const listings: Keeping[] = [];
  for (const paper of isAll(known) || tools.thrifty
    ? []
    : [known.papers[0], known.papers.at(-1)].filter((one) => one !== undefined)) {
    const found = await walkThrough(tools, { search: paper.title }, largestPage(tools), PAGES);
    if (!found.pages.some((page) => idsOf(page).includes(paper.id))) continue;
    listings.push({
      pages: (await walkThrough(tools, { search: paper.title, ...filter(paper) }, largestPage(tools), PAGES)).pages,
      expected: [paper.id],
    });
  }
  return listings;
}

export function keepingAnswered({ listings }: { readonly listings: readonly Keeping[] }): readonly Assertion[] {
  return listings.flatMap(({ pages }) => pages).map((page) => accepted(page));
}

/** Only a listing that was seen whole shows that a paper is missing from it; of a longer one its total tells as much. */
export function keeps(listings: readonly Keeping[]): readonly Assertion[] {
  return [
    every(
      listings.filter(({ expected }) => expected.length > 0),
      'known paper that a filter has to keep',
      (listing) => keepsOne(listing),
    ),
  ];
}

function keepsOne({ pages, expected }: Keeping): Assertion {
  const [first] = pages;
  if (first === undefined) return () => undefined;
  if (totalOf(first) > pages.length * lengthOf(first))
    return holds(totalOf(first) >= expected.length, first, {
      expected: `a total of at least ${expected.length}, the known papers that fit`,
      actual: totalOf(first),
      at: '/data/pagination/total',
    });
  const ids = new Set(pages.flatMap((page) => idsOf(page)));
  const lost = expected.filter((id) => !ids.has(id));
  return holds(lost.length === 0, first, {
    expected: `paper ${lost[0] ?? ''} among the papers that fit`,
    actual: `${ids.size} papers, ${lost.length} that fit missing`,
    at: '/data/papers',
  });
}
