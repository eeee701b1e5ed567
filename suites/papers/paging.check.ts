import { type Assertion, check, enough, type Exchange, holds, accepted, type Tools } from '../../src/check/index.ts';
import { leaveToGreaterDepth } from '../thrift.ts';
import { askedFor, countIn, idsOf, lengthOf, list, listAll, totalOf } from './listing.ts';
import { walks } from './thrifty.ts';
import { isWhole, pagesOf, repeated, steady, type Walk, type Walks } from './walks.ts';

/** The smallest page, sorted, and the first by default. */
const SMALL = { sort: 'citations', limit: 1 } as const;

/** Shown by the shared listings as well, where requests are few. */
export async function smallPages(tools: Tools): Promise<readonly Exchange[]> {
  return tools.thrifty ? [] : listAll(tools, [SMALL]);
}

export const pageIsEchoed = check({
  clause: 'listPapers/page-is-echoed',
  act: walks,
  given: (all) => pagesOf(all).map((page) => accepted(page)),
  judge: (all) => pagesOf(all).map((page) => echoed(page, 'page')),
});

export const limitIsEchoed = check({
  clause: 'listPapers/limit-is-echoed',
  act: async (tools) => ({ ...(await walks(tools)), others: await smallPages(tools) }),
  given: (all) => [...pagesOf(all), ...all.others].map((page) => accepted(page)),
  judge: (all) => [...pagesOf(all), ...all.others].map((page) => echoed(page, 'limit')),
});

function echoed(page: Exchange, name: 'page' | 'limit'): Assertion {
  return holds(countIn(page, name) === askedFor(page, name), page, {
    expected: `${name} ${askedFor(page, name)}`,
    actual: countIn(page, name),
    at: `/data/pagination/${name}`,
  });
}

export const limitBoundsThePage = check({
  clause: 'listPapers/limit-bounds-the-page',
  act: async (tools) => ({ ...(await walks(tools)), others: await smallPages(tools) }),
  given: (all) => [
    ...[...pagesOf(all), ...all.others].map((page) => accepted(page)),
    enough(
      pagesOf(all).some((page) => lengthOf(page) > 0),
      'every listing is empty',
    ),
  ],
  judge: (all) =>
    [...pagesOf(all), ...all.others].map((page) =>
      holds(lengthOf(page) <= (askedFor(page, 'limit') ?? 0), page, {
        expected: `at most ${askedFor(page, 'limit')} papers`,
        actual: `${lengthOf(page)} papers`,
        at: '/data/papers',
      }),
    ),
});

/** All walks; where requests are few, and none of them is such that it shows the clause, a greater depth has to show it. */
async function walksThat(tools: Tools, shows: (walk: Walk) => boolean): Promise<Walks> {
  const all = await walks(tools);
  const isTooSmall = all.walks.every(({ pages: [first] }) => first === undefined || !(totalOf(first) > 1));
  leaveToGreaterDepth(tools, isTooSmall || all.walks.some(shows));
  return all;
}

function isWholeOnPages(walk: Walk): boolean {
  return isWhole(walk) && walk.pages.length > 1;
}

/** The last pages of listings of several pages that were walked to their end. */
async function lastPages(tools: Tools): Promise<{ readonly pages: readonly Exchange[] }> {
  const whole = (await walksThat(tools, isWholeOnPages)).walks.filter(isWholeOnPages);
  return { pages: whole.flatMap(({ pages }) => pages.slice(-1)) };
}

export const pagesIsTotalByLimit = check({
  clause: 'listPapers/pages-is-total-by-limit',
  async act(tools) {
    return { pages: [await list(tools, {}), ...pagesOf(await walks(tools))] };
  },
  given: ({ pages }) => [
    ...pages.map((page) => accepted(page)),
    enough(
      pages.some((page) => totalOf(page) > 0),
      'every listing is empty',
    ),
  ],
  judge: ({ pages }) =>
    pages
      .filter((page) => totalOf(page) > 0)
      .map((page) => {
        const expected = Math.ceil(totalOf(page) / countIn(page, 'limit'));
        return holds(countIn(page, 'pages') === expected, page, {
          expected: `pages ${expected} for total ${totalOf(page)} and limit ${countIn(page, 'limit')}`,
          actual: countIn(page, 'pages'),
          at: '/data/pagination/pages',
        });
      }),
});

export const totalIsTheSameOnEveryPage = check({
  clause: 'listPapers/total-is-the-same-on-every-page',
  act: (tools) => walksThat(tools, ({ pages }) => pages.length > 1),
  given: (all) => [...steady(all), severalPages(all)],
  judge: (all) =>
    all.walks.flatMap(({ pages: [first, ...later], between }) =>
      [...later, ...(between === undefined ? [] : [between])].map((page) =>
        holds(first === undefined || totalOf(page) === totalOf(first), page, {
          expected: `total ${first === undefined ? '' : totalOf(first)} as on the first page`,
          actual: totalOf(page),
          at: '/data/pagination/total',
        }),
      ),
    ),
});

export const pagesDoNotOverlap = check({
  clause: 'listPapers/pages-do-not-overlap',
  act: (tools) => walksThat(tools, ({ pages }) => pages.length > 1),
  given: (all) => [...steady(all), severalPages(all)],
  judge: (all) => all.walks.map((walk) => withoutRepeats(walk)),
});

function withoutRepeats(walk: Walk): Assertion {
  const twice = repeated(walk);
  return twice === undefined
    ? () => undefined
    : holds(false, twice.page, {
        expected: 'each paper once in a listing',
        actual: `paper ${twice.id} again`,
        at: '/data/papers',
      });
}

function severalPages({ walks: all }: Walks): Assertion {
  return enough(
    all.some(({ pages }) => pages.length > 1),
    'there are too few papers for a second page',
  );
}

export const pagesHoldTotalPapers = check({
  clause: 'listPapers/pages-hold-total-papers',
  act: (tools) => walksThat(tools, isWholeOnPages),
  given: (all) => [
    ...steady(all),
    enough(all.walks.some(isWholeOnPages), 'no listing of several pages was small enough to be walked to its end'),
  ],
  judge: (all) => all.walks.filter((walk) => isWhole(walk)).map((walk) => together(walk)),
});

/** Entries are counted, repeated ones too: that they repeat is a clause of its own. */
function together({ pages }: Walk): Assertion {
  const [first] = pages;
  const held = pages.reduce((sum, page) => sum + lengthOf(page), 0);
  return first === undefined
    ? () => undefined
    : holds(held === totalOf(first), first, {
        expected: `${totalOf(first)} papers on all pages together`,
        actual: `${held} papers on ${pages.length} pages`,
        at: '/data/pagination/total',
      });
}

export const lastPageHoldsTheRemainder = check({
  clause: 'listPapers/last-page-holds-the-remainder',
  act: lastPages,
  given: ({ pages }) => [
    ...pages.map((page) => accepted(page)),
    enough(pages.length > 0, 'there are too few papers for a last page'),
    ...pages.map((page) => enough(isLast(page), 'the number of papers changed while they were listed')),
  ],
  judge: ({ pages }) =>
    pages.map((page) =>
      holds(lengthOf(page) === remainder(page), page, {
        expected: `${remainder(page)} papers on the last page of ${totalOf(page)}`,
        actual: `${lengthOf(page)} papers of ${idsOf(page).length} readable`,
        at: '/data/papers',
      }),
    ),
});

function isLast(page: Exchange): boolean {
  return askedFor(page, 'page') === Math.ceil(totalOf(page) / (askedFor(page, 'limit') ?? 1));
}

function remainder(page: Exchange): number {
  return totalOf(page) - ((askedFor(page, 'page') ?? 1) - 1) * (askedFor(page, 'limit') ?? 0);
}
