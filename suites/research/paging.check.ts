import { type Assertion, check, enough, type Exchange, every, holds, operationOf, succeeded, type Tools } from '../../src/check/index.ts';
import { askedFor, countIn, idsOf, lengthOf, search } from './search-results.ts';
import { everyPage, repeated, severalPages, steady, type Walk, walks, wholeWalks } from './walks.ts';

/** The default that the document declares for a parameter. */
function declaredDefault(tools: Tools, name: string): number {
  return Number(operationOf(tools.contract, 'searchPapers').parameters.find((parameter) => parameter.name === name)?.schema.default);
}

export const defaultPage = check({
  clause: 'searchPapers/default-page',
  async act(tools) {
    const bare = await search(tools, {});
    const sized = await search(tools, { pageSize: 7 });
    const second = await secondPage(tools, bare);
    return { bare, sized, ...(second === undefined ? {} : { second }), expected: declaredDefault(tools, 'page') };
  },
  given: ({ bare, sized, second = bare }) => [bare, sized, second].map((exchange) => succeeded(exchange)),
  judge: ({ bare, sized, second, expected }) => [
    ...[bare, sized].map((exchange) => holds(countIn(exchange, 'page') === expected, exchange, { expected: `page ${expected} without a page`, actual: `page ${countIn(exchange, 'page')}` })),
    holds(second === undefined || !sameResult(bare, second) || !shareOne(bare, second), bare, { expected: `the papers of page ${expected} without a page`, actual: 'papers of page 2' }),
  ],
});

/** The second page of the default size, where there is one. */
async function secondPage(tools: Tools, bare: Exchange): Promise<Exchange | undefined> {
  return countIn(bare, 'totalCount') > declaredDefault(tools, 'pageSize') ? search(tools, { page: 2 }) : undefined;
}

/** Papers that were added meanwhile move others from page to page. */
function sameResult(one: Exchange, other: Exchange): boolean {
  return countIn(one, 'totalCount') === countIn(other, 'totalCount');
}

function shareOne(one: Exchange, other: Exchange): boolean {
  const ids = new Set(idsOf(other));
  return idsOf(one).some((id) => ids.has(id));
}

export const defaultPageSize = check({
  clause: 'searchPapers/default-page-size',
  async act(tools) {
    const bare = await search(tools, {});
    const filtered = await search(tools, { yearEnd: 2100 });
    const second = await secondPage(tools, bare);
    return { answers: [bare, filtered, ...(second === undefined ? [] : [second])], expected: declaredDefault(tools, 'pageSize') };
  },
  given: ({ answers }) => answers.map((exchange) => succeeded(exchange)),
  judge: ({ answers, expected }) => answers.flatMap((exchange) => [
    holds(countIn(exchange, 'pageSize') === expected, exchange, { expected: `pageSize ${expected} without a pageSize`, actual: `pageSize ${countIn(exchange, 'pageSize')}` }),
    holds(lengthOf(exchange) === share(exchange, expected), exchange, { expected: `${share(exchange, expected)} papers without a pageSize`, actual: `${lengthOf(exchange)} papers` }),
  ]),
});

/** How many papers the page that was asked for has to hold. */
function share(exchange: Exchange, pageSize: number): number {
  const before = ((askedFor(exchange, 'page') ?? 1) - 1) * pageSize;
  return Math.min(pageSize, Math.max(0, countIn(exchange, 'totalCount') - before));
}

export const pageIsEchoed = check({
  clause: 'searchPapers/page-is-echoed',
  act: walks,
  given: (all) => everyPage(all).map((page) => succeeded(page)),
  judge: (all) => everyPage(all).map((page) => holds(countIn(page, 'page') === askedFor(page, 'page'), page, { expected: `page ${askedFor(page, 'page')}`, actual: `page ${countIn(page, 'page')}` })),
});

export const pageSizeIsEchoed = check({
  clause: 'searchPapers/page-size-is-echoed',
  act: walks,
  given: (all) => everyPage(all).map((page) => succeeded(page)),
  judge: (all) => everyPage(all).map((page) => holds(countIn(page, 'pageSize') === askedFor(page, 'pageSize'), page, { expected: `pageSize ${askedFor(page, 'pageSize')}`, actual: `pageSize ${countIn(page, 'pageSize')}` })),
});

export const pageSizeBoundsPage = check({
  clause: 'searchPapers/page-size-bounds-page',
  act: walks,
  given: (all) => [...everyPage(all).map((page) => succeeded(page)), enough(everyPage(all).some((page) => lengthOf(page) > 0), 'every search is empty')],
  judge: (all) => everyPage(all).map((page) => holds(lengthOf(page) <= (askedFor(page, 'pageSize') ?? 0), page, { expected: `at most ${askedFor(page, 'pageSize')} papers`, actual: `${lengthOf(page)} papers` })),
});

export const pagesDoNotOverlap = check({
  clause: 'searchPapers/pages-do-not-overlap',
  act: walks,
  given: (all) => [...steady(all), severalPages(all)],
  judge: ({ walks: all }) => all.flatMap((walk) => withoutRepetition(walk)),
});

function withoutRepetition({ pages }: Walk): readonly Assertion[] {
  const twice = repeated(pages);
  return pages.slice(0, 1).map((first) => holds(twice === undefined, twice?.page ?? first, { expected: 'papers that stand on no other page and once on this one', actual: `paper ${twice?.id ?? ''} a second time` }));
}

export const pagesHoldTotal = check({
  clause: 'searchPapers/pages-hold-total',
  act: walks,
  given: (all) => [...steady(all), severalPages(all)],
  judge: (all) => [every(wholeWalks(all), 'search that was paged through to its end', (walk) => holdsTotal(walk))],
});

function holdsTotal({ pages, again }: Walk): Assertion {
  const total = countIn(again, 'totalCount');
  const held = pages.reduce((sum, page) => sum + lengthOf(page), 0);
  return holds(held === total, pages.at(-1) ?? again, { expected: `totalCount, ${total} papers, on all pages together`, actual: `${held} papers on ${pages.length} pages` });
}

export const lastPageHoldsRemainder = check({
  clause: 'searchPapers/last-page-holds-remainder',
  act: walks,
  given: (all) => [...steady(all), severalPages(all)],
  judge: (all) => everyPage(all).map((page) => {
    const expected = share(page, askedFor(page, 'pageSize') ?? 0);
    return holds(lengthOf(page) === expected, page, { expected: `${expected} of ${countIn(page, 'totalCount')} papers on page ${askedFor(page, 'page')}`, actual: `${lengthOf(page)} papers` });
  }),
});

export const totalPagesFollowFromTotal = check({
  clause: 'searchPapers/total-pages-follow-from-total',
  act: walks,
  given: (all) => everyPage(all).map((page) => succeeded(page)),
  judge: (all) => [every(everyPage(all).filter((page) => countIn(page, 'totalCount') > 0), 'result that is not empty', (page) => {
    const expected = Math.ceil(countIn(page, 'totalCount') / (askedFor(page, 'pageSize') ?? 1));
    return holds(countIn(page, 'totalPages') === expected, page, { expected: `${expected} pages for ${countIn(page, 'totalCount')} papers`, actual: `totalPages ${countIn(page, 'totalPages')}` });
  })],
});

export const totalIsSameOnEveryPage = check({
  clause: 'searchPapers/total-is-same-on-every-page',
  act: walks,
  given: (all) => [...steady(all), enough(everyPage(all).some((page) => lengthOf(page) > 0), 'every search is empty')],
  judge: ({ walks: all }) => all.flatMap(({ pages }) => pages.map((page) => {
    const total = totalOf(all, page);
    return holds(countIn(page, 'totalCount') === total, page, { expected: `totalCount ${total}, as on the first page of this search`, actual: `totalCount ${countIn(page, 'totalCount')}` });
  })),
});

/** The total that the first answer to the same search gave, whatever its page and page size. */
function totalOf(all: readonly Walk[], page: Exchange): number {
  const same = all.flatMap(({ pages }) => pages).find((other) => filtersOf(other) === filtersOf(page));
  return countIn(same ?? page, 'totalCount');
}

function filtersOf({ request }: Exchange): string {
  const filters = Object.entries(request.query).filter(([name]) => name !== 'page' && name !== 'pageSize');
  return JSON.stringify(filters.toSorted(([a], [b]) => a.localeCompare(b)));
}
