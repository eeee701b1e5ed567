import {
  type Assertion,
  check,
  enough,
  type Exchange,
  holds,
  numberAt,
  accepted,
  type Tools,
} from '../../src/check/index.ts';
import { combinations, valuesOf } from './filter-values.ts';
import { fitting } from './fits.ts';
import { largestPage, list, listAll, papersOf, totalOf } from './listing.ts';
import { servedProbes, walks } from './thrifty.ts';
import { ground, pagesOf } from './walks.ts';

type Listings = {
  /** A listing of everything, for the size of the corpus. */
  readonly whole: Exchange;
  readonly listings: readonly Exchange[];
};

/** Listings of every kind: pages early and late, filtered, searched, and sorted. */
async function listingsOfEveryKind(tools: Tools): Promise<Listings> {
  if (tools.thrifty) return { whole: await list(tools, {}), listings: await sharedListings(tools) };
  const { papers } = await ground(tools);
  const filters = papers.length === 0 ? [] : combinations(await valuesOf(tools, 'known whole', papers));
  const limit = largestPage(tools);
  const filtered = await listAll(
    tools,
    filters.map((query) => ({ ...query, page: 1, limit })),
  );
  return { whole: await list(tools, {}), listings: [...pagesOf(await walks(tools)), ...filtered] };
}

async function sharedListings(tools: Tools): Promise<readonly Exchange[]> {
  const { walk } = await ground(tools);
  return [...walk.pages, ...(await servedProbes(tools)).flatMap(({ pages }) => pages)];
}

function everyAnswer({ whole, listings }: Listings): readonly Exchange[] {
  return [whole, ...listings];
}

function answered(all: Listings): readonly Assertion[] {
  const filled = everyAnswer(all).some((answer) => papersOf(answer).length > 0);
  return [...everyAnswer(all).map((answer) => accepted(answer)), enough(filled, 'every listing is empty')];
}

/** Whether stats are about the result or about the corpus is left open: of a filtered listing both totals are right. */
export const totalResultsIsTotal = check({
  clause: 'listPapers/total-results-is-total',
  act: listingsOfEveryKind,
  given: answered,
  judge: (all) =>
    everyAnswer(all).map((answer) => {
      const [total, whole] = [totalOf(answer), totalOf(all.whole)];
      const counted = numberAt(answer, '/data/stats/totalResults') ?? Number.NaN;
      // The corpus may have grown since it was counted.
      return holds(counted === total || (total < whole && counted >= whole), answer, {
        expected: `totalResults ${total}`,
        actual: counted,
        at: '/data/stats/totalResults',
      });
    }),
});

export const yearRangeIsOrdered = check({
  clause: 'listPapers/year-range-is-ordered',
  act: listingsOfEveryKind,
  given: answered,
  judge: (all) =>
    withYears(all).map((answer) => {
      const { min, max } = yearRange(answer);
      return holds(min <= max, answer, {
        expected: 'yearRange.min not after yearRange.max',
        actual: `${min} to ${max}`,
        at: '/data/stats/yearRange',
      });
    }),
});

export const yearRangeCoversThePapers = check({
  clause: 'listPapers/year-range-covers-the-papers',
  act: listingsOfEveryKind,
  given: answered,
  judge: (all) =>
    withYears(all).map((answer) => {
      const { min, max } = yearRange(answer);
      // A paper that a filter should have kept out is that filter's matter.
      const odd = fitting(papersOf(answer), answer.request.query).find(
        ({ year }) => year < Math.min(min, max) || year > Math.max(min, max),
      );
      return holds(odd === undefined, answer, {
        expected: `years within ${min} to ${max}`,
        actual: `paper ${odd?.id ?? ''} of ${odd?.year ?? ''}`,
        at: '/data/stats/yearRange',
      });
    }),
});

/** Of an empty result nothing is said. */
function withYears(all: Listings): readonly Exchange[] {
  return everyAnswer(all).filter((answer) => papersOf(answer).length > 0);
}

function yearRange(answer: Exchange): { readonly min: number; readonly max: number } {
  return {
    min: numberAt(answer, '/data/stats/yearRange/min') ?? Number.NaN,
    max: numberAt(answer, '/data/stats/yearRange/max') ?? Number.NaN,
  };
}
