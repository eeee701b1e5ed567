import type { Exchange, Tools } from '../../src/check/index.ts';
import { combinations, valuesOf } from './filter-values.ts';
import { fitting } from './fits.ts';
import { askAgain, largestPage, list, listAll, type Paper, totalOf } from './listing.ts';
import { firstOfType, ground, LATE, longWalk, mostCommon, onPage, stretch, type Walk, type Walks } from './walks.ts';
import { hasWord } from './words.ts';

/**
 * The listings that are paged through, once per run: the known part in the largest pages, in many pages under one sort,
 * late pages of the unsorted listing and of one type, and one of a search. A fault may sit on a late page or at one page size alone.
 */
export function everyWalk(tools: Tools): Promise<Walks> {
  return tools.shared('walks through listings', async () => {
    const known = await ground(tools);
    const late = await onPage(tools, known.papers.length, {}, [LATE]);
    const typed =
      known.papers.length === 0 ? [] : [await typedWalk(tools, known.papers), await searchedWalk(tools, known.papers)];
    return {
      walks: [known.walk, await longWalk(tools), await stretch(tools, late), ...typed].filter(
        ({ pages }) => pages.length > 0,
      ),
    };
  });
}

/** Two late pages of the most common type; its first page is asked for between them, so that its total can be told from theirs. */
async function typedWalk(tools: Tools, papers: readonly Paper[]): Promise<Walk> {
  const systemType = mostCommon(papers.map((paper) => paper.systemType));
  const known = papers.filter((paper) => paper.systemType === systemType).length;
  const limit = Math.min(largestPage(tools), Math.max(1, Math.floor(known / LATE)));
  const pages = known < LATE ? [1, 2] : [LATE - 1, LATE];
  const before = await listAll(
    tools,
    pages.slice(0, 1).map((page) => ({ systemType, page, limit })),
  );
  const between = await list(tools, firstOfType(tools, systemType));
  const after = await listAll(
    tools,
    pages
      .slice(1)
      .filter((page) => page * limit <= known)
      .map((page) => ({ systemType, page, limit })),
  );
  return stretch(tools, [...before, ...after], between);
}

/** The second page of a search; its largest first page stands beside it, so that its total can be told from theirs. */
async function searchedWalk(tools: Tools, papers: readonly Paper[]): Promise<Walk> {
  const query = combinations(await valuesOf(tools, 'known whole', papers)).find((one) => 'search' in one);
  const word = String(query?.['search']);
  const known = query === undefined ? [] : fitting(papers, query).filter(({ title }) => hasWord(title, word));
  const [second] = query === undefined || known.length < 2 ? [] : await onPage(tools, known.length, query, [2]);
  if (second === undefined) return stretch(tools, []);
  return besideFirst(tools, second, await list(tools, { ...query, page: 1, limit: largestPage(tools) }));
}

/** Where their totals differ both once more in a row: either may have been asked for long before. */
async function besideFirst(tools: Tools, second: Exchange, first: Exchange): Promise<Walk> {
  if (totalOf(second) === totalOf(first)) return { pages: [second], again: second, between: first };
  const pages = [await askAgain(tools, second)];
  const between = await askAgain(tools, first);
  return { pages, between, again: await askAgain(tools, second) };
}
