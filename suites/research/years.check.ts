import { type Assertion, check, every, holds, isSuccess, accepted, type Tools } from '../../src/check/index.ts';
import { isSound } from './blame.ts';
import { narrowed, pagesIn } from './filters.ts';
import { finds, type Hunt, hunt, pagesOfHunts } from './hunts.ts';
import { filtersOf, fulfilling, isExact, lostIn, queryOf } from './matching.ts';
import type { Found, Query } from './search-results.ts';
import { knownPapers, papersIn, type Walk } from './walks.ts';

type Bound = 'yearStart' | 'yearEnd';

/**
 * Papers of exactly the year of one bound: in the whole results of searches by years, or, where no result was seen whole,
 * a known paper hunted for with that bound alone and with the other bound a year away, so that the other one cannot be
 * what leaves it out.
 */
function onBound(
  bound: Bound,
  clause: string,
  boundsOf: (year: number) => readonly Query[],
  extreme: (years: readonly number[]) => number,
) {
  return check({
    clause,
    async act(tools) {
      const { walks, known } = await narrowed(tools);
      const whole = walks.filter(
        (one) => isExact(one) && hasOnBound(one, bound, known) && (isOfYears(one) || isSound(tools, one, known)),
      );
      return { walks: whole, known, hunts: whole.length > 0 ? [] : await hunts(tools, boundsOf, extreme) };
    },
    given: ({ walks, hunts: all }) => [...pagesIn(walks), ...pagesOfHunts(all)].map((page) => accepted(page)),
    judge: ({ walks, known, hunts: all }) => [
      ...walks.map((one) => keepsItsYear(one, bound, known)),
      ...(walks.length > 0
        ? []
        : [
            every(all, 'paper of a year within both bounds', (one) =>
              finds(one, `its own year as the bound (${queryOfHunt(one)})`),
            ),
          ]),
    ],
  });
}

/** By years alone. */
function isOfYears(one: Walk): boolean {
  return filtersOf(one).every((name) => name === 'yearStart' || name === 'yearEnd');
}

/** From one year to a later one, with known papers of the one that is the bound. */
function hasOnBound(one: Walk, bound: Bound, known: readonly Found[]): boolean {
  const query = queryOf(one);
  const year = query[bound];
  return (
    year !== undefined &&
    query['yearStart'] !== query['yearEnd'] &&
    fulfilling({ ...query, yearStart: year, yearEnd: year }, known).length > 0
  );
}

/** A result that has nothing of its other years either is no matter of the bound. */
function keepsItsYear(one: Walk, bound: Bound, known: readonly Found[]): Assertion {
  const year = Number(queryOf(one)[bound]);
  const lost = lostIn(one, known, (paper) => paper.year === year);
  const [answer] = one.pages;
  if (answer === undefined || papersIn(one).length === 0 || !isSuccess(answer))
    return () => ({ kind: 'not-shown', as: 'inconclusive', reason: 'a search by years finds nothing' });
  return holds(lost === undefined, answer, {
    expected: `paper ${lost?.id ?? ''} of ${year} among the results for ${JSON.stringify(queryOf(one))}`,
    actual: `${papersIn(one).length} results without it`,
  });
}

async function hunts(
  tools: Tools,
  boundsOf: (year: number) => readonly Query[],
  extreme: (years: readonly number[]) => number,
): Promise<readonly Hunt[]> {
  const found: Hunt[] = [];
  const most = tools.thrifty ? 1 : undefined;
  for (const paper of papersOnBound(await knownPapers(tools), extreme).slice(0, most)) {
    for (const query of boundsOf(paper.year).slice(0, most))
      found.push(await hunt(tools, paper.id, query, { systemType: paper.systemType, ...query }));
  }
  return found;
}

function queryOfHunt({ searches }: Hunt): string {
  return JSON.stringify(searches[0]?.[0]?.request.query ?? {});
}

/** Of the extreme year, where few results share the bound, and of a year in the middle. */
function papersOnBound(known: readonly Found[], extreme: (years: readonly number[]) => number): readonly Found[] {
  const usable = known.filter(({ year }) => year > 1990 && year < 2100);
  const years = usable.map(({ year }) => year).toSorted((a, b) => a - b);
  const wanted = [extreme(years), years[Math.floor(years.length / 2)]];
  return [...new Set(wanted)].flatMap((year) => usable.findLast((paper) => paper.year === year) ?? []);
}

export const yearStartIsInclusive = onBound(
  'yearStart',
  'searchPapers/year-start-is-inclusive',
  (year) => [{ yearStart: year }, { yearStart: year, yearEnd: year + 1 }],
  (years) => Math.max(...years),
);

export const yearEndIsInclusive = onBound(
  'yearEnd',
  'searchPapers/year-end-is-inclusive',
  (year) => [{ yearEnd: year }, { yearStart: year - 1, yearEnd: year }],
  (years) => Math.min(...years),
);
