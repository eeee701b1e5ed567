import { check, enough, type Exchange, isSuccess, accepted, type Tools } from '../../src/check/index.ts';
import { namedSystemTypes } from '../system-types.ts';
import {
  discerning,
  filtered,
  keepsMatches,
  type Narrowed,
  narrowed,
  narrowedBy,
  narrowedByOne,
  narrowing,
  pagesIn,
} from './filters.ts';
import { filtersOf, queryOf } from './matching.ts';
import { exactTypes } from './probes.ts';
import { type Found, LARGEST_PAGE, papersOf, search } from './search-results.ts';
import { isWholeWalk, knownPapers, typesByFrequency, walk, type Walk } from './walks.ts';

/** Alone where it was asked for alone, or is refused beside something else: then nothing beside it can be what is refused. */
export const systemTypeTakesCanonicalValues = check({
  clause: 'searchPapers/system-type-takes-canonical-values',
  async act(tools) {
    const { walks } = await narrowed(tools);
    const answers: Exchange[] = [];
    for (const type of namedSystemTypes(tools)) {
      const answer = answerFor(walks, type);
      if (answer !== undefined) answers.push(isSuccess(answer) ? answer : await search(tools, { systemType: type }));
    }
    return { answers };
  },
  judge: ({ answers }) => answers.map((answer) => accepted(answer)),
});

function answerFor(walks: readonly Walk[], type: string): Exchange | undefined {
  const asked = walks
    .filter((one) => queryOf(one)['systemType'] === type)
    .toSorted((a, b) => filtersOf(a).length - filtersOf(b).length);
  return asked[0]?.pages[0];
}

/**
 * A target may show fewer types than it filters by (the conflict about the types of search results), so a type counts
 * only where papers are shown under it.
 */
export const systemTypeFilters = check({
  clause: 'searchPapers/system-type-filters',
  act: (tools) => narrowedByOne(tools, 'systemType'),
  given: discerning,
  judge: ({ walks, known }) => [filtered(pagesIn(walks).filter((answer) => isShown(answer, known)))],
});

function isShown(answer: Exchange, known: readonly Found[]): boolean {
  return [...known, ...papersOf(answer)].some(({ systemType }) => systemType === answer.request.query['systemType']);
}

const MOST_TYPES = 17;
const MOST_PAGES = 5;

/** Every type that is shown, and every named one, by itself. */
export const systemTypeFiltersEachAlone = check({
  clause: 'searchPapers/system-type-filters',
  variant: 'thorough',
  depth: 'deep',
  async act(tools) {
    const { known } = await narrowed(tools);
    const types = [...new Set([...namedSystemTypes(tools), ...typesByFrequency(known)])].slice(0, MOST_TYPES);
    const walks: Walk[] = [];
    for (const systemType of types) walks.push(await walk(tools, { systemType, pageSize: LARGEST_PAGE }, MOST_PAGES));
    return { walks, known };
  },
  given: discerning,
  judge: ({ walks, known }) => [filtered(pagesIn(walks).filter((answer) => isShown(answer, known)))],
});

export const systemTypeKeepsMatches = check({
  clause: 'searchPapers/system-type-keeps-matches',
  act: byExactType,
  given: ({ walks }) => pagesIn(walks).map((answer) => accepted(answer)),
  judge: ({ walks, known }) => [keepsMatches(walks, known)],
});

/** The searches by one type alone; where none was seen whole, one year of each. */
async function byExactType(tools: Tools): Promise<Narrowed> {
  const { walks, known } = await narrowedByOne(tools, 'systemType');
  const exact = new Set(exactTypes(known));
  const mine = walks.filter((one) => exact.has(queryOf(one)['systemType'] ?? ''));
  return { walks: mine.some((one) => isWholeWalk(one)) ? mine : [...mine, ...(await yearsOf(tools, known))], known };
}

async function yearsOf(tools: Tools, known: readonly Found[]): Promise<readonly Walk[]> {
  const walks: Walk[] = [];
  for (const systemType of tools.thrifty ? exactTypes(known).slice(-1) : exactTypes(known).slice(0, 3)) {
    const year = known.find((paper) => paper.systemType === systemType && paper.year >= 1990)?.year;
    if (year !== undefined)
      walks.push({
        pages: [await search(tools, { systemType, yearStart: year, yearEnd: year, pageSize: LARGEST_PAGE })],
      });
  }
  return walks;
}

export const yearStartFilters = check({
  clause: 'searchPapers/year-start-filters',
  act: (tools) => narrowedByOne(tools, 'yearStart'),
  given: discerning,
  judge: narrowing,
});

export const yearEndFilters = check({
  clause: 'searchPapers/year-end-filters',
  act: (tools) => narrowedByOne(tools, 'yearEnd'),
  given: discerning,
  judge: narrowing,
});

const several = (names: readonly string[]) => names.length > 1 && !names.includes('q');

export const filtersCombine = check({
  clause: 'searchPapers/filters-combine',
  act: (tools) => narrowedBy(tools, several),
  given: discerning,
  judge: narrowing,
});

export const qNarrowsWithinFilters = check({
  clause: 'searchPapers/q-narrows-within-filters',
  act: (tools) => narrowedBy(tools, (names) => names.length > 1 && names.includes('q')),
  given: discerning,
  judge: narrowing,
});

export const combinedFiltersKeepMatches = check({
  clause: 'searchPapers/combined-filters-keep-matches',
  async act(tools) {
    const { walks, known } = await narrowedBy(tools, several);
    return {
      walks: walks.some((one) => isWholeWalk(one)) ? walks : await yearsOf(tools, await knownPapers(tools)),
      known,
    };
  },
  given: (all) => [...discerning(all), enough(all.walks.length > 0, 'there is nothing to narrow by')],
  judge: ({ walks, known }) => [keepsMatches(walks, known)],
});
