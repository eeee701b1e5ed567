import type { Listing } from '../../contract/listing.ts';
import { groupBy } from '../../groups.ts';
import { joinPointer } from '../../schema/pointer.ts';
import type { Ask, Row } from './answer.ts';
import { always, besides, type Fault, LATE, without } from './fault.ts';
import { lotOf, ordered } from './model.ts';
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
  const unsorted = (ask: Ask) => ask[parameter] === undefined;
  const [other] = Object.keys(sort.by).filter((value) => value !== defaults[parameter]);
  if (other === undefined || defaults[parameter] === undefined) return values;
  return [
    ...values,
    {
      id: 'another-sort-by-default',
      slug: SLUGS.defaultSort,
      because: `without a sort the order is that of ${other}`,
      when: unsorted,
      bend: { rewrite: (ask) => (unsorted(ask) ? { ...ask, [parameter]: other } : ask) },
    },
    ...besides(listing, parameter)
      .filter(({ name }) => name === `beside-${listing.search?.parameter}`)
      .map(({ name, words, holds }) => ({
        id: `another-sort-by-default-${name}`,
        slug: SLUGS.defaultSort,
        because: `without a sort the order is that of ${other} ${words}`,
        when: (ask: Ask) => unsorted(ask) && holds(ask),
        bend: { rewrite: (ask: Ask) => (unsorted(ask) && holds(ask) ? { ...ask, [parameter]: other } : ask) },
      })),
  ];
}

/** The sort ignored for all its values: always, or beside something else. Any of the values may be the one that shows it. */
function ignoredSorts(listing: Listing, parameter: string, slug: string): readonly Fault[] {
  const all = { name: 'always', words: '', holds: always };
  return [all, ...besides(listing, parameter).filter(({ name }) => !name.startsWith('beside-sort'))].map(
    ({ name, words, holds }) => {
      const when = (ask: Ask): boolean => ask[parameter] !== undefined && holds(ask);
      return {
        id: `${parameter}-ignored-${name}-${slug}`,
        slug,
        because: `${parameter} is ignored ${words}`.trim(),
        explains: true,
        when,
        bend: { rewrite: (ask) => (when(ask) ? without(ask, parameter) : ask) },
      };
    },
  );
}

function faultsOfSort(listing: Listing, parameter: string, value: string, member: string): readonly Fault[] {
  const slug = sortSlug(value);
  const asked = (ask: Ask) => ask[parameter] === value;
  const reordered = (
    id: string,
    because: string,
    order: (rows: readonly Row[], ask: Ask) => readonly Row[],
    when = asked,
  ): Fault => ({
    id: `${parameter}-${value}-${id}`,
    slug,
    because: `with ${parameter} ${value} ${because}`,
    when,
    bend: { found: (rows, ask) => (when(ask) ? order(rows, ask) : rows) },
  });
  const shuffled = (rows: readonly Row[]) => rows.toSorted((a, b) => lotOf(a) - lotOf(b));
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
    bend: { found: (rows, ask) => (asked(ask) ? rows.filter(keep) : rows) },
  });
  return [
    reordered('ignored', 'the order is another one', shuffled),
    ...besides(listing, parameter)
      .filter(({ name }) => !name.startsWith('beside-sort'))
      .map(({ name, words, holds }) =>
        reordered(`ignored-${name}`, `the order is another one ${words}`, shuffled, (ask) => asked(ask) && holds(ask)),
      ),
    reordered('within-the-page', 'each page is sorted by itself', (rows, ask) =>
      pagewise(listing, shuffled(rows), ask),
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
      (ask) => asked(ask) && pageOf(listing, ask) > 1,
    ),
    {
      id: `${parameter}-${value}-reversed-late`,
      slug,
      because: `with ${parameter} ${value} late pages run the other way`,
      when: (ask) => asked(ask) && pageOf(listing, ask) > LATE - 1,
      bend: {
        reply: (reply, ask) =>
          asked(ask) && pageOf(listing, ask) > LATE - 1 ? { ...reply, rows: reply.rows.toReversed() } : reply,
      },
    },
    reordered('last-first', 'the least item comes first', (rows) => [...rows.slice(-1), ...rows.slice(0, -1)]),
    losing('loses-zeros', 'the least items are left out', (row, _index, rows) => key(row) > key(rows.at(-1) ?? row)),
    losing('loses-one', 'one item is left out', (_row, index) => index !== 0),
    {
      id: `${parameter}-${value}-is-another`,
      slug,
      because: `${parameter} ${value} gives another order`,
      when: asked,
      bend: {
        rewrite: (ask) =>
          asked(ask) ? { ...without(ask, parameter), ...anotherSort(listing, parameter, value) } : ask,
      },
    },
  ];
}

function anotherSort({ sort }: Listing, parameter: string, value: string): Ask {
  const other = Object.keys(sort?.by ?? {}).find((one) => one !== value);
  return other === undefined ? {} : { [parameter]: other };
}

/** Nothing says which of the items of one key comes first, but it is the same one on every page. */
function changingTies(listing: Listing, parameter: string, value: string, member: string): Fault {
  const when = (ask: Ask) => ask[parameter] === value && pageOf(listing, ask) % 2 === 0;
  const reversed = (rows: readonly Row[]) =>
    [...groupBy(rows, (row) => measureOf(row, member) ?? 0).values()].flatMap((tied) => tied.toReversed());
  return {
    id: `${parameter}-${value}-ties-change`,
    slug: SLUGS.disjoint,
    because: `with ${parameter} ${value} items of one key change places between the pages`,
    when,
    bend: { found: (rows, ask) => (when(ask) ? reversed(rows) : rows) },
  };
}

/** The first few pages' worth of items, each page in order, the pages themselves in none. */
function pagewise(listing: Listing, rows: readonly Row[], ask: Ask): readonly Row[] {
  const size = sizeOf(listing, ask);
  const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
  return sortOf(listing, ask) === undefined ? rows : pages.flatMap((page) => ordered(listing, ask, page));
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
