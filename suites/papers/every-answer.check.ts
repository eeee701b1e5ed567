import {
  type AnswerCheck,
  type Assertion,
  at,
  type Exchange,
  holds,
  isObject,
  onEveryAnswer,
} from '../../src/check/index.ts';
import { passingOne } from './filtered.ts';
import { askedFor, countIn, declaredDefault, idsOf, lengthOf, totalOf } from './listing.ts';
import { oneDirection, SORTS } from './order.ts';

/** The filters of a listing, and the clause that each has. */
const FILTERS: Readonly<Record<string, string>> = {
  systemType: 'system-type-filters',
  yearStart: 'year-start-filters',
  yearEnd: 'year-end-filters',
  qualityScoreMin: 'quality-score-min-filters',
};

/** What every listing has to keep to by itself, under whatever parameters it was asked for. */
export const everyListing: readonly AnswerCheck[] = [
  about('page-is-echoed', (answer) => echoed(answer, 'page')),
  about('limit-is-echoed', (answer) => echoed(answer, 'limit')),
  about('limit-bounds-the-page', (answer) => [
    holds(lengthOf(answer) <= limitOf(answer), answer, {
      expected: `at most ${limitOf(answer)} papers`,
      actual: `${lengthOf(answer)} papers`,
      at: '/data/papers',
    }),
  ]),
  about('pages-is-total-by-limit', (answer) => (totalOf(answer) === 0 ? [] : [pagesFollow(answer)])),
  about('last-page-holds-the-remainder', (answer) =>
    isOnePage(answer)
      ? [
          holds(lengthOf(answer) === totalOf(answer), answer, {
            expected: `${totalOf(answer)} papers, all there are`,
            actual: `${lengthOf(answer)} papers`,
            at: '/data/papers',
          }),
        ]
      : [],
  ),
  about('pages-hold-total-papers', (answer) => fullPage(answer)),
  about('page-defaults-to-first', (answer) =>
    askedFor(answer, 'page') === undefined ? [byDefault(answer, 'page')] : [],
  ),
  about('limit-defaults-to-forty', (answer) =>
    askedFor(answer, 'limit') === undefined ? [byDefault(answer, 'limit')] : [],
  ),
  about('pages-do-not-overlap', (answer) => [withoutTwins(answer)]),
  about('year-range-is-ordered', orderedYears),
  ...SORTS.map((sort) =>
    about(`sort-by-${sort}`, (answer) =>
      answer.request.query['sort'] === sort && lengthOf(answer) > 1 ? [oneDirection([answer], sort)] : [],
    ),
  ),
  about('system-type-counts-fit-the-total', (answer) => typeCounts(answer)),
  ...['systemType', 'yearStart', 'yearEnd', 'qualityScoreMin'].map((name) => aboutFilter(name)),
  about('filters-hold-together', (answer) => (isCombined(answer) && lengthOf(answer) > 0 ? [passingOne(answer)] : [])),
];

function about(slug: string, judge: (answer: Exchange) => readonly Assertion[]): AnswerCheck {
  return onEveryAnswer({ clause: `listPapers/${slug}`, operation: 'listPapers', judge });
}

/** A filter by itself; several at once are a clause of their own. */
function aboutFilter(name: string): AnswerCheck {
  return about(FILTERS[name] ?? '', (answer) =>
    !isCombined(answer) && filtersOf(answer)[0] === name && lengthOf(answer) > 0 ? [passingOne(answer)] : [],
  );
}

/** Several filters, or one beside a search. */
function isCombined(answer: Exchange): boolean {
  return filtersOf(answer).length + (answer.request.query['search'] === undefined ? 0 : 1) > 1;
}

function filtersOf({ request }: Exchange): readonly string[] {
  return Object.keys(FILTERS).filter((name) => request.query[name] !== undefined);
}

function echoed(answer: Exchange, name: 'page' | 'limit'): readonly Assertion[] {
  const asked = askedFor(answer, name);
  return asked === undefined || (name === 'page' && isPastTheEnd(answer, asked))
    ? []
    : [
        holds(countIn(answer, name) === asked, answer, {
          expected: `${name} ${asked}`,
          actual: countIn(answer, name),
          at: `/data/pagination/${name}`,
        }),
      ];
}

/** Of such a page nothing is said: it may be empty, refused, or brought back into range. */
function isPastTheEnd(answer: Exchange, page: number): boolean {
  return page > Math.max(1, Math.ceil(totalOf(answer) / limitOf(answer)));
}

/** The page size that was asked for, or else the one that the answer says it took. */
function limitOf(answer: Exchange): number {
  return askedFor(answer, 'limit') ?? countIn(answer, 'limit');
}

function pagesFollow(answer: Exchange): Assertion {
  const expected = Math.ceil(totalOf(answer) / countIn(answer, 'limit'));
  return holds(countIn(answer, 'pages') === expected, answer, {
    expected: `pages ${expected} for total ${totalOf(answer)} and limit ${countIn(answer, 'limit')}`,
    actual: countIn(answer, 'pages'),
    at: '/data/pagination/pages',
  });
}

/** With a page after it, a page is full; with none before or after it, it holds everything. */
function fullPage(answer: Exchange): readonly Assertion[] {
  if (!isBeforeTheLast(answer) && !isOnePage(answer)) return [];
  const expected = Math.min(limitOf(answer), totalOf(answer));
  return [
    holds(lengthOf(answer) >= expected, answer, {
      expected: `${expected} of ${totalOf(answer)} papers on this page`,
      actual: `${lengthOf(answer)} papers`,
      at: '/data/papers',
    }),
  ];
}

function isBeforeTheLast(answer: Exchange): boolean {
  const [page, limit] = [askedFor(answer, 'page'), askedFor(answer, 'limit')];
  return page !== undefined && limit !== undefined && page * limit < totalOf(answer);
}

function byDefault(answer: Exchange, name: 'page' | 'limit'): Assertion {
  return (judging) => {
    const expected = declaredDefault(judging, name);
    // A limit that is but the number of papers is told where a limit was asked for.
    const isCount = name === 'limit' && countIn(answer, name) === lengthOf(answer) && lengthOf(answer) < expected;
    return holds(isCount || countIn(answer, name) === expected, answer, {
      expected: `${name} ${expected} without a ${name}`,
      actual: countIn(answer, name),
      at: `/data/pagination/${name}`,
    })(judging);
  };
}

function isOnePage(answer: Exchange): boolean {
  return askedFor(answer, 'page') === 1 && totalOf(answer) <= limitOf(answer);
}

function withoutTwins(answer: Exchange): Assertion {
  const ids = idsOf(answer);
  const twin = ids.find((id, index) => ids.indexOf(id) !== index);
  return holds(twin === undefined, answer, {
    expected: 'each paper once',
    actual: `paper ${twin ?? ''} twice on one page`,
    at: '/data/papers',
  });
}

/**
 * Whether counts are about the result or about the corpus is left open. Of the whole listing, and of the one type of a
 * listing by type alone, they are the same either way.
 */
function typeCounts(answer: Exchange): readonly Assertion[] {
  const counts = at(answer, '/data/stats/systemTypes');
  const { search, systemType } = answer.request.query;
  const isNarrow = search !== undefined || filtersOf(answer).some((name) => name !== 'systemType');
  if (!isObject(counts) || isNarrow) return [];
  return Object.entries(counts)
    .filter(([type]) => systemType === undefined || type === systemType)
    .map(([type, count]) =>
      holds(Number(count) <= totalOf(answer), answer, {
        expected: `at most ${totalOf(answer)} papers of type ${type}`,
        actual: count,
        at: `/data/stats/systemTypes/${type}`,
      }),
    );
}

function orderedYears(answer: Exchange): readonly Assertion[] {
  const range = at(answer, '/data/stats/yearRange');
  const [min, max] = isObject(range) ? [range['min'], range['max']] : [];
  if (typeof min !== 'number' || typeof max !== 'number' || totalOf(answer) === 0) return [];
  return [
    holds(min <= max, answer, {
      expected: 'yearRange.min not after yearRange.max',
      actual: `${min} to ${max}`,
      at: '/data/stats/yearRange',
    }),
  ];
}
