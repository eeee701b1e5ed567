import { accepted, type Assertion, check, enough, type Exchange, holds, type Tools } from '../../src/check/index.ts';
import { leaveToGreaterDepth } from '../thrift.ts';
import { everySystemType, firstPage, type Paper, totalOf } from './listing.ts';
import { answersIn, found, hunt, huntInItsYear, type Hunt } from './hunts.ts';
import { middleType, rarestTypes } from './filter-values.ts';
import { askedPublicly, noMoreThan, nonsenseSearches } from './nonsense.ts';
import { ground } from './walks.ts';
import { hasWord, rarestWord } from './words.ts';

export const searchNarrows = check({
  clause: 'listPapers/search-narrows',
  act: async (tools) => ({
    whole: await firstPage(tools),
    searches: await nonsenseSearches(tools),
    beside: await nonsenseBesideFilters(tools),
  }),
  given: ({ whole, searches, beside }) => [
    ...[whole, ...searches, ...beside].map((answer) => accepted(answer)),
    enough(totalOf(whole) > 0, 'there are no papers'),
  ],
  judge: ({ whole, searches, beside }) => [
    ...searches.map((answer) =>
      holds(totalOf(answer) < totalOf(whole), answer, {
        expected: `fewer than all ${totalOf(whole)} papers for a word that none has`,
        actual: totalOf(answer),
        at: '/data/pagination/total',
      }),
    ),
    ...beside.map((answer) => noMoreThan(searches, answer)),
  ],
});

async function nonsenseBesideFilters(tools: Tools): Promise<readonly Exchange[]> {
  const { answer, control = answer } = await askedPublicly(tools);
  return control === undefined ? [] : [control];
}

export const publicWithEveryParameter = check({
  clause: 'listPapers/public-with-every-parameter',
  async act(tools) {
    leaveToGreaterDepth(tools, false);
    return askedPublicly(tools);
  },
  given: ({ answer, control }) => [
    enough(answer !== undefined, 'there are no papers'),
    ...(control === undefined ? [] : [accepted(control)]),
  ],
  judge: ({ answer }) => (answer === undefined ? [] : [accepted(answer)]),
});

type Hunts = { readonly hunts: readonly Hunt[] };

async function huntAll(
  tools: Tools,
  wanted: readonly { readonly paper: Paper; readonly search: string }[],
): Promise<Hunts> {
  const hunts: Hunt[] = [];
  for (const { paper, search } of wanted) hunts.push(await hunt(tools, paper, { search }));
  return { hunts };
}

function huntsAnswered({ hunts }: Hunts): readonly Assertion[] {
  return [
    ...answersIn(hunts).map((answer) => accepted(answer)),
    enough(hunts.length > 0, 'no known paper is fit to be searched for'),
  ];
}

export const searchFindsTitle = check({
  clause: 'listPapers/search-finds-title',
  async act(tools) {
    if (tools.thrifty) return { hunts: (await huntInItsYear(tools)).flatMap(({ alone, within }) => [alone ?? within]) };
    const { papers } = await ground(tools);
    return huntAll(
      tools,
      telling(papers.filter(({ title }) => title.trim() !== '')).map((paper) => ({ paper, search: paper.title })),
    );
  },
  given: huntsAnswered,
  judge: ({ hunts }) => hunts.map((one) => found(one)),
});

/** The last paper in the list, the one with the longest title, and the longest with letters beyond ASCII. */
function telling(papers: readonly Paper[]): readonly Paper[] {
  const byLength = [...papers].sort((a, b) => a.title.length - b.title.length);
  const accented = byLength.findLast(({ title }) => /[^\p{ASCII}]/u.test(title));
  const chosen = [papers.at(-1), byLength.at(-1), accented];
  return [...new Set(chosen.filter((paper) => paper !== undefined))];
}

export const searchMatchesAbstract = check({
  clause: 'listPapers/search-matches-abstract',
  async act(tools) {
    const { papers } = await ground(tools);
    const texts = papers.map(({ abstract }) => abstract);
    const tried = spread(papers, 3)
      .slice(1, 2)
      .flatMap((paper) => {
        const search = rarestWord(paper.abstract, paper.title, texts);
        return search === undefined ? [] : [{ paper, search }];
      });
    return huntAll(tools, tried);
  },
  given: huntsAnswered,
  judge: ({ hunts }) => hunts.map((one) => found(one)),
});

function spread<T>(items: readonly T[], count: number): readonly T[] {
  const picked = Array.from(
    { length: count },
    (_, index) => items[Math.floor(((items.length - 1) * index) / Math.max(1, count - 1))],
  );
  return [...new Set(picked.filter((item) => item !== undefined))];
}

/** The rarest types, for a search of the others finds more than a page. */
const TYPES = 3;

function typesToSearch(tools: Tools, papers: readonly Paper[]): readonly string[] {
  if (tools.thrifty) return [middleType(papers) ?? ''].filter((type) => type !== '');
  const known = new Set(everySystemType(tools));
  return rarestTypes(papers)
    .filter((type) => known.has(type))
    .slice(0, TYPES);
}

/** Papers are preferred whose title and abstract do not name their type: there a search can match the type itself only. */
export const searchMatchesSystemType = check({
  clause: 'listPapers/search-matches-system-type',
  async act(tools) {
    const { papers } = await ground(tools);
    return huntAll(
      tools,
      typesToSearch(tools, papers).flatMap((search) => {
        const ofType = papers.filter(({ systemType }) => systemType === search);
        const silent = ofType.filter(({ title, abstract }) => !hasWord(title, search) && !hasWord(abstract, search));
        const paper = silent.at(-1) ?? ofType.at(-1);
        return paper === undefined ? [] : [{ paper, search }];
      }),
    );
  },
  given: huntsAnswered,
  judge: ({ hunts }) => hunts.map((one) => found(one)),
});
