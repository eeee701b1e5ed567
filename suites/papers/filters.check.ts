import { accepted, check, enough, type Tools } from '../../src/check/index.ts';
import { combinations, type FilterValues } from './filter-values.ts';
import { answeredAndDiscerning, everySystemType, filtered, keeping, keepingAnswered, keepingByTitle, keeps, passing, passingOne } from './filtered.ts';
import type { Paper, Query } from './listing.ts';

export const systemTypeFilters = check({
  clause: 'listPapers/system-type-filters',
  act: (tools) =>
    filtered(tools, ({ types }) => {
      const [first, ...others] = [...new Set([...types, ...everySystemType(tools)])];
      return [{ systemType: first }, ...others.map((systemType) => ({ systemType })), { systemType: types[1] ?? first, sort: 'citations' }];
    }, 2),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const yearStartFilters = check({
  clause: 'listPapers/year-start-filters',
  act: (tools) => filtered(tools, ({ years: { middle, high } }) => [{ yearStart: middle }, ...high.map((yearStart) => ({ yearStart })), { yearStart: middle, sort: 'quality' }]),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const yearEndFilters = check({
  clause: 'listPapers/year-end-filters',
  act: (tools) => filtered(tools, ({ years: { middle, low } }) => [{ yearEnd: middle }, ...low.map((yearEnd) => ({ yearEnd })), { yearEnd: middle, sort: 'date' }]),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const qualityScoreMinFilters = check({
  clause: 'listPapers/quality-score-min-filters',
  act: (tools) => filtered(tools, ({ scores: { middle, high } }) => [{ qualityScoreMin: Math.ceil(middle) }, ...high.map((qualityScoreMin) => ({ qualityScoreMin })), { qualityScoreMin: Math.ceil(middle), sort: 'date' }]),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const qualityScoreMinTakesFractions = check({
  clause: 'listPapers/quality-score-min-takes-fractions',
  act: (tools) => keeping(tools, 'well within', ({ between }) => (between === undefined ? [] : [{ qualityScoreMin: between }])),
  given: ({ listings }) => [enough(listings.length > 0, 'the known scores leave no room for a fraction that shows')],
  judge: ({ listings }) => [...listings.flatMap(({ pages }) => pages.flatMap((page) => [accepted(page), passingOne(page)])), ...keeps(listings)],
});

export const filtersHoldTogether = check({
  clause: 'listPapers/filters-hold-together',
  act: (tools) => filtered(tools, combinations, 2),
  given: answeredAndDiscerning,
  judge: ({ answers }) => [passing(answers)],
});

export const filtersKeepWhatMatches = check({
  clause: 'listPapers/filters-keep-what-matches',
  act: (tools) =>
    keeping(tools, 'well within', (values) => {
      const { types, years, scores } = values;
      const single = [...types.map((systemType) => ({ systemType })), ...[years.middle, ...years.high].map((yearStart) => ({ yearStart })), ...[years.middle, ...years.low].map((yearEnd) => ({ yearEnd }))];
      const together = combinations(values).filter((query) => !('search' in query));
      return [...single, ...[Math.ceil(scores.middle), ...scores.high].map((qualityScoreMin) => ({ qualityScoreMin })), ...together];
    }),
  given: keepingAnswered,
  judge: ({ listings }) => keeps(listings),
});

async function onTheBound(tools: Tools, queries: (values: FilterValues) => readonly Query[], filter: (paper: Paper) => Query) {
  const { listings } = await keeping(tools, 'on the bound', queries);
  return { listings: [...listings, ...(await keepingByTitle(tools, filter))] };
}

export const yearStartKeepsItsOwnYear = check({
  clause: 'listPapers/year-start-keeps-its-own-year',
  act: (tools) => onTheBound(tools, ({ years }) => years.high.map((yearStart) => ({ yearStart })), ({ year }) => ({ yearStart: year })),
  given: keepingAnswered,
  judge: ({ listings }) => keeps(listings),
});

export const yearEndKeepsItsOwnYear = check({
  clause: 'listPapers/year-end-keeps-its-own-year',
  act: (tools) => onTheBound(tools, ({ years }) => years.low.map((yearEnd) => ({ yearEnd })), ({ year }) => ({ yearEnd: year })),
  given: keepingAnswered,
  judge: ({ listings }) => keeps(listings),
});

export const qualityScoreMinKeepsItsOwnScore = check({
  clause: 'listPapers/quality-score-min-keeps-its-own-score',
  act: (tools) => onTheBound(tools, ({ scores }) => scores.high.map((qualityScoreMin) => ({ qualityScoreMin })), ({ qualityScore }) => ({ qualityScoreMin: qualityScore })),
  given: keepingAnswered,
  judge: ({ listings }) => keeps(listings),
});
