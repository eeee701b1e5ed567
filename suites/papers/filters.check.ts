import { accepted, type Assertion, check, enough, type Exchange, type Tools } from '../../src/check/index.ts';
import { combinations, type FilterValues, oneYear, pair, sortedTypes } from './filter-values.ts';
import {
  answeredAndDiscerning,
  filtered,
  keeping,
  keepingAnswered,
  keepingByTitle,
  keeps,
  passing,
  passingOne,
} from './filtered.ts';
import { pagesInItsYear } from './hunts.ts';
import { everySystemType, type Paper, papersOf, type Query } from './listing.ts';
import { firstOfType, LATE } from './walks.ts';

export const systemTypeFilters = check({
  clause: 'listPapers/system-type-filters',
  act: (tools) =>
    filtered(tools, ({ types }) => {
      const [first, second, third, ...others] = [...new Set([...types, ...everySystemType(tools)])];
      return [
        { query: firstOfType(tools, first) },
        { query: { systemType: first }, pages: [LATE - 1, LATE] },
        ...sortedTypes(second, third).map((query) => ({ query })),
        ...others.map((systemType) => ({ query: { systemType } })),
      ];
    }),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const yearStartFilters = check({
  clause: 'listPapers/year-start-filters',
  act: (tools) =>
    filtered(tools, ({ years: { high } }) => [
      { query: lastYears(high) },
      { query: { yearStart: high[0], sort: 'date' }, pages: [2] },
    ]),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

/** The last year alone: what goes wrong at the very end of the years shows there only. */
function lastYears(high: readonly number[]): Query {
  return { yearStart: high.at(-1) };
}

/** The earliest year alone, sorted. */
function firstYears(low: readonly number[]): Query {
  return { yearEnd: low[0], sort: 'date' };
}

export const yearEndFilters = check({
  clause: 'listPapers/year-end-filters',
  act: (tools) =>
    filtered(tools, ({ years: { low } }) => [
      { query: firstYears(low) },
      { query: { yearEnd: low.at(-1) }, pages: [LATE] },
    ]),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const qualityScoreMinFilters = check({
  clause: 'listPapers/quality-score-min-filters',
  act: (tools) =>
    filtered(
      tools,
      ({
        scores: {
          high: [lowest, ...others],
        },
      }) => [
        { query: { qualityScoreMin: lowest, sort: 'quality' }, pages: [2] },
        ...others.map((qualityScoreMin) => ({ query: { qualityScoreMin } })),
      ],
    ),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const qualityScoreMinTakesFractions = check({
  clause: 'listPapers/quality-score-min-takes-fractions',
  act: (tools) =>
    keeping(tools, 'well within', ({ between }) => (between === undefined ? [] : [{ qualityScoreMin: between }])),
  given: ({ listings }) => [enough(listings.length > 0, 'the known scores leave no room for a fraction that shows')],
  judge: ({ listings }) => [
    ...listings.flatMap(({ pages }) => pages.flatMap((page) => [accepted(page), fractionCounts(page)])),
    ...keeps(listings),
  ],
});

/** A paper far below the minimum has nothing to do with its fraction. */
function fractionCounts(page: Exchange): Assertion {
  const whole = Math.floor(Number(page.request.query['qualityScoreMin']));
  return papersOf(page).every(({ qualityScore }) => qualityScore >= whole) ? passingOne(page) : () => undefined;
}

export const filtersHoldTogether = check({
  clause: 'listPapers/filters-hold-together',
  act: (tools) =>
    filtered(tools, (values) => [
      ...combinations(values).map((query) => ({ query })),
      { query: pair(values), pages: [2] },
    ]),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const filtersKeepWhatMatches = check({
  clause: 'listPapers/filters-keep-what-matches',
  act: (tools) =>
    keeping(tools, 'well within', (values) => {
      const {
        types: [first, second, third, ...others],
        years,
        scores,
      } = values;
      const single = [
        firstOfType(tools, first),
        ...sortedTypes(second, third),
        ...others.map((systemType) => ({ systemType })),
        lastYears(years.high),
        firstYears(years.low),
      ];
      const together = combinations(values).filter((query) => !('search' in query));
      return [...single, ...scores.high.slice(1).map((qualityScoreMin) => ({ qualityScoreMin })), ...together];
    }),
  given: keepingAnswered,
  judge: ({ listings }) => keeps(listings),
});

async function onTheBound(
  tools: Tools,
  queries: (values: FilterValues) => readonly Query[],
  filter: (paper: Paper) => Query,
) {
  const { listings } = await keeping(tools, 'on the bound', queries);
  return { listings: [...listings, ...(await keepingByTitle(tools, filter))] };
}

export const yearStartKeepsItsOwnYear = check({
  clause: 'listPapers/year-start-keeps-its-own-year',
  async act(tools) {
    const { listings } = await onTheBound(
      tools,
      (values) => [lastYears(values.years.high), oneYear(values)],
      ({ year }) => ({ yearStart: year }),
    );
    return { listings: [...listings, ...(tools.thrifty ? await pagesInItsYear(tools) : [])] };
  },
  given: keepingAnswered,
  judge: ({ listings }) => keeps(listings),
});

export const yearEndKeepsItsOwnYear = check({
  clause: 'listPapers/year-end-keeps-its-own-year',
  act: (tools) =>
    onTheBound(
      tools,
      ({ years }) => [firstYears(years.low)],
      ({ year }) => ({ yearEnd: year }),
    ),
  given: keepingAnswered,
  judge: ({ listings }) => keeps(listings),
});

export const qualityScoreMinKeepsItsOwnScore = check({
  clause: 'listPapers/quality-score-min-keeps-its-own-score',
  act: (tools) =>
    onTheBound(
      tools,
      ({ scores }) => scores.high.slice(1).map((qualityScoreMin) => ({ qualityScoreMin })),
      ({ qualityScore }) => ({ qualityScoreMin: qualityScore }),
    ),
  given: keepingAnswered,
  judge: ({ listings }) => keeps(listings),
});
