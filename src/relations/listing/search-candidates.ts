import type { Filter, Search } from '../../contract/document.ts';
import type { Query } from './answer.ts';
import { type Item, type Model, MUST } from './model.ts';
import { largest, sortsOf, windowOf } from './pages.ts';
import { filterCombinations, looserValue, singleFilters, type Values } from './selections.ts';
import { UNKNOWN_WORD, UNUSUAL_TEXTS, type Words } from './texts.ts';
import { measure } from './values.ts';

/** Searches for what stands in a member and for what stands nowhere, beside each filter and sort, and on small pages. */
export function searches(model: Model, values: Values, words: Words): readonly Query[] {
  const { search } = model.listing;
  if (search === undefined || model.items.length === 0) return [];
  return [
    ...forKnown(model, search, values, words),
    ...(words.common === undefined ? [] : forCommon(model, search, values, words.common)),
    ...forNothing(model, search, values),
    // With nothing beside them: what fails is then the text.
    ...UNUSUAL_TEXTS.map((text) => ({ [search.parameter]: text })),
  ];
}

/** Everything that is found on one page. */
function onOnePage({ listing }: Model): Query {
  return windowOf(listing, 1, largest(listing));
}

/** A text by which an item has to be found: alone, sorted, and beside a filter that the item passes with room to spare. */
function forKnown(model: Model, { parameter }: Search, values: Values, { texts }: Words): readonly Query[] {
  const sorts = sortsOf(model.listing);
  return texts.flatMap(({ item, text }, index) => {
    const query = { [parameter]: text, ...onOnePage(model) };
    const filters = [...values.keys()].filter(({ member }) =>
      ['string', 'number'].includes(typeof item.values[member]),
    );
    const filter = filters[index % Math.max(1, filters.length)];
    return [
      query,
      { ...query, ...sorts[index % sorts.length] },
      ...(filter === undefined
        ? []
        : [{ ...query, [filter.parameter]: looserValue(filter, values.get(filter) ?? [], item) }]),
    ];
  });
}

/** A text that many items have, by each sort and beside filters. */
function forCommon(model: Model, search: Search, values: Values, common: string): readonly Query[] {
  const sorts = sortsOf(model.listing);
  return commonSelections(model, search, values, common).flatMap((selection, index) =>
    (index === 0 ? sorts : [sorts[index % sorts.length]]).map((sort) => ({
      ...selection,
      ...sort,
      ...onOnePage(model),
    })),
  );
}

/** A text that many items have: alone, and beside filters that take away some of those items, one by one and together. */
export function commonSelections(
  model: Model,
  { parameter }: Search,
  values: Values,
  common: string,
): readonly Query[] {
  const search = { [parameter]: common };
  const { classes } = model.expectationOf({ ...model.slice, ...search });
  const found = model.items.filter(({ index }) => classes[index] === MUST);
  const each = [...values.keys()].flatMap((filter) => {
    const value = dividing(filter, values.get(filter) ?? [], found);
    return value === undefined ? [] : [{ [filter.parameter]: value }];
  });
  const pairwise = each.flatMap((one, index) => each.slice(index + 1).map((other) => ({ ...one, ...other })));
  const all: Query = Object.assign({}, ...each) as Query;
  return [{}, ...each, ...pairwise, all].map((selection) => ({ ...search, ...selection }));
}

/** A value of the filter that some of these items pass and others do not: about two thirds, where there is such a one. */
function dividing({ member, relation }: Filter, values: readonly string[], items: readonly Item[]): string | undefined {
  const number = (value: unknown) => measure(value) ?? Number(value);
  const share = (value: string) =>
    items.filter(({ values: own }) =>
      relation === 'equals'
        ? String(own[member]) === value
        : relation === 'at-least'
          ? number(own[member]) >= number(value)
          : number(own[member]) <= number(value),
    ).length / items.length;
  const rated = values.map((value) => ({ value, share: share(value) })).filter((one) => one.share > 0 && one.share < 1);
  return rated.toSorted((a, b) => Math.abs(a.share - 2 / 3) - Math.abs(b.share - 2 / 3))[0]?.value;
}

/**
 * A word that no item has: alone, beside every third filter value, beside the last few combinations of filters, by each sort
 * with and without filters, and with a page size of its own.
 */
function forNothing(model: Model, { parameter }: Search, values: Values): readonly Query[] {
  const { listing } = model;
  const unknownWord = { [parameter]: UNKNOWN_WORD };
  const full = onOnePage(model);
  const sorts = sortsOf(listing);
  const several = filterCombinations(model, values).slice(-3);
  const selections: readonly Query[] = [{}, ...singleFilters(values).filter((_, index) => index % 3 === 0), ...several];
  return [
    ...selections.map((selection) => ({ ...unknownWord, ...selection })),
    ...sorts.map((sort) => ({ ...unknownWord, ...sort, ...full })),
    ...sorts.map((sort, index) => ({
      ...unknownWord,
      ...several[index % Math.max(1, several.length)],
      ...sort,
      ...full,
    })),
    { ...unknownWord, [listing.size.parameter]: '7' },
  ];
}
