import type { Listing } from '../../contract/listing.ts';
import { groupBy } from '../../groups.ts';
import { joinPointer } from '../../schema/pointer.ts';
import type { Query, Row } from './answer.ts';
import { always, besides, type Fault, LATE, without } from './fault.ts';
import { ordered, rankOf } from './model.ts';
import { SLUGS, sortSlug } from './slugs.ts';
import { measureOf, pageOf, sizeOf, sortOf } from './values.ts';

/** Faults of sorts: lost here or there, within the page alone, as text, turned round, and items lost on the way. */
export function sortFaults(listing: Listing): readonly Fault[] {
  const { sort, defaults } = listing;
  if (sort === undefined) return [];
  const { parameter } = sort;
  const values = [
    ...Object.keys(sort.by).flatMap((value) => ignoredSorts(listing, parameter, sortSlug(value))),
    ...Object.entries(sort.by).flatMap(([value, member]) => faultsOfSort(listing, parameter, value, member)),
    ...Object.entries(sort.by).map(([value, member]) => changingTies(listing, parameter, value, member)),
  ];
  const unsorted = (query: Query) => query[parameter] === undefined;
  const [other] = Object.keys(sort.by).filter((value) => value !== defaults[parameter]);
  if (other === undefined || defaults[parameter] === undefined) return values;
  return [
    ...values,
    {
      id: 'another-sort-by-default',
      slug: SLUGS.defaultSort,
      because: `without a sort the order is that of ${other}`,
      when: unsorted,
      change: { rewrite: (query) => (unsorted(query) ? { ...query, [parameter]: other } : query) },
    },
    ...besides(listing, parameter)
      .filter(({ name }) => name === `beside-${listing.search?.parameter}`)
      .map(({ name, words, holds }) => ({
        id: `another-sort-by-default-${name}`,
        slug: SLUGS.defaultSort,
        because: `without a sort the order is that of ${other} ${words}`,
        when: (query: Query) => unsorted(query) && holds(query),
        change: {
          rewrite: (query: Query) => (unsorted(query) && holds(query) ? { ...query, [parameter]: other } : query),
        },
      })),
  ];
}

/** The sort ignored for all its values: always, or beside something else. Any of the values may be the one that shows it. */
function ignoredSorts(listing: Listing, parameter: string, slug: string): readonly Fault[] {
  const all = { name: 'always', words: '', holds: always };
  return [all, ...besides(listing, parameter).filter(({ name }) => !name.startsWith('beside-sort'))].map(
    ({ name, words, holds }) => {
      const when = (query: Query): boolean => query[parameter] !== undefined && holds(query);
      return {
        id: `${parameter}-ignored-${name}-${slug}`,
        slug,
        because: `${parameter} is ignored ${words}`.trim(),
        explains: true,
        when,
        change: { rewrite: (query) => (when(query) ? without(query, parameter) : query) },
      };
    },
  );
}

function faultsOfSort(listing: Listing, parameter: string, value: string, member: string): readonly Fault[] {
  const slug = sortSlug(value);
  const asked = (query: Query) => query[parameter] === value;
  const askedWith = (holds: (query: Query) => boolean) => (query: Query) => asked(query) && holds(query);
  const late = askedWith((query) => pageOf(listing, query) > LATE - 1);
  const reordered = (
    id: string,
    because: string,
    order: (rows: readonly Row[], query: Query) => readonly Row[],
    when = asked,
  ): Fault => ({
    id: `${parameter}-${value}-${id}`,
    slug,
    because: `with ${parameter} ${value} ${because}`,
    when,
    change: { found: (rows, query) => (when(query) ? order(rows, query) : rows) },
  });
  const shuffled = (rows: readonly Row[]) => rows.toSorted((a, b) => rankOf(a) - rankOf(b));
  const key = (row: Row) => measureOf(row, member) ?? 0;
  const losing = (
    id: string,
    because: string,
    keep: (row: Row, index: number, rows: readonly Row[]) => boolean,
  ): Fault => ({
    id: `${parameter}-${value}-${id}`,
    slug: SLUGS.sortKeeps,
    because: `with ${parameter} ${value} ${because}`,
    when: asked,
    change: { found: (rows, query) => (asked(query) ? rows.filter(keep) : rows) },
  });
  return [
    reordered('ignored', 'the order is another one', shuffled),
    ...besides(listing, parameter)
      .filter(({ name }) => !name.startsWith('beside-sort'))
      .map(({ name, words, holds }) =>
        reordered(`ignored-${name}`, `the order is another one ${words}`, shuffled, askedWith(holds)),
      ),
    reordered('within-the-page', 'each page is sorted by itself', (rows, query) =>
      pagewise(listing, shuffled(rows), query),
    ),
    // Dates as RFC 3339 writes them are in the same order as text.
    ...(isText(listing, member)
      ? []
      : [
          reordered('as-text', 'keys are compared as text', (rows) =>
            rows.toSorted((a, b) => compareText(b.values[member], a.values[member])),
          ),
        ]),
    reordered('coarsely', 'keys are compared coarsely', (rows) =>
      shuffled(rows).toSorted((a, b) => coarse(key(b)) - coarse(key(a))),
    ),
    reordered(
      'turned-on-late-pages',
      'the direction turns on later pages',
      (rows) => rows.toReversed(),
      askedWith((query) => pageOf(listing, query) > 1),
    ),
    {
      id: `${parameter}-${value}-reversed-late`,
      slug,
      because: `with ${parameter} ${value} late pages run the other way`,
      when: late,
      change: { reply: (reply, query) => (late(query) ? { ...reply, rows: reply.rows.toReversed() } : reply) },
    },
    reordered('last-first', 'the least item comes first', (rows) => [...rows.slice(-1), ...rows.slice(0, -1)]),
    losing('loses-zeros', 'the least items are left out', (row, _index, rows) => key(row) > key(rows.at(-1) ?? row)),
    losing('loses-one', 'one item is left out', (_row, index) => index !== 0),
    {
      id: `${parameter}-${value}-is-another`,
      slug,
      because: `${parameter} ${value} gives another order`,
      when: asked,
      change: {
        rewrite: (query) =>
          asked(query) ? { ...without(query, parameter), ...anotherSort(listing, parameter, value) } : query,
      },
    },
  ];
}

function anotherSort({ sort }: Listing, parameter: string, value: string): Query {
  const other = Object.keys(sort?.by ?? {}).find((one) => one !== value);
  return other === undefined ? {} : { [parameter]: other };
}

/** Nothing says which of the items of one key comes first, but it is the same one on every page. */
function changingTies(listing: Listing, parameter: string, value: string, member: string): Fault {
  const when = (query: Query) => query[parameter] === value && pageOf(listing, query) % 2 === 0;
  const reversed = (rows: readonly Row[]) =>
    [...groupBy(rows, (row) => measureOf(row, member) ?? 0).values()].flatMap((tied) => tied.toReversed());
  return {
    id: `${parameter}-${value}-ties-change`,
    slug: SLUGS.disjoint,
    because: `with ${parameter} ${value} items of one key change places between the pages`,
    when,
    change: { found: (rows, query) => (when(query) ? reversed(rows) : rows) },
  };
}

/** The first few pages' worth of items, each page in order, the pages themselves in none. */
function pagewise(listing: Listing, rows: readonly Row[], query: Query): readonly Row[] {
  const size = sizeOf(listing, query);
  const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
  return sortOf(listing, query) === undefined ? rows : pages.flatMap((page) => ordered(listing, query, page));
}

function isText({ shapes, items }: Listing, member: string): boolean {
  return shapes(joinPointer(items, '*', member)).some(({ format }) => format !== undefined);
}

function compareText(a: unknown, b: unknown): number {
  const [one, other] = [String(a), String(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Dates by their month, numbers by their tens. */
function coarse(key: number): number {
  return Math.abs(key) > 1e10 ? Math.floor(key / 2.6e9) : Math.floor(key / 10);
}
