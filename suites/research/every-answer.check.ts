import { type AnswerCheck, type Assertion, type Exchange, holds, onEveryAnswer } from '../../src/check/index.ts';
import { type AbstractRule, clean, DE_HYPHENATED, hasAbstract, NORMALISED } from './abstracts.ts';
import { filtered } from './filters.ts';
import { askedFor, countIn, idsOf, lengthOf } from './search-results.ts';

/** What every search result, and every paper opened, has to keep to by itself, whoever asked for it and how. */
export const everySearch: readonly AnswerCheck[] = [
  about('page-is-echoed', (answer) => echoed(answer, 'page')),
  about('page-size-is-echoed', (answer) => echoed(answer, 'pageSize')),
  about('page-size-bounds-page', (answer) => [
    holds(lengthOf(answer) <= sizeOf(answer), answer, {
      expected: `at most ${sizeOf(answer)} papers`,
      actual: `${lengthOf(answer)} papers`,
    }),
  ]),
  about('total-pages-follow-from-total', (answer) =>
    countIn(answer, 'totalCount') === 0 ? [] : [pagesFollow(answer)],
  ),
  about('last-page-holds-remainder', (answer) =>
    isOnePage(answer)
      ? [
          holds(lengthOf(answer) === countIn(answer, 'totalCount'), answer, {
            expected: `${countIn(answer, 'totalCount')} papers, all there are`,
            actual: `${lengthOf(answer)} papers`,
          }),
        ]
      : [],
  ),
  about('pages-do-not-overlap', (answer) => [withoutTwins(answer)]),
  about('year-start-filters', (answer) => single(answer, 'yearStart')),
  about('year-end-filters', (answer) => single(answer, 'yearEnd')),
  ...[DE_HYPHENATED, NORMALISED].map((rule) => aboutAbstracts(rule)),
];

/** Papers are opened by chat citations too, say. */
function aboutAbstracts(rule: AbstractRule): AnswerCheck {
  return onEveryAnswer({
    clause: rule.clause,
    operation: 'getPaperDetail',
    judge: (answer) => (hasAbstract(answer) ? [clean(answer, rule)] : []),
  });
}

function about(slug: string, judge: (answer: Exchange) => readonly Assertion[]): AnswerCheck {
  return onEveryAnswer({ clause: `searchPapers/${slug}`, operation: 'searchPapers', judge });
}

/** A filter on years by itself; with others or with words beside it the combination is a clause of its own. */
function single(answer: Exchange, name: 'yearStart' | 'yearEnd'): readonly Assertion[] {
  const filters = ['q', 'systemType', 'yearStart', 'yearEnd'].filter(
    (filter) => answer.request.query[filter] !== undefined,
  );
  return filters.length === 1 && filters[0] === name && lengthOf(answer) > 0 ? [filtered([answer])] : [];
}

function echoed(answer: Exchange, name: 'page' | 'pageSize'): readonly Assertion[] {
  const asked = askedFor(answer, name);
  return asked === undefined || (name === 'page' && isPastTheEnd(answer, asked))
    ? []
    : [holds(countIn(answer, name) === asked, answer, { expected: `${name} ${asked}`, actual: countIn(answer, name) })];
}

/** Of such a page nothing is said: it may be empty, refused, or brought back into range. */
function isPastTheEnd(answer: Exchange, page: number): boolean {
  return page > Math.max(1, Math.ceil(countIn(answer, 'totalCount') / sizeOf(answer)));
}

function sizeOf(answer: Exchange): number {
  return askedFor(answer, 'pageSize') ?? countIn(answer, 'pageSize');
}

function pagesFollow(answer: Exchange): Assertion {
  const expected = Math.ceil(countIn(answer, 'totalCount') / sizeOf(answer));
  return holds(countIn(answer, 'totalPages') === expected, answer, {
    expected: `totalPages ${expected} for totalCount ${countIn(answer, 'totalCount')} and pageSize ${sizeOf(answer)}`,
    actual: countIn(answer, 'totalPages'),
  });
}

function isOnePage(answer: Exchange): boolean {
  return (askedFor(answer, 'page') ?? 1) === 1 && countIn(answer, 'totalCount') <= sizeOf(answer);
}

function withoutTwins(answer: Exchange): Assertion {
  const ids = idsOf(answer);
  const twin = ids.find((id, index) => ids.indexOf(id) !== index);
  return holds(twin === undefined, answer, {
    expected: 'each paper once',
    actual: `paper ${twin ?? ''} twice on one page`,
  });
}
