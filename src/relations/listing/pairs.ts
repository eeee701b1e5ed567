import type { Ask } from './answer.ts';
import type { Model } from './model.ts';
import { largest, windowOf } from './pages.ts';
import { singles, type Values } from './selections.ts';
import { commonText, NONSENSE, textsOf, WILD } from './texts.ts';

/** Requests that show something together; most are single ones. `again` sends the last one once more at the end. */
export interface Bundle {
  readonly asks: readonly Ask[];
  readonly again?: true;
}

/** Requests that show something side by side: the same with and without a default, the same again, two that differ in one parameter. */
export function pairs(model: Model, values: Values): readonly Bundle[] {
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
    {
      asks: [
        { ...small, [page.parameter]: '6' },
        { ...small, [page.parameter]: '7' },
      ],
    },
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
  const { least } = model.expectationOf({ ...model.slice, ...selection });
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
