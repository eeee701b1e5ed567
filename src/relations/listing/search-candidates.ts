import type { Filter, Search } from '../../contract/listing-node.ts';
import type { Query } from './answer.ts';
import { type Item, type Model, MUST } from './model.ts';
import { sortsOf, windowOf } from './pages.ts';
import { filterCombinations, looserValue, singleFilters, type Values } from './selections.ts';
import { UNKNOWN_WORD, UNUSUAL_TEXTS, type Words } from './texts.ts';
import { largestSize, measure } from './values.ts';

/** Searches for texts of items, for an unknown word and for unusual texts; the first two also with filters and sorts. */
export function searches(model: Model, values: Values, words: Words): readonly Query[] {
  const { search } = model.listing;
  if (search === undefined || model.items.length === 0) return [];
  return [
    ...forKnownTexts(model, search, values, words),
    ...(words.common === undefined ? [] : forCommonText(model, search, values, words.common)),
    ...forUnknownWord(model, search, values),
    // Without other parameters: if such a request fails, the text is the cause.
    ...UNUSUAL_TEXTS.map((text) => ({ [search.parameter]: text })),
  ];
}

function onOnePage({ listing }: Model): Query {
  return windowOf(listing, 1, largestSize(listing));
}

/** A text by which an item must be found: alone, sorted, and with a filter that the item passes with room to spare. */
function forKnownTexts(model: Model, { parameter }: Search, values: Values, { texts }: Words): readonly Query[] {
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

/** A text that many items have, by each sort and with filters. */
function forCommonText(model: Model, search: Search, values: Values, common: string): readonly Query[] {
  const sorts = sortsOf(model.listing);
  return commonSelections(model, search, values, common).flatMap((selection, index) =>
    (index === 0 ? sorts : [sorts[index % sorts.length]]).map((sort) => ({
      ...selection,
      ...sort,
      ...onOnePage(model),
    })),
  );
}

/** A text that many items have: alone, and with filters that exclude some of them, one by one, in pairs and all together. */
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

/** The value of the filter that nearest to two thirds of these items pass; undefined if none divides them. */
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
 * A word that no item has: alone, with every third filter value, with the last few combinations of filters, by each sort with
 * and without filters, and with a small page size.
 */
function forUnknownWord(model: Model, { parameter }: Search, values: Values): readonly Query[] {
  const { listing } = model;
  const unknownWord = { [parameter]: UNKNOWN_WORD };
  const fullPage = onOnePage(model);
  const sorts = sortsOf(listing);
  const several = filterCombinations(model, values).slice(-3);
  const selections: readonly Query[] = [{}, ...singleFilters(values).filter((_, index) => index % 3 === 0), ...several];
  return [
    ...selections.map((selection) => ({ ...unknownWord, ...selection })),
    ...sorts.map((sort) => ({ ...unknownWord, ...sort, ...fullPage })),
    ...sorts.map((sort, index) => ({
      ...unknownWord,
      ...several[index % Math.max(1, several.length)],
      ...sort,
      ...fullPage,
    })),
    { ...unknownWord, [listing.size.parameter]: '7' },
  ];
}
