import type { Filter } from '../../contract/document.ts';
import type { Query } from './answer.ts';
import type { Item, Model } from './model.ts';
import { hash, inOrder, measure } from './values.ts';

/** What candidates may use: the parameter takes this value, as its schema says. */
export type Accepts = (parameter: string, value: string) => boolean;

/** Values of a filter that lie on items and between them: seldom ones and frequent ones, low ones and high ones. */
export function filterValues(
  { items, listing }: Model,
  { parameter, member, relation }: Filter,
  accepts: Accepts,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { values } of items) {
    const value = values[member];
    if (['string', 'number', 'boolean'].includes(typeof value))
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  }
  if (relation === 'equals') {
    const known = [...counts].toSorted((a, b) => a[1] - b[1]).map(([value]) => value);
    return [...known.slice(0, 3), ...known.slice(-3)].filter(
      (value, index, all) => all.indexOf(value) === index && accepts(parameter, value),
    );
  }
  const sorted = [...counts.keys()]
    .filter((value) => accepts(parameter, value))
    .toSorted((a, b) => (measure(a) ?? Number(a)) - (measure(b) ?? Number(b)));
  const busiest = [...counts]
    .filter(([value]) => accepts(parameter, value))
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 2)
    .map(([value]) => value);
  const spread = [0.15, 0.5, 0.85].flatMap((share) => sorted[Math.floor((sorted.length - 1) * share)] ?? []);
  const between = listing.schemas[parameter]?.type === 'number' ? fractions(sorted, relation) : [];
  return [...new Set([...busiest, ...sorted.slice(0, 1), ...spread, ...sorted.slice(-1), ...between])].filter((value) =>
    accepts(parameter, value),
  );
}

/** Bounds with a fraction that counts: an item lies between them and the whole number below, or above where they are upper bounds. */
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
      const wide = set.map(
        (filter) => [filter.parameter, looserValue(filter, values.get(filter) ?? [], item)] as const,
      );
      const firstExact = [...exact.slice(0, 1), ...wide.slice(1)];
      return [exact, wide, firstExact].map((entries) => inOrder(listing, Object.fromEntries(entries)));
    }),
  );
}

/** Can all that these filters speak of be read of the item? */
function hasAll(filters: readonly Filter[]): (item: Item) => boolean {
  return ({ values }) => filters.every(({ member }) => values[member] !== undefined && values[member] !== null);
}

function textOf({ values }: Item, { member }: Filter): string {
  return String(values[member]);
}

/** The value of the filter that lets the item pass with room to spare, where there is one. */
export function looserValue(filter: Filter, values: readonly string[], item: Item): string {
  const { relation } = filter;
  const mine = textOf(item, filter);
  if (relation === 'equals') return mine;
  const number = (value: string) => measure(value) ?? Number(value);
  const fitting = values.filter((value) =>
    relation === 'at-least' ? number(value) < number(mine) : number(value) > number(mine),
  );
  const near = fitting.toSorted((a, b) => Math.abs(number(a) - number(mine)) - Math.abs(number(b) - number(mine)));
  return near[0] ?? mine;
}

/** So many items in pseudo-random order; another seed picks others. */
function pickItems(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const ranked = items.map((item) => ({ item, rank: hash(`${item.key} ${seed}`) }));
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ item }) => item);
}
