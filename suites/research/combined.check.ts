import { check, every, type Exchange, holds, accepted, type Tools } from '../../src/check/index.ts';
import { filtered, pagesIn } from './filters.ts';
import { fulfilling } from './matching.ts';
import { everyPage, type Walks } from './paged.ts';
import { exactTypes, usableYears, yearAt } from './probes.ts';
import { countIn, type Found, LARGEST_PAGE, type Query, search } from './search-results.ts';
import { knownPapers, repeated, steady, type Walk, walk } from './walks.ts';
import { dividingWord, NONSENSE } from './words.ts';

const PAGES = 3;

/** A word beside every filter, page by page, once per run. */
function searched(tools: Tools): Promise<Walks> {
  return tools.shared('searches with everything combined', async () => {
    const known = await knownPapers(tools);
    const walks: Walk[] = [];
    for (const filters of known.length === 0 ? [] : narrowingsOf(known))
      walks.push(...(await searchBeside(tools, filters, known)));
    return { walks };
  });
}

function narrowingsOf(known: readonly Found[]): readonly Query[] {
  const years = usableYears(known);
  const [yearStart, yearEnd] = [yearAt(years, 0.25), yearAt(years, 0.75)];
  const ofYears = yearStart === undefined ? [] : [{ yearStart }, { yearEnd }, { yearStart, yearEnd }];
  return [...exactTypes(known).map((systemType) => ({ systemType })), ...ofYears];
}

/** In pages of which several are there: every search finds a word where it stands in the title. */
async function searchBeside(tools: Tools, filters: Query, known: readonly Found[]): Promise<readonly Walk[]> {
  const titles = fulfilling(filters, known).map(({ title }) => title);
  const q = dividingWord(titles);
  const having = titles.filter((title) => title.includes(q)).length;
  if (having < 2) return [];
  const pageSize = Math.min(LARGEST_PAGE, Math.max(1, Math.floor(having / PAGES)));
  return [await walk(tools, { q, ...filters, pageSize }, PAGES)];
}

function allSteady({ walks }: Walks) {
  return steady(walks);
}

export const qNarrowsWithinFiltersCombined = check({
  clause: 'searchPapers/q-narrows-within-filters',
  variant: 'combined',
  depth: 'deep',
  act: searched,
  given: ({ walks }) => pagesIn(walks).map((page) => accepted(page)),
  judge: (all) => [filtered(everyPage(all))],
});

export const pagesDoNotOverlapCombined = check({
  clause: 'searchPapers/pages-do-not-overlap',
  variant: 'combined',
  depth: 'deep',
  act: searched,
  given: allSteady,
  judge: ({ walks }) => [every(walks, 'search of several pages', ({ pages }) => withoutRepetition(pages))],
});

function withoutRepetition(pages: readonly Exchange[]) {
  const twice = repeated(pages);
  return twice === undefined
    ? () => undefined
    : holds(false, twice.page, {
        expected: 'papers that stand on no other page and once on this one',
        actual: `paper ${twice.id} a second time`,
      });
}

export const totalIsSameOnEveryPageCombined = check({
  clause: 'searchPapers/total-is-same-on-every-page',
  variant: 'combined',
  depth: 'deep',
  act: searched,
  given: allSteady,
  judge: ({ walks }) => [every(walks, 'search of several pages', ({ pages }) => oneTotal(pages))],
});

function oneTotal([first, ...later]: readonly Exchange[]) {
  const odd = later.find((page) => first !== undefined && countIn(page, 'totalCount') !== countIn(first, 'totalCount'));
  return first === undefined || odd === undefined
    ? () => undefined
    : holds(false, odd, {
        expected: `totalCount ${countIn(first, 'totalCount')}, as on the first page of this search`,
        actual: `totalCount ${countIn(odd, 'totalCount')}`,
      });
}

/** Filters take papers away from what words find, whatever a search goes by. */
export const qNarrowsCombined = check({
  clause: 'searchPapers/q-narrows',
  variant: 'combined',
  depth: 'deep',
  async act(tools) {
    const alone = await search(tools, { q: NONSENSE });
    const beside: Exchange[] = [];
    for (const filters of narrowingsOf(await knownPapers(tools)))
      beside.push(await search(tools, { q: NONSENSE, ...filters }));
    return { alone, beside };
  },
  given: ({ alone, beside }) => [alone, ...beside].map((answer) => accepted(answer)),
  judge: ({ alone, beside }) => [
    every(beside, 'filter', (answer) =>
      holds(countIn(answer, 'totalCount') <= countIn(alone, 'totalCount'), answer, {
        expected: `at most the ${countIn(alone, 'totalCount')} papers that such a word finds without filters`,
        actual: countIn(answer, 'totalCount'),
      }),
    ),
  ],
});
