import type { Filter } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Query, Row } from './answer.ts';
import { besides, type Fault, isSelective, names, unfiltered, without } from './fault.ts';
import type { Change } from './service.ts';
import { boundSlug, filterSlug, fractionSlug, SLUGS, takesFractions } from './slugs.ts';
import { filtersOf, measure, measureOf, pageOf, passes, searchOf } from './values.ts';

/** Faults of filters: lost here or there, off by one, bounds left out, the wrong relation, one driving out another. */
export function filterFaults(listing: Listing): readonly Fault[] {
  return listing.filters.flatMap((filter) => [
    ...lostFaults(listing, filter),
    ...(filter.relation === 'equals' ? valueFaults(listing, filter) : boundFaults(listing, filter)),
    ...keepFaults(filter),
    allLostLater(listing, filter),
  ]);
}

/** Every filter breaks then, and what counts or sums up the page with it: told by whichever of them was seen. */
function allLostLater(listing: Listing, filter: Filter): Fault {
  const isLater = (query: Query) => pageOf(listing, query) > 1 && isSelective(listing, query);
  return {
    id: `${filter.parameter}-lost-with-all-on-later-pages`,
    explains: true,
    slug: filterSlug(filter),
    because: 'on later pages no filter holds',
    when: isLater,
    change: { rewrite: (query) => (isLater(query) ? unfiltered(listing, query) : query) },
  };
}

function lostFaults(listing: Listing, filter: Filter): readonly Fault[] {
  const { parameter } = filter;
  const asked = names(parameter);
  const isCombined = (query: Query) => filtersOf(listing, query).length > 1 || searchOf(listing, query) !== undefined;
  const lost = (id: string, because: string, when: (query: Query) => boolean, slug: string): Fault => ({
    id: `${parameter}-lost${id}`,
    slug,
    ...(id.startsWith('-beside-sort-') ? { amongMore: SLUGS.together } : {}),
    because,
    when,
    change: { rewrite: (query) => (when(query) ? without(query, parameter) : query) },
  });
  const others = new Set([...listing.filters.map((one) => one.parameter), listing.search?.parameter]);
  return [
    lost('', `${parameter} is ignored`, asked, filterSlug(filter)),
    ...besides(listing, parameter).map(({ name, words, holds }) =>
      lost(
        `-${name}`,
        `${parameter} is ignored ${words}`,
        (query) => asked(query) && holds(query),
        others.has(name.replace('beside-', '')) ? SLUGS.together : filterSlug(filter),
      ),
    ),
    lost(
      '-among-all-on-later-pages',
      `${parameter} is ignored among several filters on later pages`,
      (query) => asked(query) && isCombined(query) && pageOf(listing, query) > 1,
      SLUGS.together,
    ),
    lost(
      '-among-all',
      `${parameter} is ignored among several filters`,
      (query) => asked(query) && isCombined(query),
      SLUGS.together,
    ),
  ];
}

/** The rows of a bent comparison. */
function keeping(
  filter: Filter,
  keeps: (row: Row, value: string) => boolean,
  when: (query: Query) => boolean = () => true,
): Change {
  return {
    found: (rows, query) => {
      const value = query[filter.parameter];
      return value === undefined || !when(query) ? rows : rows.filter((row) => keeps(row, value));
    },
  };
}

function boundFaults(listing: Listing, filter: Filter): readonly Fault[] {
  const { parameter, member, relation } = filter;
  const asked = names(parameter);
  const sign = relation === 'at-least' ? 1 : -1;
  const distance = (row: Row, value: string) =>
    sign * ((measureOf(row, member) ?? 0) - (measure(value) ?? Number(value)));
  const moved = (id: string, slug: string, because: string, move: (bound: number) => number): Fault => ({
    id: `${parameter}-${id}`,
    slug,
    because,
    when: asked,
    change: {
      rewrite: (query) =>
        query[parameter] === undefined ? query : { ...query, [parameter]: String(move(Number(query[parameter]))) },
    },
  });
  return [
    {
      id: `${parameter}-exclusive`,
      slug: boundSlug(filter),
      because: `an item that is just ${parameter} is left out`,
      when: asked,
      change: keeping(filter, (row, value) => distance(row, value) > 0),
    },
    {
      id: `${parameter}-exclusive-combined`,
      slug: boundSlug(filter),
      because: `beside other filters an item that is just ${parameter} is left out`,
      when: (query) => asked(query) && filtersOf(listing, query).length > 1,
      change: keeping(
        filter,
        (row, value) => distance(row, value) > 0,
        (query) => filtersOf(listing, query).length > 1,
      ),
    },
    {
      id: `${parameter}-nothing-on-the-bound`,
      slug: boundSlug(filter),
      because: `where all that fits is just ${parameter}, nothing is found`,
      when: asked,
      change: {
        found: (rows, { [parameter]: value }) =>
          value !== undefined && rows.every((row) => passes(filter, value, row) === 'bound') ? [] : rows,
      },
    },
    moved('one-too-lenient', filterSlug(filter), `${parameter} is taken as one step wider`, (bound) => bound - sign),
    {
      id: `${parameter}-one-too-strict`,
      slug: SLUGS.keep,
      because: `items within two of ${parameter} are left out`,
      when: asked,
      change: keeping(filter, (row, value) => distance(row, value) > 2 || distance(row, value) <= 0),
    },
    {
      id: `${parameter}-turned`,
      explains: true,
      slug: filterSlug(filter),
      because: `${parameter} is taken for a bound on the other side`,
      when: asked,
      change: {
        rewrite: (query) => without(query, parameter),
        ...keeping(filter, (row, value) => distance(row, value) <= 0),
      },
    },
    {
      id: `${parameter}-as-equal`,
      slug: SLUGS.keep,
      because: `${parameter} is taken for the one value that fits`,
      when: asked,
      change: keeping(filter, (row, value) => distance(row, value) === 0),
    },
    ...(takesFractions(listing, filter)
      ? [
          moved(
            'rounded-down',
            fractionSlug(filter),
            `the fraction of ${parameter} is cut off`,
            sign === 1 ? Math.floor : Math.ceil,
          ),
          moved(
            'rounded-up',
            fractionSlug(filter),
            `the fraction of ${parameter} is rounded up`,
            sign === 1 ? Math.ceil : Math.floor,
          ),
          moved('rounded', fractionSlug(filter), `${parameter} is rounded`, Math.round),
        ]
      : []),
  ];
}

function valueFaults(listing: Listing, filter: Filter): readonly Fault[] {
  const { parameter } = filter;
  const declared = (listing.schemas[parameter]?.enum ?? []).map(String);
  const one = (value: string) => (query: Query) => query[parameter] === value;
  return [
    ...declared.flatMap((value): readonly Fault[] => [
      {
        id: `${parameter}-lost-for-${value}`,
        slug: filterSlug(filter),
        because: `${parameter} ${value} is ignored`,
        when: one(value),
        change: { rewrite: (query) => (one(value)(query) ? without(query, parameter) : query) },
      },
      {
        id: `${parameter}-nothing-for-${value}`,
        slug: SLUGS.keep,
        because: `${parameter} ${value} finds nothing`,
        when: one(value),
        change: keeping(filter, (_row, asked) => asked !== value),
      },
    ]),
    {
      id: `${parameter}-by-its-beginning`,
      slug: filterSlug(filter),
      because: `${parameter} is compared by its first letter`,
      when: names(parameter),
      change: {
        rewrite: (query) => without(query, parameter),
        found: (rows, { [parameter]: value }) =>
          value === undefined
            ? rows
            : rows.filter((row) => String(row.values[filter.member]).startsWith(value.slice(0, 1))),
      },
    },
  ];
}

/** Items that fit, and are lost. */
function keepFaults(filter: Filter): readonly Fault[] {
  const { parameter } = filter;
  return [
    {
      id: `${parameter}-loses-some`,
      slug: SLUGS.keep,
      because: `beside ${parameter} one of the items that fit is lost`,
      when: names(parameter),
      change: {
        found: (rows, query) => {
          const at = rows.findLastIndex((row) => passes(filter, query[parameter] ?? '', row) === 'yes');
          return query[parameter] === undefined || at < 0 ? rows : rows.filter((_row, index) => index !== at);
        },
      },
    },
  ];
}
