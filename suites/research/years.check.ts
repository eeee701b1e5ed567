import { check, every, succeeded } from '../../src/check/index.ts';
import { finds, type Hunt, hunt, pagesOfHunts } from './hunts.ts';
import type { Found, Query } from './search-results.ts';
import { knownPapers } from './walks.ts';

/**
 * A known paper of exactly the year of one bound, hunted for with that bound alone and with the other bound a year away,
 * so that the other one cannot be what leaves it out.
 */
function onBound(clause: string, boundsOf: (year: number) => readonly Query[], extreme: (years: readonly number[]) => number) {
  return check({
    clause,
    async act(tools) {
      const papers = papersOnBound(await knownPapers(tools), extreme);
      const hunts: Hunt[] = [];
      for (const paper of papers) for (const query of boundsOf(paper.year)) hunts.push(await hunt(tools, paper.id, query, { systemType: paper.systemType, ...query }));
      return { hunts };
    },
    given: ({ hunts }) => pagesOfHunts(hunts).map((page) => succeeded(page)),
    judge: ({ hunts }) => [every(hunts, 'paper of a year within both bounds', (one) => finds(one, `its own year as the bound (${queryOf(one)})`))],
  });
}

function queryOf({ searches }: Hunt): string {
  return JSON.stringify(searches[0]?.[0]?.request.query ?? {});
}

/** Of the extreme year, where few results share the bound, and of a year in the middle. */
function papersOnBound(known: readonly Found[], extreme: (years: readonly number[]) => number): readonly Found[] {
  const usable = known.filter(({ year }) => year > 1990 && year < 2100);
  const years = usable.map(({ year }) => year).toSorted((a, b) => a - b);
  const wanted = [extreme(years), years[Math.floor(years.length / 2)]];
  return [...new Set(wanted)].flatMap((year) => usable.findLast((paper) => paper.year === year) ?? []);
}

export const yearStartIsInclusive = onBound('searchPapers/year-start-is-inclusive', (year) => [{ yearStart: year }, { yearStart: year, yearEnd: year + 1 }], (years) => Math.max(...years));

export const yearEndIsInclusive = onBound('searchPapers/year-end-is-inclusive', (year) => [{ yearEnd: year }, { yearStart: year - 1, yearEnd: year }], (years) => Math.min(...years));
