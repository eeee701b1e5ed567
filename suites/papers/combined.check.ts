import { check, enough, type Exchange, every, holds, accepted, type Tools } from '../../src/check/index.ts';
import { type Combination, combined, isSettled, nonsenseEverywhere, type Pages, pagesIn } from './combined.ts';
import { totalOf } from './listing.ts';
import { noMoreThan } from './nonsense.ts';
import { oneDirection, type Sort } from './order.ts';
import { repeated } from './walks.ts';

type Combinations = { readonly settled: readonly Combination[] };

async function settledOnes(tools: Tools): Promise<Combinations> {
  return { settled: (await combined(tools)).filter((one) => isSettled(one)) };
}

function someSettled({ settled }: Combinations) {
  return [enough(settled.length > 0, 'no listing stayed the same while it was asked for in every sort')];
}

/** Every combination is looked at in one way. */
function combinedCheck(clause: string, ask: (one: Combination) => ReturnType<typeof holds>[]) {
  return check({
    clause: `listPapers/${clause}`,
    variant: 'combined',
    depth: 'deep',
    act: settledOnes,
    given: someSettled,
    judge: ({ settled }) => settled.flatMap((one) => ask(one)),
  });
}

function inOrder(sort: Sort) {
  return (one: Combination) =>
    one.sorted.filter(([first]) => first.request.query['sort'] === sort).map((pages) => oneDirection(pages, sort));
}

export const sortByDateCombined = combinedCheck('sort-by-date', inOrder('date'));

export const sortByQualityCombined = combinedCheck('sort-by-quality', inOrder('quality'));

export const sortByCitationsCombined = combinedCheck('sort-by-citations', inOrder('citations'));

export const sortKeepsThePapersCombined = combinedCheck('sort-keeps-the-papers', (one) =>
  one.sorted.flat().map((page) => hasTotal(page, totalOf(one.unsorted[0]), 'as in the default sort')),
);

export const totalIsTheSameOnEveryPageCombined = combinedCheck('total-is-the-same-on-every-page', (one) =>
  pagesIn(one).map(([first, second]) => hasTotal(second, totalOf(first), 'as on the first page')),
);

function hasTotal(page: Exchange, total: number, as: string) {
  return holds(totalOf(page) === total, page, {
    expected: `total ${total} ${as}`,
    actual: totalOf(page),
    at: '/data/pagination/total',
  });
}

export const pagesDoNotOverlapCombined = combinedCheck('pages-do-not-overlap', (one) =>
  pagesIn(one).map((pages) => withoutRepeats(pages)),
);

function withoutRepeats(pages: Pages) {
  const twice = repeated({ pages });
  return twice === undefined
    ? () => undefined
    : holds(false, twice.page, {
        expected: 'each paper once in a listing',
        actual: `paper ${twice.id} again`,
        at: '/data/papers',
      });
}

export const searchNarrowsCombined = check({
  clause: 'listPapers/search-narrows',
  variant: 'combined',
  depth: 'deep',
  act: nonsenseEverywhere,
  given: ({ alone, beside }) => [alone, ...beside].map((answer) => accepted(answer)),
  judge: ({ alone, beside }) => [every(beside, 'filter or sort', (answer) => noMoreThan([alone], answer))],
});
