import type { Listing } from '../../contract/listing.ts';
import { placeOf } from '../../contract/listing.ts';
import type { Filter, Summary } from '../../contract/listing-node.ts';
import { present } from '../../defined.ts';
import { splitPointer } from '../../schema/pointer.ts';
import type { Level } from '../../schema/schema.ts';

/** One promise that follows from a declaration. `operation` is set if it is about another operation. */
export interface ListingClause {
  readonly slug: string;
  readonly level: Level;
  readonly text: string;
  readonly operation?: string;
}

export function clauseOf(listing: Listing, { slug, operation }: Pick<ListingClause, 'slug' | 'operation'>): string {
  return `${operation ?? listing.operation.id}/${slug}`;
}

/** The slugs that do not depend on the names of parameters. */
export const SLUGS = {
  defaultPage: 'default-page',
  defaultSize: 'default-page-size',
  pageEcho: 'page-is-echoed',
  sizeEcho: 'page-size-is-echoed',
  sizeBound: 'page-size-bounds-the-page',
  pages: 'pages-follow-from-total',
  sameTotal: 'total-is-the-same-on-every-page',
  disjoint: 'pages-do-not-overlap',
  holdTotal: 'pages-hold-total',
  remainder: 'last-page-holds-the-remainder',
  together: 'filters-hold-together',
  keep: 'filters-keep-what-matches',
  defaultSort: 'default-sort',
  sortKeeps: 'sort-keeps-the-items',
  narrows: 'search-narrows',
  anyText: 'search-takes-any-text',
  literal: 'search-takes-text-literally',
  repeat: 'same-request-same-items',
  resolves: 'listed-id-resolves',
  sameRecord: 'same-record-as-listed',
} as const;

export const filterSlug = ({ parameter }: Filter): string => `${kebab(parameter)}-filters`;
export const boundSlug = ({ parameter }: Filter): string => `${kebab(parameter)}-keeps-its-bound`;
export const fractionSlug = ({ parameter }: Filter): string => `${kebab(parameter)}-takes-fractions`;
export const sortSlug = (value: string): string => `sort-by-${kebab(value)}`;
export const findsSlug = (member: string): string => `search-finds-${kebab(member)}`;

const nameOf = (summary: Summary): string => kebab(splitPointer(placeOf(summary)).at(-1) ?? '');
export const summarySlug = (summary: Summary): string =>
  'total' in summary
    ? `${nameOf(summary)}-is-total`
    : 'counts' in summary
      ? `${nameOf(summary)}-count-the-items`
      : `${nameOf(summary)}-covers-the-items`;
export const orderedSlug = (summary: Summary): string => `${nameOf(summary)}-is-ordered`;

/** The places of a payload, beside its items, that are needed to judge a clause. */
export function placesOf({ page, size, total, pages, summaries }: Listing, slug: string): readonly string[] {
  const places: Readonly<Record<string, readonly (string | undefined)[]>> = {
    [SLUGS.pageEcho]: [page.echo],
    [SLUGS.sizeEcho]: [size.echo],
    [SLUGS.pages]: [total, pages],
    [SLUGS.sameTotal]: [total],
    [SLUGS.holdTotal]: [total],
    [SLUGS.remainder]: [total],
    ...Object.fromEntries(summaries.map((one) => [summarySlug(one), [placeOf(one)]])),
    ...Object.fromEntries(summaries.map((one) => [orderedSlug(one), [placeOf(one)]])),
  };
  return (places[slug] ?? []).filter((place) => place !== undefined);
}

function kebab(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, '-')
    .replaceAll(/[^A-Za-z0-9]+/gu, '-')
    .toLowerCase();
}

export function takesFractions({ schemas }: Listing, { parameter, relation }: Filter): boolean {
  return relation !== 'equals' && schemas[parameter]?.type === 'number';
}

/**
 * The clauses of a listing. What a parameter or field means by its name is a MUST (a filter filters, `total` counts the
 * whole result). Finer points are a SHOULD: exact bounds, repetition, unusual search texts, summaries.
 */
export function clausesOf(listing: Listing): readonly ListingClause[] {
  return [
    ...pagingClauses(listing),
    ...filterClauses(listing),
    ...sortClauses(listing),
    ...searchClauses(listing),
    ...otherClauses(listing),
  ];
}

const must = (slug: string, text: string): ListingClause => ({ slug, text, level: 'MUST' });
const should = (slug: string, text: string): ListingClause => ({ slug, text, level: 'SHOULD' });

function pagingClauses({ page, size, total, totalHeader, pages, defaults }: Listing): readonly ListingClause[] {
  const isPaged = page.parameter !== '';
  const isTotalled = (total ?? totalHeader) !== undefined;
  const usual = defaults[size.parameter];
  return present<ListingClause>(
    isPaged && must(SLUGS.defaultPage, `Without ${page.parameter} the first page is returned.`),
    usual !== undefined && must(SLUGS.defaultSize, `Without ${size.parameter} the page size is ${usual}.`),
    page.echo !== undefined && must(SLUGS.pageEcho, 'The page that was asked for comes back.'),
    size.echo !== undefined && must(SLUGS.sizeEcho, 'The page size that was asked for comes back.'),
    size.parameter !== '' && must(SLUGS.sizeBound, `A page holds at most ${size.parameter} items.`),
    pages !== undefined && must(SLUGS.pages, 'The number of pages is the total divided by the page size, rounded up.'),
    isPaged && isTotalled && must(SLUGS.sameTotal, 'Every page of a listing gives the same total.'),
    must(SLUGS.disjoint, 'No item appears on two pages of the same listing, nor twice on one.'),
    must(
      SLUGS.holdTotal,
      isTotalled
        ? 'The total counts what the listing holds: all pages together hold just so many items.'
        : 'All pages together hold every item of the listing.',
    ),
    isPaged && must(SLUGS.remainder, 'The last page holds what is left of the total after the full pages before it.'),
    should(SLUGS.repeat, 'The same request sent again gives the same items while nothing was written.'),
  );
}

function filterClauses(listing: Listing): readonly ListingClause[] {
  const each = listing.filters.flatMap((filter) =>
    present<ListingClause>(
      must(filterSlug(filter), FILTER_TEXTS[filter.relation](filter)),
      filter.relation !== 'equals' &&
        filter.open !== true &&
        should(boundSlug(filter), `An item whose ${filter.member} is just ${filter.parameter} stays in the listing.`),
      takesFractions(listing, filter) && must(fractionSlug(filter), `The fraction of ${filter.parameter} counts.`),
    ),
  );
  if (each.length === 0) return [];
  return [
    ...each,
    must(SLUGS.together, 'Several filters, or filters beside a search, all hold for every item of the listing.'),
    must(SLUGS.keep, 'A filter takes away only what it does not fit: what lies well within it stays in the listing.'),
  ];
}

const FILTER_TEXTS: Readonly<Record<Filter['relation'], (filter: Filter) => string>> = {
  equals: ({ parameter, member, byWords }) =>
    `With ${parameter} every item of the listing has that ${member}${byWords === true ? ', or shares a word with it' : ''}.`,
  'at-least': ({ parameter, member }) => `With ${parameter} no item of the listing has a lesser ${member}.`,
  'at-most': ({ parameter, member }) => `With ${parameter} no item of the listing has a greater ${member}.`,
};

function sortClauses({ sort, defaults }: Listing): readonly ListingClause[] {
  if (sort === undefined) return [];
  const value = defaults[sort.parameter];
  return present<ListingClause>(
    value !== undefined && must(SLUGS.defaultSort, `Without ${sort.parameter} a listing is in the order of ${value}.`),
    ...Object.entries(sort.by).map(([name, member]) =>
      must(
        sortSlug(name),
        `With ${sort.parameter} ${name} the ${member} of the items runs in one direction throughout the listing.`,
      ),
    ),
    must(SLUGS.sortKeeps, 'Another sort of the same listing holds the same items.'),
  );
}

function searchClauses({ search }: Listing): readonly ListingClause[] {
  if (search === undefined) return [];
  const hidden = Object.keys(search.hidden?.members ?? {});
  return [
    must(SLUGS.narrows, 'A search for a word that no item has does not find everything, whatever stands beside it.'),
    ...[...search.members, ...hidden].map((member) =>
      must(findsSlug(member), `A search for what stands in the ${member} of an item finds that item.`),
    ),
    should(SLUGS.literal, 'Signs that a database takes for wild cards are searched for like any others.'),
    should(
      SLUGS.anyText,
      'Search text of any characters and of great length is answered or refused, never with a server error.',
    ),
  ];
}

function otherClauses({ summaries, opens }: Listing): readonly ListingClause[] {
  return [
    ...summaries.flatMap((one) => {
      const place = placeOf(one);
      if ('total' in one)
        return [should(summarySlug(one), `${place} is the total, or the count of everything without filters.`)];
      if ('counts' in one) return [should(summarySlug(one), `${place} counts the items by their ${one.member}.`)];
      return [
        should(orderedSlug(one), `The least ${one.member} of ${place} is not beyond its greatest.`),
        should(summarySlug(one), `The ${one.member} of every listed item lies within ${place}.`),
      ];
    }),
    ...(opens === undefined
      ? []
      : [
          must(SLUGS.resolves, 'The id of a listed item opens that item.'),
          must(SLUGS.sameRecord, 'An item that is opened by its id is as it was listed.'),
        ].map((clause) => ({ ...clause, operation: opens.operation }))),
  ];
}
