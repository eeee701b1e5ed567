import type { Ask } from './answer.ts';
import type { Model } from './model.ts';
import { largest, paged, pagedSelection, sortsOf } from './pages.ts';
import { type Bundle, pairs } from './pairs.ts';
import { type Accepts, combinations, filterValues, singles, type Values, wider } from './selections.ts';
import { commonText, NONSENSE, ODD_TEXTS, textsOf } from './texts.ts';
import { inOrder } from './values.ts';

/** The requests among which those are chosen that tell the most: from the declaration and the items that are known. */
export function candidatesOf(model: Model, accepts: Accepts): readonly Bundle[] {
  const { listing } = model;
  const values = new Map(listing.filters.map((filter) => [filter, filterValues(model, filter, accepts)]));
  const selections = [...singles(values), ...combinations(model, values)];
  const asks = [
    ...paged(model, {}),
    ...selections.flatMap((selection, index) => pagedSelection(model, selection, index)),
    ...searches(model, values),
  ];
  const bundles = [...asks.map((ask) => ({ asks: [ask] })), ...pairs(model, values)];
  return unique(
    bundles.map(({ asks: each, ...rest }) => ({
      ...rest,
      asks: each.map((ask) => inOrder(listing, { ...model.slice, ...ask })),
    })),
  ).filter(({ asks: each }) =>
    each.every((ask) => Object.entries(ask).every(([name, value]) => accepts(name, value)) && isWorth(model, ask)),
  );
}

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

/** Searches for what stands in a member and for what stands nowhere, beside each filter and sort, and on small pages. */
function searches(model: Model, values: Values): readonly Ask[] {
  const { listing } = model;
  const { search, size, page } = listing;
  if (search === undefined || model.items.length === 0) return [];
  const most = String(largest(listing));
  const full = { [page.parameter]: '1', [size.parameter]: most };
  const sorts = sortsOf(listing);
  const known = textsOf(model).flatMap(({ item, text }, index) => {
    const ask = { [search.parameter]: text, ...full };
    const filters = [...values.keys()].filter(({ member }) =>
      ['string', 'number'].includes(typeof item.values[member]),
    );
    const [filter] = filters.length === 0 ? [] : [filters[index % filters.length]];
    return [
      ask,
      { ...ask, ...sorts[index % sorts.length] },
      ...(filter === undefined ? [] : [{ ...ask, [filter.parameter]: wider(filter, values.get(filter) ?? [], item) }]),
    ];
  });
  const common = commonText(model);
  const nonsense = { [search.parameter]: NONSENSE };
  const selections: readonly Ask[] = [
    {},
    ...singles(values).filter((_, index) => index % 2 === 0),
    ...combinations(model, values).slice(-3),
  ];
  return [
    ...known,
    ...(common === undefined ? [] : sorts.map((sort) => ({ [search.parameter]: common, ...sort, ...full }))),
    ...selections.map((selection) => ({ ...nonsense, ...selection })),
    ...selections.slice(0, 1).flatMap(() => sorts.map((sort) => ({ ...nonsense, ...sort, ...full }))),
    ...combinations(model, values)
      .slice(-2)
      .map((selection, index) => ({ ...nonsense, ...selection, ...sorts[index + 1], ...full })),
    { ...nonsense, [size.parameter]: '7' },
    ...ODD_TEXTS.map((text) => ({ [search.parameter]: text, [size.parameter]: '5' })),
  ];
}
