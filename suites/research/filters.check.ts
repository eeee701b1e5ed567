import { accepted, check, type Exchange, succeeded, type Tools } from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import { answersTo, type Combination, combination, discerning, exactTypes, filtered, isComplete, keepsMatches, telltaleYears } from './filters.ts';
import { type Found, papersOf, type Query, search } from './search-results.ts';
import { knownPapers, typesByFrequency, walks } from './walks.ts';

function typeQueries(types: readonly string[]): readonly Query[] {
  return types.map((systemType) => ({ systemType }));
}

/** Facts of the known papers that judging needs; a whole result would only swell the evidence. */
function outline(known: readonly Found[]): readonly Found[] {
  return known.map(({ id, year, systemType }) => ({ id, year, systemType, title: '', abstract: '' }));
}

export const systemTypeTakesCanonicalValues = check({
  clause: 'searchPapers/system-type-takes-canonical-values',
  act: async (tools) => ({ answers: await answersTo(tools, typeQueries(namedSystemTypes(tools))) }),
  judge: ({ answers }) => answers.map((answer) => accepted(answer)),
});

/**
 * A target may show fewer types than it filters by (the conflict about the types of search results), so a type counts
 * only where papers are shown under it.
 */
export const systemTypeFilters = check({
  clause: 'searchPapers/system-type-filters',
  async act(tools) {
    const known = await knownPapers(tools);
    const shown = typesByFrequency(known);
    const types = [...new Set([...namedSystemTypes(tools), ...shown.slice(0, 12)])];
    const answers = [...(await answersTo(tools, typeQueries(types))), ...(await pagedByType(tools))];
    return { answers, known: outline(known) };
  },
  given: ({ answers, known }) => discerning(answers, known),
  judge: ({ answers, known }) => [filtered(answers.filter((answer) => isShown(answer, known)))],
});

function isShown(answer: Exchange, known: readonly Found[]): boolean {
  return [...known, ...papersOf(answer)].some(({ systemType }) => systemType === answer.request.query['systemType']);
}

/** The pages of the walk by system type: a filter may be lost on a later page. */
async function pagedByType(tools: Tools): Promise<readonly Exchange[]> {
  const { walks: all } = await walks(tools);
  return all.flatMap(({ pages }) => pages).filter(({ request }) => request.query['systemType'] !== undefined);
}

export const systemTypeKeepsMatches = check({
  clause: 'searchPapers/system-type-keeps-matches',
  async act(tools) {
    const known = await knownPapers(tools);
    const types = exactTypes(known).slice(0, 12);
    const answers = await answersTo(tools, typeQueries(types));
    return { answers: [...answers, ...(await yearsOfLargeResults(tools, answers, known))], known: outline(known) };
  },
  given: ({ answers }) => answers.map((answer) => succeeded(answer)),
  judge: ({ answers, known }) => [keepsMatches(answers, known)],
});

/** One year of the results that are too large to be seen whole. */
async function yearsOfLargeResults(tools: Tools, answers: readonly Exchange[], known: readonly Found[]): Promise<readonly Exchange[]> {
  const queries = answers.filter((answer) => !isComplete(answer)).slice(0, 3).flatMap(({ request }) => {
    const systemType = request.query['systemType'];
    const year = known.find((paper) => paper.systemType === systemType && paper.year >= 1990)?.year;
    return year === undefined ? [] : [{ systemType, yearStart: year, yearEnd: year }];
  });
  return answersTo(tools, queries);
}

export const yearStartFilters = check({
  clause: 'searchPapers/year-start-filters',
  act: (tools) => yearAnswers(tools, 'yearStart'),
  given: ({ answers, known }) => discerning(answers, known),
  judge: ({ answers }) => [filtered(answers)],
});

export const yearEndFilters = check({
  clause: 'searchPapers/year-end-filters',
  act: (tools) => yearAnswers(tools, 'yearEnd'),
  given: ({ answers, known }) => discerning(answers, known),
  judge: ({ answers }) => [filtered(answers)],
});

async function yearAnswers(tools: Tools, bound: 'yearStart' | 'yearEnd'): Promise<{ answers: readonly Exchange[]; known: readonly Found[] }> {
  const known = await knownPapers(tools);
  const answers = [...(await answersTo(tools, telltaleYears(known).map((year) => ({ [bound]: year }))))];
  const narrowFirst = bound === 'yearStart' ? answers.toReversed() : answers;
  const narrow = narrowFirst.find((answer) => papersOf(answer).length > 3);
  if (narrow !== undefined) answers.push(await secondHalf(tools, narrow));
  return { answers, known: outline(known) };
}

export const filtersCombine = check({
  clause: 'searchPapers/filters-combine',
  act: (tools) => combinedAnswers(tools, ({ systemType, yearStart, yearEnd }) => [
    { systemType, yearStart },
    { systemType, yearEnd },
    { yearStart, yearEnd },
    { systemType, yearStart, yearEnd },
  ]),
  given: ({ answers, known }) => discerning(answers, known),
  judge: ({ answers }) => [filtered(answers)],
});

export const qNarrowsWithinFilters = check({
  clause: 'searchPapers/q-narrows-within-filters',
  act: (tools) => combinedAnswers(tools, ({ systemType, yearStart, yearEnd, q }) => [
    { q, systemType },
    { q, yearStart },
    { q, yearEnd },
    { q, systemType, yearStart, yearEnd },
  ]),
  given: ({ answers, known }) => discerning(answers, known),
  judge: ({ answers }) => [filtered(answers)],
});

/** The answers to combinations of filters; to the last one also its second half. */
async function combinedAnswers(tools: Tools, queries: (values: Combination) => readonly Query[]): Promise<{ answers: readonly Exchange[]; known: readonly Found[] }> {
  const values = await combination(tools);
  const known = await knownPapers(tools);
  if (values === undefined) return { answers: [], known: outline(known) };
  const answers = [...(await answersTo(tools, queries(values)))];
  const last = answers.at(-1);
  if (last !== undefined && papersOf(last).length > 1) answers.push(await secondHalf(tools, last));
  return { answers, known: outline(known) };
}

/** The second of two pages: a filter may be forgotten there. */
function secondHalf(tools: Tools, answer: Exchange): Promise<Exchange> {
  return search(tools, { ...answer.request.query, pageSize: Math.ceil(papersOf(answer).length / 2), page: 2 });
}

/** One year is narrow enough to be seen whole in a large corpus. */
function wideAndNarrow({ systemType, yearStart, yearEnd }: Combination): readonly Query[] {
  return [{ systemType, yearStart, yearEnd }, { systemType, yearStart, yearEnd: yearStart }];
}

export const combinedFiltersKeepMatches = check({
  clause: 'searchPapers/combined-filters-keep-matches',
  async act(tools) {
    const { answers, known } = await combinedAnswers(tools, wideAndNarrow);
    return { answers: answers.slice(0, 2), known };
  },
  given: ({ answers, known }) => discerning(answers, known),
  judge: ({ answers, known }) => [keepsMatches(answers, known)],
});
