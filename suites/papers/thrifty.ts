import { type Exchange, isSuccess, NotShown, type Tools } from '../../src/check/index.ts';
import { latePages } from '../late-pages.ts';
import { everyWalk } from './every-walk.ts';
import { type Cuts, type FilterValues, middleType, rarestTypes, valuesOf } from './filter-values.ts';
import { fitting, kindOf } from './fits.ts';
import {
  askAgain,
  askedFor,
  firstPage,
  isAskableYear,
  largestPage,
  lengthOf,
  list,
  listAll,
  type Paper,
  papersOf,
  type Query,
  totalOf,
} from './listing.ts';
import { huntInItsYear } from './hunts.ts';
import { ground, isAll, knownPapers, LATE, mostCommon, stretch, type Walk, type Walks } from './walks.ts';

/**
 * Where requests are few, all checks share one small set of listings, each of which shows many things at once: filters,
 * a sort, a late page, an odd page size.
 */
export interface Probe extends Walk {
  /** What is listed, without page and size. */
  readonly query: Query;
  readonly controls?: Controls;
}

/** Asked for only where a total is not that of the known papers: is it the page, the sort or the filter that makes it so? */
export interface Controls {
  readonly first: Exchange;
  readonly unsorted: Exchange;
  /** The latter once more where their totals differ: others may have written meanwhile. */
  readonly again: Exchange;
}

/** A listing, and the pages of it that are looked at; it stands as it is where none is named. */
interface Wanted {
  readonly query: Query;
  readonly pages?: readonly number[];
}

function probes(tools: Tools): Promise<readonly Probe[]> {
  return tools.shared('listings of a thrifty run', async () => {
    const papers = await knownPapers(tools);
    const values = await valuesOf(tools, 'known', papers);
    const made: Probe[] = [];
    for (const one of papers.length === 0 ? [] : wanted(tools, papers, values))
      made.push(await probe(tools, papers, one));
    if (made.some((one) => one.controls !== undefined)) await assertUntouched(tools);
    // Asked for early, while there are requests left: several clauses need it, and tell where it could not be sent.
    await huntInItsYear(tools).catch(() => undefined);
    return made;
  });
}

/** A doubt tells nothing where others wrote since the known papers were listed. */
async function assertUntouched(tools: Tools): Promise<void> {
  const first = await firstPage(tools);
  if (totalOf(await askAgain(tools, first)) !== totalOf(first))
    throw new NotShown('inconclusive', 'the number of papers changed while they were listed');
}

function wanted(tools: Tools, papers: readonly Paper[], values: FilterValues): readonly Wanted[] {
  const { years, scores, types, word } = values;
  const every: readonly Wanted[] = [
    { query: { systemType: middleType(papers), sort: 'citations' }, pages: [LATE - 1, LATE] },
    { query: { yearEnd: lastYear(tools, papers, years), sort: 'date' }, pages: [LATE] },
    { query: { yearStart: years.high.at(-1) }, pages: [2] },
    { query: { qualityScoreMin: tellingFraction(papers) ?? scores.middle }, pages: [2] },
    { query: { qualityScoreMin: scores.high.at(-1) } },
    { query: allFilters(tools, papers, besides(scores.quarter)), pages: [2] },
    { query: { systemType: types.at(-1), sort: 'quality', page: 1, limit: largestPage(tools) - 1 } },
    { query: { search: word, systemType: types[0], sort: 'citations', limit: 7 } },
  ];
  return every.filter(({ query: { page: _page, ...named } }) => !Object.values(named).includes(undefined));
}

/** A year with many papers up to it, and some after it. */
function lastYear(tools: Tools, papers: readonly Paper[], { low, middle }: Cuts): number | undefined {
  const [latest = middle] = low.slice(-1);
  const chosen = papers.some(({ year }) => year > latest) ? latest : middle;
  return isAskableYear(tools, chosen) ? chosen : undefined;
}

/** Of the type next to the rarest, around the year from which it has the most papers. */
function allFilters(tools: Tools, papers: readonly Paper[], qualityScoreMin: number): Query {
  const [rarest, systemType = rarest] = rarestTypes(papers);
  const ofType = papers.filter((paper) => paper.systemType === systemType);
  const years = ofType.map((paper) => paper.year);
  const year = Number(mostCommon(years.map(String)));
  const [yearStart, yearEnd] = [freeYear(years, year, -1), freeYear(years, year, 1)];
  return isAskableYear(tools, yearStart) && isAskableYear(tools, yearEnd)
    ? { systemType, yearStart, yearEnd, qualityScoreMin }
    : { systemType, qualityScoreMin };
}

/** Just below a score, so that no paper lies on it. */
function besides(score: number): number {
  return score >= 1 ? Number((score - 0.05).toFixed(2)) : score;
}

/** A bound on which no paper lies, if there is one near: whatever is lost then was well within. */
function freeYear(years: readonly number[], from: number, step: number): number {
  const near = [1, 2, 3, 4, 5].map((steps) => from + steps * step);
  return near.find((year) => !years.includes(year)) ?? from + step;
}

/** The lowest of the upper scores with a fraction that lies between two others: cut off it would let one in, rounded up lose one. */
function tellingFraction(papers: readonly Paper[]): number | undefined {
  const scores = papers.map(({ qualityScore }) => qualityScore).sort((a, b) => b - a);
  const upper = scores.slice(0, LARGEST_SHOWN).filter((score) => !Number.isInteger(score));
  const between = upper.filter(
    (score) =>
      scores.some((other) => other < score && other >= Math.floor(score)) &&
      scores.some((other) => other > score && other < Math.ceil(score)),
  );
  return between.at(-1) ?? upper.at(-1);
}

/** So few papers are seen whole on one page where their total leaves a doubt. */
const LARGEST_SHOWN = 90;

async function probe(tools: Tools, papers: readonly Paper[], { query, pages }: Wanted): Promise<Probe> {
  const expected = fitting(papers, query).length;
  const likely = Math.max(expected, await countedOn(tools, query));
  const answers = await listAll(tools, pages === undefined ? [query] : placed(tools, likely, query, pages));
  const { page: _page, limit: _limit, ...listing } = query;
  const explained = query['search'] !== undefined || (await areExplained(tools, answers, expected));
  const doubt = explained ? undefined : await controls(tools, listing);
  const walk = await stretch(tools, answers, doubt?.first);
  return { ...walk, query: listing, ...(doubt === undefined ? {} : { controls: doubt }) };
}

/** Of a type in a large corpus: half of as many as the first page would have it. The first pages of a sort are often all ties. */
async function countedOn(tools: Tools, query: Query): Promise<number> {
  const first = await firstPage(tools);
  const isEstimated = kindOf(query) === 'systemType' && !isAll(await ground(tools));
  const share = fitting(papersOf(first), query).length / Math.max(1, lengthOf(first));
  return isEstimated ? Math.floor((share * totalOf(first)) / 2) : 0;
}

/** The pages, or the last that there are; so small that more papers follow, as far as they are known. */
function placed(tools: Tools, known: number, query: Query, pages: readonly number[]): readonly Query[] {
  const there = latePages(pages, known);
  const limit = Math.min(largestPage(tools), Math.max(1, Math.floor(known / (Math.max(...there) + 1))));
  return there.map((page) => ({ ...query, page, limit }));
}

/** Where all papers are known, so is the total; of a larger corpus it is known to be no less. */
async function areExplained(tools: Tools, pages: readonly Exchange[], expected: number): Promise<boolean> {
  const known = await ground(tools);
  const whole = isAll(known) && known.papers.length === totalOf(await firstPage(tools));
  return pages.every((page) => !isSuccess(page) || (whole ? totalOf(page) === expected : totalOf(page) >= expected));
}

async function controls(tools: Tools, listing: Query): Promise<Controls> {
  const place = { page: 1, limit: largestPage(tools) };
  const first = await list(tools, { ...listing, ...place });
  const unsorted = await list(tools, { ...listing, ...place, sort: undefined });
  const again = totalOf(first) === totalOf(unsorted) ? unsorted : await askAgain(tools, unsorted);
  return { first, unsorted, again };
}

/** The answers that show the same clauses as these queries would, refused ones too. */
export async function probedLike(tools: Tools, queries: readonly Query[]): Promise<readonly Exchange[]> {
  const kinds = new Set(queries.map((query) => kindOf(query)));
  return (await probes(tools))
    .filter(({ query }) => kinds.has(kindOf(query)))
    .flatMap(({ pages, controls: asked }) => [...pages, ...(asked === undefined ? [] : [asked.first, asked.unsorted])]);
}

/** What is refused is a matter for the clause that it was refused for. */
export async function servedProbes(tools: Tools): Promise<readonly Probe[]> {
  return (await probes(tools)).filter(({ pages }) => pages.length > 0 && pages.every((page) => isSuccess(page)));
}

export async function sortedProbes(tools: Tools, sorts: readonly string[]): Promise<readonly Probe[]> {
  return (await servedProbes(tools)).filter(({ query }) => sorts.includes(String(query['sort'])));
}

/** Pages that nobody had to ask for again. */
export function walkOf(pages: readonly Exchange[]): Walk {
  return { pages, again: pages[0] as Exchange };
}

/** The listings that are paged through, once per run: the shared ones, where requests are few. */
export async function walks(tools: Tools): Promise<Walks> {
  if (!tools.thrifty) return everyWalk(tools);
  const probed = (await servedProbes(tools)).filter(({ pages }) => pages.every((page) => namesItsPlace(page)));
  return { walks: [(await ground(tools)).walk, ...probed] };
}

function namesItsPlace(page: Exchange): boolean {
  return askedFor(page, 'page') !== undefined && askedFor(page, 'limit') !== undefined;
}
