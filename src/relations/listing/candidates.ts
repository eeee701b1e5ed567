import type { Query } from './answer.ts';
import type { Model } from './model.ts';
import { latePages, paged, pagedSelection, sortedAtOnce } from './pages.ts';
import { pairs, type RequestGroup } from './pairs.ts';
import { searches } from './search-candidates.ts';
import { type Accepts, filterCombinations, filterValues, singleFilters } from './selections.ts';
import { wordsOf } from './texts.ts';
import { inOrder, sizeOf } from './values.ts';
import { toWire } from './wire.ts';

/** The request groups to choose from, made from the declaration and the known items. */
export function candidatesOf(model: Model, accepts: Accepts): readonly RequestGroup[] {
  const { listing } = model;
  const values = new Map(listing.filters.map((filter) => [filter, filterValues(model, filter, accepts)]));
  const combined = filterCombinations(model, values);
  const selections = [...singleFilters(values), ...combined];
  const words = wordsOf(model);
  const late = latePages(model, values);
  const queries = [
    ...paged(model, {}),
    ...late.flat(),
    // All filters together, if there are several.
    ...combined.slice(-ALL_TOGETHER).flatMap((selection) => sortedAtOnce(model, selection)),
    ...selections.flatMap((selection, index) => pagedSelection(model, selection, index)),
    ...searches(model, values, words),
  ];
  const groups = [
    ...queries.map((query) => ({ queries: [query] })),
    ...pairs(model, values, words),
    // Late pages without and with a filter: a cache may answer one in place of the other.
    ...late.map((pages) => ({ queries: pages })),
  ];
  return unique(
    groups.map(({ queries: each, ...rest }) => ({
      ...rest,
      queries: each.map((query) => inOrder(listing, { ...model.slice, ...query })),
    })),
  ).filter(({ queries: each }) =>
    each.every(
      (query) =>
        Object.entries(toWire(model.listing, query)).every(([name, value]) => accepts(name, value)) &&
        isWithinResult(model, query),
    ),
  );
}

/** The last combinations have every filter in them. This many of them are used. */
const ALL_TOGETHER = 3;

/** Does the page lie within the items that the query finds? */
function isWithinResult(model: Model, query: Query): boolean {
  const { listing } = model;
  const page = Number(query[listing.page.parameter] ?? 1);
  const size = sizeOf(listing, query);
  return page === 1 || (page - 1) * (Number.isNaN(size) ? 1 : size) < model.expectationOf(query).least;
}

function unique(groups: readonly RequestGroup[]): readonly RequestGroup[] {
  return [...new Map(groups.map((group) => [JSON.stringify(group), group])).values()];
}
