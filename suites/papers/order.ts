import { type Assertion, type Exchange, holds } from '../../src/check/index.ts';
import { missed } from './fits.ts';
import { type Paper, papersOf } from './listing.ts';

/** The sorts that have an order which a client can see. */
export const SORTS = ['date', 'quality', 'citations'] as const;

export type Sort = (typeof SORTS)[number];

/** What each sort goes by. */
export const KEYS: Readonly<Record<Sort, (paper: Paper) => number>> = {
  date: ({ publicationDate }) => Date.parse(publicationDate),
  quality: ({ qualityScore }) => qualityScore,
  citations: ({ citationCount }) => citationCount,
};

/** One direction throughout; which one is left open, and so is the order of equal papers. What a filter should have kept out is not asked. */
export function oneDirection(pages: readonly Exchange[], sort: Sort): Assertion {
  const places = pages.flatMap((page) =>
    papersOf(page)
      .map((paper, index) => ({ page, index, paper, key: KEYS[sort](paper) }))
      .filter(({ paper }) => missed(paper, page.request.query) === undefined),
  );
  const steps = places.slice(1).map((place, index) => ({
    place,
    before: places[index],
    step: Math.sign(place.key - (places[index]?.key ?? place.key)),
  }));
  const direction =
    Math.sign(steps.reduce((sum, { step }) => sum + step, 0)) || steps.find(({ step }) => step !== 0)?.step;
  const against = steps.find(({ step }) => step !== 0 && step !== direction);
  if (against === undefined) return () => undefined;
  const { place, before } = against;
  return holds(false, place.page, {
    expected: `${sort} in one direction throughout the listing`,
    actual: `${shown(before?.key, sort)} of ${before?.paper.id ?? ''} followed by ${shown(place.key, sort)}`,
    at: `/data/papers/${place.index}`,
  });
}

function shown(key: number | undefined, sort: Sort): string {
  return sort === 'date' && key !== undefined ? new Date(key).toISOString() : String(key);
}
