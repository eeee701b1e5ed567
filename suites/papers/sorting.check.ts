import { type Assertion, check, enough, type Exchange, holds, accepted, type Tools } from '../../src/check/index.ts';
import { leaveToGreaterDepth } from '../thrift.ts';
import { combinations, type FilterValues, oneYear, sortedTypes, valuesOf } from './filter-values.ts';
import { fitting, kindOf } from './fits.ts';
import {
  askAgain,
  firstPage,
  idsOf,
  largestPage,
  listAll,
  type Paper,
  papersOf,
  type Query,
  totalOf,
} from './listing.ts';
import { nonsenseSearches } from './nonsense.ts';
import { KEYS, oneDirection, type Sort, SORTS } from './order.ts';
import { type Controls, sortedProbes, walkOf } from './thrifty.ts';
import { ground, isWhole, LATE, longWalk, onPage, repeated, sizeFor, type Walk, walkThrough } from './walks.ts';

type Sorted = {
  /** The known papers in many pages, the largest pages, one type, and one search. */
  readonly walks: readonly Walk[];
};

/** Listings in one sort. The order has to run on over the borders of pages. */
function sorted(tools: Tools, sort: Sort): Promise<Sorted> {
  return tools.shared(`listings sorted by ${sort}`, async () => {
    if (tools.thrifty) return { walks: await sortedProbes(tools, [sort]) };
    const { filters, papers } = await ground(tools);
    const late = sort === 'date' ? await onPage(tools, papers.length, { ...filters, sort }, [LATE]) : [];
    const others =
      papers.length === 0 ? [] : await listAll(tools, narrower(tools, await valuesOf(tools, 'known whole', papers)));
    const single = [...late, ...others.filter(({ request }) => request.query['sort'] === sort)];
    return { walks: [await longest(tools, sort), ...single.map((page) => ({ pages: [page], again: page }))] };
  });
}

/** The known papers in several pages: of an odd size in each sort, for a fault may show at one size alone. */
async function longest(tools: Tools, sort: Sort): Promise<Walk> {
  if (sort === 'citations') return longWalk(tools);
  const { filters, walk } = await ground(tools);
  const total = walk.pages[0] === undefined ? Number.NaN : totalOf(walk.pages[0]);
  return walkThrough(tools, { ...filters, sort }, sizeFor(total, 2, SIZES[sort]), 2);
}

const SIZES: Readonly<Record<'date' | 'quality', number>> = { date: 99, quality: 50 };

/** Filtered and searched listings that are asked for anyway, each in a sort. */
function narrower(tools: Tools, values: FilterValues): readonly Query[] {
  const {
    types: [, second, third],
    years,
  } = values;
  const firstYears = { yearEnd: years.low[0], sort: 'date' };
  return [firstYears, ...sortedTypes(second, third), ...combinations(values), oneYear(values)]
    .filter((query: Query) => query['sort'] !== undefined)
    .map((query) => ({ ...query, page: 1, limit: largestPage(tools) }));
}

function answered({ walks }: Sorted, sort: Sort): readonly Assertion[] {
  const pages = walks.flatMap((walk) => walk.pages);
  const differing = walks.some((walk) => new Set(papersIn(walk).map(KEYS[sort])).size > 2);
  return [
    ...pages.map((page) => accepted(page)),
    enough(differing, `there are too few papers that differ in what sort ${sort} goes by`),
  ];
}

function papersIn({ pages }: Walk): readonly Paper[] {
  return pages.flatMap((page) => papersOf(page));
}

export const sortByDate = check({
  clause: 'listPapers/sort-by-date',
  act: (tools) => sorted(tools, 'date'),
  given: (evidence) => answered(evidence, 'date'),
  judge: ({ walks }) => walks.map((walk) => oneDirection(walk.pages, 'date')),
});

export const sortByQuality = check({
  clause: 'listPapers/sort-by-quality',
  act: (tools) => sorted(tools, 'quality'),
  given: (evidence) => answered(evidence, 'quality'),
  judge: ({ walks }) => walks.map((walk) => oneDirection(walk.pages, 'quality')),
});

export const sortByCitations = check({
  clause: 'listPapers/sort-by-citations',
  act: (tools) => sorted(tools, 'citations'),
  given: (evidence) => answered(evidence, 'citations'),
  judge: ({ walks }) => walks.map((walk) => oneDirection(walk.pages, 'citations')),
});

export const sortKeepsThePapers = check({
  clause: 'listPapers/sort-keeps-the-papers',
  async act(tools) {
    if (tools.thrifty) return keptWhereShown(tools);
    const { walk } = await ground(tools);
    const long: Walk[] = [];
    for (const sort of SORTS) long.push(...(await sorted(tools, sort)).walks.slice(0, 1));
    const again = await unsortedAgain(tools, walk, long);
    return { unsorted: walk, sorted: long, again, doubtful: await sortedSearches(tools) };
  },
  given: ({ unsorted, sorted: long, again, doubtful }) => [
    ...[...[unsorted, ...long].flatMap(({ pages }) => pages), ...again].map((page) => accepted(page)),
    ...doubtful.flatMap((one) => [one.first, one.unsorted, one.again].map((page) => accepted(page))),
    ...doubtful.map((one) =>
      enough(totalOf(one.again) === totalOf(one.unsorted), 'the number of papers changed while they were listed'),
    ),
    enough(papersIn(unsorted).length > 0, 'the listing is empty'),
    ...again.map((page) =>
      enough(
        totalOf(page) === totalOf(unsorted.pages[0] ?? page),
        'the number of papers changed while they were listed',
      ),
    ),
  ],
  judge: ({ unsorted, sorted: long, doubtful }) => [
    ...long.flatMap((walk) => [sameTotal(unsorted, walk), samePapers(unsorted, walk)]),
    ...doubtful.filter(isFiltered).map((one) => sameTotal(walkOf([one.unsorted]), walkOf([one.first]))),
  ],
});

function isFiltered({ first }: Controls): boolean {
  return fitting(papersOf(first), first.request.query).length === papersOf(first).length;
}

interface KeptBySorts extends Readonly<Record<string, unknown>> {
  readonly unsorted: Walk;
  readonly sorted: readonly Walk[];
  readonly again: readonly Exchange[];
  /** Filtered listings whose total is not that of the known papers, and searches with several totals. */
  readonly doubtful: readonly Controls[];
}

/** A search without a sort and with one, where their totals differ. */
async function sortedSearches(tools: Tools): Promise<readonly Controls[]> {
  const [unsorted, first] = await nonsenseSearches(tools);
  if (unsorted === undefined || first === undefined || totalOf(unsorted) === totalOf(first)) return [];
  return [{ first, unsorted, again: await askAgain(tools, unsorted) }];
}

async function keptWhereShown(tools: Tools): Promise<KeptBySorts> {
  const kept = await keptBySharedListings(tools);
  leaveToGreaterDepth(tools, kept.sorted.length > 0 || kept.doubtful.some(isFiltered));
  return kept;
}

async function keptBySharedListings(tools: Tools): Promise<KeptBySorts> {
  const unsorted = walkOf([await firstPage(tools)]);
  const probes = await sortedProbes(tools, SORTS);
  const whole = probes.filter(({ query }) => kindOf(query) === '');
  return {
    unsorted,
    sorted: whole,
    again: await unsortedAgain(tools, unsorted, whole),
    doubtful: probes.flatMap(({ controls }) => controls ?? []),
  };
}

/** Where the totals differ: the unsorted listing once more, for others may have written meanwhile. */
async function unsortedAgain(
  tools: Tools,
  { pages: [first] }: Walk,
  long: readonly Walk[],
): Promise<readonly Exchange[]> {
  const differs = long
    .flatMap(({ pages }) => pages)
    .some((page) => first !== undefined && totalOf(page) !== totalOf(first));
  return first === undefined || !differs ? [] : [await askAgain(tools, first)];
}

function sameTotal({ pages: [unsorted] }: Walk, { pages }: Walk): Assertion {
  const odd = pages.find((page) => unsorted !== undefined && totalOf(page) !== totalOf(unsorted));
  if (odd === undefined || unsorted === undefined) return () => undefined;
  return holds(false, odd, {
    expected: `total ${totalOf(unsorted)} as in the default sort`,
    actual: totalOf(odd),
    at: '/data/pagination/total',
  });
}

/** Repeated papers are a matter of paging, told there. */
function samePapers(unsorted: Walk, walk: Walk): Assertion {
  const [first] = walk.pages;
  if (
    first === undefined ||
    !isWhole(unsorted) ||
    !isWhole(walk) ||
    repeated(walk) !== undefined ||
    repeated(unsorted) !== undefined
  )
    return () => undefined;
  const ids = new Set(walk.pages.flatMap((page) => idsOf(page)));
  const lost = papersIn(unsorted).find(({ id }) => !ids.has(id));
  return holds(lost === undefined, first, {
    expected: `paper ${lost?.id ?? ''} in every sort`,
    actual: `${ids.size} papers without it`,
    at: '/data/papers',
  });
}

/** Unsettled ties show as papers that come twice, so paging is looked at in each sort as well. */
export const sortedPagesDoNotOverlap = check({
  clause: 'listPapers/pages-do-not-overlap',
  variant: 'sorted',
  async act(tools) {
    const walks: Walk[] = [];
    for (const sort of SORTS) walks.push(...(await sorted(tools, sort)).walks.slice(0, 1));
    return { walks };
  },
  given: ({ walks }) => [
    ...walks.flatMap(({ pages }) => pages).map((page) => accepted(page)),
    ...walks.map(({ pages: [first], again }) =>
      enough(
        first === undefined || totalOf(first) === totalOf(again),
        'the number of papers changed while they were listed',
      ),
    ),
    enough(
      walks.some(({ pages }) => pages.length > 1),
      'there are too few papers for a second page',
    ),
  ],
  judge: ({ walks }) =>
    walks.map((walk) => {
      const twice = repeated(walk);
      return twice === undefined
        ? () => undefined
        : holds(false, twice.page, {
            expected: 'each paper once in a listing',
            actual: `paper ${twice.id} again`,
            at: '/data/papers',
          });
    }),
});
