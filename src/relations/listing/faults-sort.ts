import type { Listing } from '../../contract/listing.ts';
import { type Direction, directed, type Sort, splitDirection } from '../../contract/sort.ts';
import { nonNullTypes } from '../../generate/values.ts';
import { groupBy } from '../../groups.ts';
import type { Query, Row } from './answer.ts';
import {
  always,
  type CodePath,
  codePaths,
  explaining,
  type Fault,
  inQuery,
  inReply,
  inResult,
  LATE,
  type When,
  without,
} from './fault.ts';
import { ordered, rankOf } from './model.ts';
import { SLUGS, sortSlug } from './slugs.ts';
import { byCodeUnit } from './text-order.ts';
import { directionOf, pageOf, sizeOf, sortKey, sortOf } from './values.ts';

/** Faults of sorts: ignored in some situations, within each page alone, as text, reversed, and items lost. */
export function sortFaults(listing: Listing): readonly Fault[] {
  const { sort, search, defaults } = listing;
  if (sort === undefined) return [];
  const { parameter } = sort;
  const sorts = Object.entries(sort.by);
  const values = [
    ...sorts.flatMap(([value]) => ignoredSorts(listing, parameter, sortSlug(value))),
    ...sorts.flatMap(([value, member]) => faultsOfSort(listing, parameter, value, member)),
    ...sorts.map(([value, member]) => unstableTies(listing, parameter, value, member)),
    ...wrongDirections(listing, sort),
  ];
  const [other] = Object.keys(sort.by).filter((value) => value !== defaults[parameter]);
  if (other === undefined || defaults[parameter] === undefined) return values;
  const byDefault = (id: string, words: string, holds: When): Fault =>
    inQuery(
      `another-sort-by-default${id}`,
      SLUGS.defaultSort,
      `without a sort the order is that of ${other}${words}`,
      (query) => query[parameter] === undefined && holds(query),
      (query) => ({ ...query, [parameter]: other }),
    );
  return [
    ...values,
    byDefault('', '', always),
    ...codePaths(listing, parameter)
      .filter(({ name }) => name === `beside-${search?.parameter}`)
      .map(({ name, words, holds }) => byDefault(`-${name}`, ` ${words}`, holds)),
  ];
}

/** The code paths on which a sort may be handled differently: all but those beside another sort. */
function codePathsOfSort(listing: Listing, parameter: string): readonly CodePath[] {
  return codePaths(listing, parameter).filter(({ name }) => !name.startsWith('beside-sort'));
}

/** The sort is ignored for all its values: always, or on one code path. Any of the values may show it. */
function ignoredSorts(listing: Listing, parameter: string, slug: string): readonly Fault[] {
  const all = { name: 'always', words: '', holds: always };
  return [all, ...codePathsOfSort(listing, parameter)].map(({ name, words, holds }) =>
    explaining(
      inQuery(
        `${parameter}-ignored-${name}-${slug}`,
        slug,
        `${parameter} is ignored ${words}`.trim(),
        (query) => query[parameter] !== undefined && holds(query),
        (query) => without(query, parameter),
      ),
    ),
  );
}

/** The parameter for the direction of the sort is ignored, or taken for the other direction. Any of the values may show it. */
function wrongDirections(listing: Listing, { parameter, direction, by }: Sort): readonly Fault[] {
  if (direction === undefined) return [];
  const values = [listing.defaults[parameter] ?? '', ...Object.keys(by)];
  const ways = values.flatMap((value) => splitDirection(value)?.[1] ?? []);
  const [usual = ''] = ways;
  const wrong = (id: string, because: string, wayFor: (way: string) => string): readonly Fault[] => {
    const turned = (value = ''): string | undefined => {
      const [sort, way = ''] = splitDirection(value) ?? [];
      return sort === undefined || wayFor(way) === way ? undefined : directed(sort, wayFor(way));
    };
    return Object.keys(by)
      .filter((value) => turned(value) !== undefined)
      .map((value) =>
        explaining(
          inQuery(
            `${direction}-${id}-${sortSlug(value)}`,
            sortSlug(value),
            `${direction} is ${because}`,
            (query) => turned(sortOf(listing, query)) !== undefined,
            (query) => ({ ...query, [parameter]: turned(sortOf(listing, query)) ?? '' }),
          ),
        ),
      );
  };
  return [
    ...wrong('ignored', 'ignored', () => usual),
    ...wrong('turned', 'taken for the other direction', (way) => ways.find((one) => one !== way) ?? way),
  ];
}

function faultsOfSort(listing: Listing, parameter: string, value: string, member: string): readonly Fault[] {
  const asked: When = (query) => query[parameter] === value;
  const prefix = { id: `${parameter}-${value}`, words: `with ${parameter} ${value}` };
  const direction = directionOf(listing, value);
  return [
    ...wrongOrders(listing, { parameter, member, slug: sortSlug(value), asked, prefix, direction }),
    ...itemsLostBy(member, asked, prefix),
    inQuery(
      `${prefix.id}-is-another`,
      sortSlug(value),
      `${parameter} ${value} gives another order`,
      asked,
      (query) => ({
        ...without(query, parameter),
        ...anotherSort(listing, parameter, value),
      }),
    ),
  ];
}

/** The beginning of the id of a fault, and of its description. */
interface Prefix {
  readonly id: string;
  readonly words: string;
}

interface OneSort {
  readonly parameter: string;
  readonly member: string;
  readonly slug: string;
  readonly asked: When;
  readonly prefix: Prefix;
  readonly direction: Direction;
}

function wrongOrders(
  listing: Listing,
  { parameter, member, slug, asked, prefix, direction }: OneSort,
): readonly Fault[] {
  const onPagesAfter =
    (page: number): When =>
    (query) =>
      asked(query) && pageOf(listing, query) > page;
  type Order = (rows: readonly Row[], query: Query) => readonly Row[];
  const reordered = (id: string, because: string, order: Order, when = asked): Fault =>
    inResult(`${prefix.id}-${id}`, slug, `${prefix.words} ${because}`, when, order);
  const otherOrder = 'the order is another one';
  const ignored = codePathsOfSort(listing, parameter).map(({ name, words, holds }) =>
    reordered(`ignored-${name}`, `${otherOrder} ${words}`, shuffled, (query) => asked(query) && holds(query)),
  );
  const reversed = `${prefix.words} late pages run the other way`;
  /** By these keys, in the direction of the sort. */
  const byKeys = (compare: (a: Row, b: Row) => number, rows: readonly Row[]) =>
    rows.toSorted((a, b) => direction * compare(a, b));
  return [
    reordered('ignored', otherOrder, shuffled),
    ...ignored,
    reordered('within-the-page', 'each page is sorted by itself', (rows, query) =>
      pagewise(listing, shuffled(rows), query),
    ),
    // Texts, also dates in RFC 3339 form, have that order anyway.
    ...(isText(listing, member)
      ? []
      : [reordered('as-text', 'keys are compared as text', (rows) => byKeys(asText(member), rows))]),
    reordered('coarsely', 'keys are compared coarsely', (rows) =>
      byKeys((a, b) => coarse(keyOf(a, member)) - coarse(keyOf(b, member)), shuffled(rows)),
    ),
    reordered('turned-on-late-pages', 'the direction turns on later pages', reversedRows, onPagesAfter(1)),
    inReply(`${prefix.id}-reversed-late`, slug, reversed, onPagesAfter(LATE - 1), ({ rows }) => ({
      rows: reversedRows(rows),
    })),
    reordered('last-first', 'the least item comes first', (rows) => [...rows.slice(-1), ...rows.slice(0, -1)]),
  ];
}

function itemsLostBy(member: string, asked: When, { id, words }: Prefix): readonly Fault[] {
  type Keep = (row: Row, index: number, rows: readonly Row[]) => boolean;
  const losing = (name: string, because: string, keep: Keep): Fault =>
    inResult(`${id}-${name}`, SLUGS.sortKeeps, `${words} ${because}`, asked, (rows) => rows.filter(keep));
  return [
    losing('loses-zeros', 'the least items are left out', (row, _index, rows) => {
      return keyOf(row, member) > keyOf(rows.at(-1) ?? row, member);
    }),
    losing('loses-one', 'one item is left out', (_row, index) => index !== 0),
  ];
}

function keyOf(row: Row, member: string): number {
  return sortKey(row, member) ?? 0;
}

function shuffled(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function reversedRows(rows: readonly Row[]): readonly Row[] {
  return rows.toReversed();
}

function anotherSort({ sort }: Listing, parameter: string, value: string): Query {
  const other = Object.keys(sort?.by ?? {}).find((one) => one !== value);
  return other === undefined ? {} : { [parameter]: other };
}

/** Items with the same key may come in any order, but it has to be the same on every page. */
function unstableTies(listing: Listing, parameter: string, value: string, member: string): Fault {
  return inResult(
    `${parameter}-${value}-ties-change`,
    SLUGS.disjoint,
    `with ${parameter} ${value} items of one key change places between the pages`,
    (query) => query[parameter] === value && pageOf(listing, query) % 2 === 0,
    (rows) => [...groupBy(rows, (row) => keyOf(row, member)).values()].flatMap(reversedRows),
  );
}

/** Sorts the items of each page, but not the pages among themselves. */
function pagewise(listing: Listing, rows: readonly Row[], query: Query): readonly Row[] {
  const size = sizeOf(listing, query);
  const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
  return sortOf(listing, query) === undefined ? rows : pages.flatMap((page) => ordered(listing, query, page));
}

function isText({ ofMember }: Listing, member: string): boolean {
  return ofMember(member).some((schema) => nonNullTypes(schema).includes('string'));
}

function asText(member: string): (a: Row, b: Row) => number {
  const textOf = ({ values }: Row) => String(values[member]);
  return (a, b) => byCodeUnit(textOf(a), textOf(b));
}

/** Rounds dates to about a month, and numbers to tens. */
function coarse(key: number): number {
  return Math.abs(key) > 1e10 ? Math.floor(key / 2.6e9) : Math.floor(key / 10);
}
