import type { Ask } from './answer.ts';
import type { Model } from './model.ts';
import { latePages, paged, pagedSelection, sortedAtOnce } from './pages.ts';
import { type Bundle, pairs } from './pairs.ts';
import { searches } from './search-candidates.ts';
import { type Accepts, combinations, filterValues, singles } from './selections.ts';
import { wordsOf } from './texts.ts';
import { inOrder } from './values.ts';

/** The requests among which those are chosen that tell the most: from the declaration and the items that are known. */
export function candidatesOf(model: Model, accepts: Accepts): readonly Bundle[] {
  const { listing } = model;
  const values = new Map(listing.filters.map((filter) => [filter, filterValues(model, filter, accepts)]));
  const combined = combinations(model, values);
  const selections = [...singles(values), ...combined];
  const words = wordsOf(model);
  const late = latePages(model, values);
  const asks = [
    ...paged(model, {}),
    ...late.flat(),
    // All filters together, as far as they are three or more.
    ...combined.slice(-ALL_TOGETHER).flatMap((selection) => sortedAtOnce(model, selection)),
    ...selections.flatMap((selection, index) => pagedSelection(model, selection, index)),
    ...searches(model, values, words),
  ];
  const bundles = [
    ...asks.map((ask) => ({ asks: [ask] })),
    ...pairs(model, values, words),
    // What an answer that was kept for the page without a filter shows in place of those with one.
    ...late.map((pages) => ({ asks: pages })),
  ];
  return unique(
    bundles.map(({ asks: each, ...rest }) => ({
      ...rest,
      asks: each.map((ask) => inOrder(listing, { ...model.slice, ...ask })),
    })),
  ).filter(({ asks: each }) =>
    each.every((ask) => Object.entries(ask).every(([name, value]) => accepts(name, value)) && isWorth(model, ask)),
  );
}

/** So many combinations come last that have every filter in them. */
const ALL_TOGETHER = 3;

/** A page that lies within what is found, and bounds that leave room between them. */
function isWorth(model: Model, ask: Ask): boolean {
  const { listing } = model;
  const page = Number(ask[listing.page.parameter] ?? 1);
  const size = Number(ask[listing.size.parameter] ?? listing.defaults[listing.size.parameter] ?? 1);
  return page === 1 || (page - 1) * size < model.expectationOf(ask).least;
}

function unique(bundles: readonly Bundle[]): readonly Bundle[] {
  return [...new Map(bundles.map((bundle) => [JSON.stringify(bundle), bundle])).values()];
}
