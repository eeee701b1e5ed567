import {
  type Assertion,
  check,
  enough,
  type Exchange,
  every,
  holds,
  accepted,
  type Tools,
} from '../../src/check/index.ts';
import { everyPage, walks, walksThat } from './paged.ts';
import { askedFor, countIn, lengthOf, search } from './search-results.ts';
import {
  corpus,
  hasPages,
  isWholeWalk,
  pageCount,
  repeated,
  severalPages,
  share,
  sizeOf,
  steady,
  type Walk,
} from './walks.ts';

/** The number of a page or its size, where it was asked for. */
function echo(clause: string, name: 'page' | 'pageSize') {
  return check({
    clause,
    act: walks,
    given: (all) => everyPage(all).map((page) => accepted(page)),
    judge: (all) => [
      every(
        everyPage(all).filter((page) => askedFor(page, name) !== undefined),
        `answer to a request with ${name}`,
        (page) =>
          holds(countIn(page, name) === askedFor(page, name), page, {
            expected: `${name} ${askedFor(page, name)}`,
            actual: `${name} ${countIn(page, name)}`,
          }),
      ),
    ],
  });
}

export const pageIsEchoed = echo('searchPapers/page-is-echoed', 'page');

export const pageSizeIsEchoed = echo('searchPapers/page-size-is-echoed', 'pageSize');

export const pageSizeBoundsPage = check({
  clause: 'searchPapers/page-size-bounds-page',
  act: walks,
  given: (all) => [
    ...everyPage(all).map((page) => accepted(page)),
    enough(
      everyPage(all).some((page) => lengthOf(page) > 0),
      'every search is empty',
    ),
  ],
  judge: (all) =>
    everyPage(all).map((page) =>
      holds(lengthOf(page) <= sizeOf(page), page, {
        expected: `at most ${sizeOf(page)} papers`,
        actual: `${lengthOf(page)} papers`,
      }),
    ),
});

export const pagesDoNotOverlap = check({
  clause: 'searchPapers/pages-do-not-overlap',
  act: (tools) => walksThat(tools, hasPages),
  given: ({ walks: all }) => [...steady(all), severalPages(all)],
  judge: ({ walks: all }) => all.flatMap((walk) => withoutRepetition(walk)),
});

function withoutRepetition({ pages }: Walk): readonly Assertion[] {
  const twice = repeated(pages);
  return pages.slice(0, 1).map((first) =>
    holds(twice === undefined, twice?.page ?? first, {
      expected: 'papers that stand on no other page and once on this one',
      actual: `paper ${twice?.id ?? ''} a second time`,
    }),
  );
}

export const pagesHoldTotal = check({
  clause: 'searchPapers/pages-hold-total',
  act: (tools) => walksThat(tools, (one) => hasPages(one) && isWholeWalk(one)),
  given: ({ walks: all }) => [...steady(all), severalPages(all)],
  judge: ({ walks: all }) => [
    every(
      all.filter((walk) => isWholeWalk(walk) && walk.pages.some((page) => lengthOf(page) > 0)),
      'search that was paged through to its end',
      (walk) => holdsTotal(walk),
    ),
  ],
});

function holdsTotal({ pages }: Walk): Assertion {
  const [first] = pages;
  if (first === undefined) return enough(false, 'nothing was asked');
  const total = countIn(first, 'totalCount');
  const held = pages.reduce((sum, page) => sum + lengthOf(page), 0);
  return holds(held === total, pages.at(-1) ?? first, {
    expected: `totalCount, ${total} papers, on all pages together`,
    actual: `${held} papers on ${pages.length} pages`,
  });
}

export const lastPageHoldsRemainder = check({
  clause: 'searchPapers/last-page-holds-remainder',
  act: (tools) => walksThat(tools, hasPages),
  given: ({ walks: all }) => [...steady(all), severalPages(all)],
  judge: (all) =>
    everyPage(all).map((page) =>
      holds(lengthOf(page) === share(page), page, {
        expected: `${share(page)} of ${countIn(page, 'totalCount')} papers on page ${askedFor(page, 'page') ?? 1}`,
        actual: `${lengthOf(page)} papers`,
      }),
    ),
});

export const totalPagesFollowFromTotal = check({
  clause: 'searchPapers/total-pages-follow-from-total',
  act: walks,
  given: (all) => everyPage(all).map((page) => accepted(page)),
  judge: (all) => [
    every(
      everyPage(all).filter((page) => countIn(page, 'totalCount') > 0),
      'result that is not empty',
      (page) =>
        holds(countIn(page, 'totalPages') === pageCount(page), page, {
          expected: `${pageCount(page)} pages for ${countIn(page, 'totalCount')} papers`,
          actual: `totalPages ${countIn(page, 'totalPages')}`,
        }),
    ),
  ],
});

export const totalIsSameOnEveryPage = check({
  clause: 'searchPapers/total-is-same-on-every-page',
  async act(tools) {
    const { walks: all } = await walks(tools);
    return { walks: [...all, await inTwoSizes(tools)] };
  },
  given: ({ walks: all }) => [
    ...steady(all),
    enough(
      everyPage({ walks: all }).some((page) => lengthOf(page) > 0),
      'every search is empty',
    ),
  ],
  judge: ({ walks: all }) =>
    all.flatMap(({ pages }) =>
      pages.map((page) =>
        holds(countIn(page, 'totalCount') === totalOf(pages), page, {
          expected: `totalCount ${totalOf(pages)}, as on the first page of this search`,
          actual: `totalCount ${countIn(page, 'totalCount')}`,
        }),
      ),
    ),
});

function totalOf([first]: readonly Exchange[]): number {
  return first === undefined ? Number.NaN : countIn(first, 'totalCount');
}

/** The same search in pages of the default size and in the largest ones. */
async function inTwoSizes(tools: Tools): Promise<Walk> {
  const [largest] = (await corpus(tools)).walk.pages;
  const bare = await search(tools, {});
  if (largest === undefined || countIn(bare, 'totalCount') === countIn(largest, 'totalCount')) return { pages: [bare] };
  return { pages: [bare, largest], again: await tools.send(tools.request('searchPapers').fresh()) };
}
