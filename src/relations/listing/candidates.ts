import type { Filter, Listing } from '../../contract/listing.ts';
import type { Ask } from './answer.ts';
import type { Item, Model } from './model.ts';
import { commonText, NONSENSE, ODD_TEXTS, textsOf, WILD } from './texts.ts';
import { hash, inOrder, measure } from './values.ts';

/** Requests that show something together; most are single ones. `again` sends the last one once more at the end. */
export interface Bundle {
  readonly asks: readonly Ask[];
  readonly again?: true;
}

/** What candidates may use: the parameter takes this value, as its schema says. */
export type Accepts = (parameter: string, value: string) => boolean;

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
  return page === 1 || (page - 1) * size < model.predict(ask).least;
}

function unique(bundles: readonly Bundle[]): readonly Bundle[] {
  return [...new Map(bundles.map((bundle) => [JSON.stringify(bundle), bundle])).values()];
}

/** Values of a filter that lie on items and between them: seldom ones and frequent ones, low ones and high ones. */
function filterValues(
  { items, listing }: Model,
  { parameter, member, relation }: Filter,
  accepts: Accepts,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { values } of items) {
    const value = values[member];
    if (typeof value === 'string' || typeof value === 'number')
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
  const between = listing.schemas[parameter]?.type === 'number' ? fractions(sorted) : [];
  return [...new Set([...busiest, ...sorted.slice(0, 1), ...spread, ...sorted.slice(-1), ...between])].filter((value) =>
    accepts(parameter, value),
  );
}

/** Bounds with a fraction that counts: an item lies between the whole number below and them. */
function fractions(sorted: readonly string[]): readonly string[] {
  const gaps = sorted.flatMap((value, index) => {
    const [low, high] = [Number(value), Number(sorted[index + 1])];
    const middle = Math.round(((low + high) / 2) * 1000) / 1000;
    return Math.floor(middle) <= low && middle > low && middle < high && !Number.isInteger(middle)
      ? [String(middle)]
      : [];
  });
  return [0.3, 0.7].flatMap((share) => gaps[Math.floor((gaps.length - 1) * share)] ?? []);
}

type Values = ReadonlyMap<Filter, readonly string[]>;

function singles(values: Values): readonly Ask[] {
  return [...values].flatMap(([{ parameter }, all]) => all.map((value) => ({ [parameter]: value })));
}

/** Several filters at once that a known item passes, some of them just so: each pair, and all of them. */
function combinations({ items, listing }: Model, values: Values): readonly Ask[] {
  const filters = [...values.keys()].filter((filter) => (values.get(filter)?.length ?? 0) > 0);
  const sets = [
    ...filters.flatMap((one, index) => filters.slice(index + 1).map((other) => [one, other])),
    ...(filters.length > 2 ? [filters] : []),
  ];
  return sets.flatMap((set, index) =>
    spread(items, 2, index).flatMap((item) => {
      const tight = set.map((filter) => [filter.parameter, String(item.values[filter.member])] as const);
      const wide = set.map((filter) => [filter.parameter, wider(filter, values.get(filter) ?? [], item)] as const);
      return [tight, wide, wide.map((entry, place) => tight[place === 0 ? 0 : -1] ?? entry)].map((entries) =>
        inOrder(listing, Object.fromEntries(entries)),
      );
    }),
  );
}

/** The value of the filter that lets the item pass with room to spare, where there is one. */
function wider({ relation, member }: Filter, values: readonly string[], { values: own }: Item): string {
  const mine = String(own[member]);
  if (relation === 'equals') return mine;
  const number = (value: string) => measure(value) ?? Number(value);
  const fitting = values.filter((value) =>
    relation === 'at-least' ? number(value) < number(mine) : number(value) > number(mine),
  );
  const near = fitting.toSorted((a, b) => Math.abs(number(a) - number(mine)) - Math.abs(number(b) - number(mine)));
  return near[0] ?? mine;
}

/** Items from all over, others for another seed. */
function spread(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const lots = items.map((item) => ({ item, lot: hash(`${item.key} ${seed}`) }));
  return lots
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ item }) => item);
}

function sortsOf({ sort }: Listing): readonly Ask[] {
  return sort === undefined
    ? [{}]
    : [{}, ...[...Object.keys(sort.by), ...(sort.free ?? [])].map((value) => ({ [sort.parameter]: value }))];
}

/** Pages of everything that a selection finds: of several sizes, the first, the second, a late one and the last, by each sort. */
function paged(model: Model, selection: Ask): readonly Ask[] {
  const { listing } = model;
  const count = model.predict(selection).least;
  return sortsOf(listing).flatMap((sort) => windows(listing, count).map((window) => ({ ...selection, ...sort, ...window })));
}

/** The same, each of them by one sort or none: there are many selections. */
function pagedSelection(model: Model, selection: Ask, index: number): readonly Ask[] {
  const { listing } = model;
  const { least } = model.predict({ ...model.slice, ...selection });
  const sorts = sortsOf(listing);
  const [first, second, ...others] = selectionWindows(listing, least).map((window) => ({ ...selection, ...window }));
  const sorted = [first, ...others].map((ask, place) => ({ ...ask, ...sorts[(index + place) % sorts.length] }));
  return [second, ...sorted].filter((ask) => ask !== undefined);
}

function largest({ schemas, size }: Listing): number {
  return Number(schemas[size.parameter]?.maximum ?? 100);
}

function windowOf({ page, size }: Listing, number: number | undefined, count: number | undefined): Ask {
  return {
    ...(number === undefined ? {} : { [page.parameter]: String(number) }),
    ...(count === undefined ? {} : { [size.parameter]: String(count) }),
  };
}

function windows(listing: Listing, count: number): readonly Ask[] {
  const most = largest(listing);
  const usual = Number(listing.defaults[listing.size.parameter] ?? most);
  const third = Math.min(most, Math.max(1, Math.ceil(count / 7.5)));
  const last = (size: number) => Math.max(1, Math.ceil(count / size));
  return [
    [undefined, undefined],
    [undefined, 7],
    [1, undefined],
    [2, undefined],
    [last(usual), undefined],
    [1, most],
    [last(most), most],
    [2, most],
    [2, 7],
    [3, 7],
    [1, 1],
    [2, 1],
    [last(7), 7],
    [1, third],
    [3, third],
    [6, third],
    [last(third), third],
  ].map(([page, size]) => windowOf(listing, page, size === undefined ? undefined : Math.min(size, most)));
}

/** All that is found on one page, the default, and the second and the last of a few small pages. */
function selectionWindows(listing: Listing, count: number): readonly Ask[] {
  const most = largest(listing);
  const [half, third] = [2, 6.5].map((parts) => Math.min(most, Math.max(1, Math.ceil(count / parts))));
  return [
    windowOf(listing, 1, most),
    {},
    ...(count > 1 ? [windowOf(listing, 2, half)] : []),
    ...(count > 3 ? [windowOf(listing, Math.ceil(count / (third ?? 1)), third)] : []),
  ];
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

/** Requests that show something side by side: the same with and without a default, the same again, two that differ in one parameter. */
function pairs(model: Model, values: Values): readonly Bundle[] {
  const { listing } = model;
  const { page, size, sort, search, defaults } = listing;
  const small = { [size.parameter]: '7' };
  const most = { [page.parameter]: '1', [size.parameter]: String(largest(listing)) };
  const sortDefault = sort === undefined ? undefined : defaults[sort.parameter];
  const selections: readonly Ask[] = [{}, ...singles(values).filter((_, index) => index % 3 === 0)];
  const [text] = textsOf(model);
  const common = commonText(model);
  return [
    ...(sortDefault === undefined || sort === undefined
      ? []
      : [
          {},
          small,
          most,
          ...(common === undefined || search === undefined ? [] : [{ [search.parameter]: common, ...most }]),
        ].map((ask) => ({ asks: [ask, { ...ask, [sort.parameter]: sortDefault }] }))),
    ...[{}, small].flatMap((ask) => [{ asks: [{ ...ask, [page.parameter]: '1' }, ask] }]),
    { asks: [{}], again: true },
    { asks: [{ ...most }], again: true },
    ...(text === undefined || search === undefined
      ? []
      : [{ asks: [{ [search.parameter]: text.text, ...most }], again: true } as const]),
    {
      asks: [
        { ...small, [page.parameter]: '1' },
        { ...small, [page.parameter]: '2' },
      ],
    },
    {
      asks: [
        { ...small, [page.parameter]: '2' },
        { ...small, [page.parameter]: '3' },
      ],
    },
    { asks: [{ [page.parameter]: '1' }, { [page.parameter]: '2' }] },
    { asks: [{ [size.parameter]: '3' }, small] },
    ...selections.flatMap((selection) => walks(model, selection)),
    ...[...values].flatMap(([{ parameter }, [one, , other]]) =>
      one === undefined || other === undefined
        ? []
        : [
            {
              asks: [
                { [parameter]: one, ...most },
                { [parameter]: other, ...most },
              ],
            },
          ],
    ),
    ...(sort === undefined
      ? []
      : Object.keys(sort.by).flatMap((value, index, all) => {
          const other = all[(index + 1) % all.length] ?? value;
          return other === value
            ? []
            : [
                {
                  asks: [
                    { [sort.parameter]: value, ...most },
                    { [sort.parameter]: other, ...most },
                  ],
                },
              ];
        })),
    ...(search === undefined
      ? []
      : WILD.map(([sign, other]) => ({ asks: [sign, other].map((one) => ({ [search.parameter]: one, ...most })) }))),
    ...(search === undefined || text === undefined
      ? []
      : [
          {
            asks: [
              { [search.parameter]: text.text, ...most },
              { [search.parameter]: NONSENSE, ...most },
            ],
          },
        ]),
  ];
}

/** All pages of what a selection finds, where that is little. */
function walks(model: Model, selection: Ask): readonly Bundle[] {
  const { listing } = model;
  const { least } = model.predict({ ...model.slice, ...selection });
  const size = Math.ceil(least / 2.5);
  if (least < 3 || size > largest(listing) || Object.keys(selection).length === 0) return [];
  return [
    {
      asks: Array.from({ length: Math.ceil(least / size) }, (_, index) => ({
        ...selection,
        ...windowOf(listing, index + 1, size),
      })),
    },
  ];
}
