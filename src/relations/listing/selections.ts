import type { Filter } from '../../contract/listing-node.ts';
import { countsOf } from '../../groups.ts';
import type { Query } from './answer.ts';
import type { Item, Model } from './model.ts';
import { elementsOf, hash, inOrder, measure } from './values.ts';

/** Does the schema of the parameter accept this value? Candidates use no others. */
export type Accepts = (parameter: string, value: string) => boolean;

/** Values of a filter, on items and between them: rare and frequent ones, low and high ones. */
export function filterValues(
  { items, listing }: Model,
  { parameter, member, relation }: Filter,
  accepts: Accepts,
): readonly string[] {
  const counts = countsOf(items.flatMap((item) => elementsOf(item, member)));
  if (relation === 'equals') {
    const known = [...counts].toSorted((a, b) => a[1] - b[1]).map(([value]) => value);
    return [...known.slice(0, 3), ...known.slice(-3)].filter(
      (value, index, all) => all.indexOf(value) === index && accepts(parameter, value),
    );
  }
  const sorted = [...counts.keys()]
    .filter((value) => accepts(parameter, value))
    .toSorted((a, b) => (measure(a) ?? Number(a)) - (measure(b) ?? Number(b)));
  const common = [...counts]
    .filter(([value]) => accepts(parameter, value))
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 2)
    .map(([value]) => value);
  const spread = [0.15, 0.5, 0.85].flatMap((share) => sorted[Math.floor((sorted.length - 1) * share)] ?? []);
  const between = listing.schemas[parameter]?.type === 'number' ? fractions(sorted, relation) : [];
  return [...new Set([...common, ...sorted.slice(0, 1), ...spread, ...sorted.slice(-1), ...between])].filter((value) =>
    accepts(parameter, value),
  );
}

/** Bounds whose fraction counts: an item lies between such a bound and the next whole number below it (above, if `at-most`). */
function fractions(sorted: readonly string[], relation: Filter['relation']): readonly string[] {
  const gaps = sorted.flatMap((value, index) => {
    const [low, high] = [Number(value), Number(sorted[index + 1])];
    const [from, to] =
      relation === 'at-most' ? [Math.max(low, Math.ceil(high) - 1), high] : [low, Math.min(high, Math.floor(low) + 1)];
    const middle = Math.round(((from + to) / 2) * 1000) / 1000;
    return middle > low && middle < high && !Number.isInteger(middle) ? [String(middle)] : [];
  });
  return [0.3, 0.7].flatMap((share) => gaps[Math.floor((gaps.length - 1) * share)] ?? []);
}

export type Values = ReadonlyMap<Filter, readonly string[]>;

export function singleFilters(values: Values): readonly Query[] {
  return [...values].flatMap(([{ parameter }, all]) => all.map((value) => ({ [parameter]: value })));
}

/** Requests with several filters: each pair, and all together. A known item passes them all, exactly or with room to spare. */
export function filterCombinations({ items, listing }: Model, values: Values): readonly Query[] {
  const filters = [...values.keys()].filter((filter) => (values.get(filter)?.length ?? 0) > 0);
  const sets = [
    ...filters.flatMap((one, index) => filters.slice(index + 1).map((other) => [one, other])),
    ...(filters.length > 2 ? [filters] : []),
  ];
  return sets.flatMap((set, index) =>
    pickItems(items.filter(hasAll(set)), set.length > 2 ? 2 : 1, index).flatMap((item) => {
      const exact = set.map((filter) => [filter.parameter, textOf(item, filter)] as const);
      const looser = set.map(
        (filter) => [filter.parameter, looserValue(filter, values.get(filter) ?? [], item)] as const,
      );
      const firstExact = [...exact.slice(0, 1), ...looser.slice(1)];
      return [exact, looser, firstExact].map((entries) => inOrder(listing, Object.fromEntries(entries)));
    }),
  );
}

function hasAll(filters: readonly Filter[]): (item: Item) => boolean {
  return (item) => filters.every(({ member }) => elementsOf(item, member).length > 0);
}

function textOf(item: Item, { member }: Filter): string {
  return elementsOf(item, member)[0] ?? '';
}

/** The nearest value of the filter that the item passes with room to spare, or else the item's own value. */
export function looserValue(filter: Filter, values: readonly string[], item: Item): string {
  const { relation } = filter;
  const own = textOf(item, filter);
  if (relation === 'equals') return own;
  const number = (value: string) => measure(value) ?? Number(value);
  const fitting = values.filter((value) =>
    relation === 'at-least' ? number(value) < number(own) : number(value) > number(own),
  );
  const ranked = fitting.toSorted((a, b) => Math.abs(number(a) - number(own)) - Math.abs(number(b) - number(own)));
  return ranked[0] ?? own;
}

/** This many items in pseudo-random order; another seed picks others. */
function pickItems(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const ranked = items.map((item) => ({ item, rank: hash(`${item.key} ${seed}`) }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ item }) => item);
}
