import type { Listing } from '../../contract/listing.ts';
import { type Answer, type Query, queryKey } from './answer.ts';
import type { Difference } from './difference.ts';
import { boundSlug, filterSlug, findsSlug, fractionSlug, SLUGS, sortSlug } from './slugs.ts';
import { inOrder, largestSize } from './values.ts';

/**
 * A broken request with several parameters does not show which of them is at fault. So the run sends each parameter alone. A
 * difference with one parameter alone explains the differences with that parameter and others.
 */

/** The parameters of a request that select and sort its items: filters, search and sort. */
function partsOf({ filters, search, sort }: Listing, query: Query): readonly string[] {
  const names = [...filters.map(({ parameter }) => parameter), search?.parameter, sort?.parameter];
  return names.filter((name) => name !== undefined && query[name] !== undefined) as readonly string[];
}

/** The clauses about filters, search and sort, alone or together. */
function slugsOfParts({ filters, search, sort }: Listing): ReadonlySet<string> {
  return new Set([
    ...filters.flatMap((filter) => [filterSlug(filter), boundSlug(filter), fractionSlug(filter)]),
    ...[...(search?.members ?? []), ...Object.keys(search?.hidden?.members ?? {})].map(findsSlug),
    ...Object.keys(sort?.by ?? {}).map(sortSlug),
    SLUGS.together,
    SLUGS.keep,
    SLUGS.sortKeeps,
  ]);
}

/**
 * The requests that isolate the cause of these differences. For each broken request, they send every parameter alone; if there
 * are at least three, sort included, they then send each other one with the sort. They ask for the largest page.
 */
export function isolating(
  listing: Listing,
  differences: readonly Difference[],
  answers: readonly Answer[],
): readonly (readonly Query[])[] {
  const slugs = slugsOfParts(listing);
  const queryOf = queriesBySeq(answers);
  const simplest = withoutExplained(listing, differences, answers);
  const isAlone = ({ seq }: Difference) => partsOf(listing, queryOf.get(seq ?? 0) ?? {}).length < 2;
  const certain = new Set(simplest.filter(isAlone).map(({ slug }) => slug));
  const unclear = [...new Map(simplest.map((difference) => [difference.slug, difference])).values()]
    .filter(({ slug }) => slugs.has(slug) && !certain.has(slug))
    .map(({ seq }) => queryOf.get(seq ?? 0))
    .filter((query) => query !== undefined);
  const alone = (query: Query, names: readonly string[]) =>
    inOrder(listing, {
      ...Object.fromEntries(names.map((name) => [name, query[name] ?? ''])),
      [listing.page.parameter]: '1',
      [listing.size.parameter]: String(largestSize(listing)),
    });
  const sentKeys = new Set(answers.map(({ query }) => queryKey(query)));
  const isNew = (queries: readonly Query[]) => queries.some((query) => !sentKeys.has(queryKey(query)));
  const withSeveralParts = unclear
    .map((query) => ({ parts: partsOf(listing, query), query }))
    .filter(({ parts }) => parts.length > 1);
  const eachAlone = withSeveralParts.map(({ parts, query }) => parts.map((name) => alone(query, [name])));
  // A parameter that breaks nothing alone may break something together with the sort.
  const sort = listing.sort?.parameter;
  const eachWithSort = withSeveralParts
    .filter(({ parts, query }) => sort !== undefined && parts.length > 2 && query[sort] !== undefined)
    .map(({ parts, query }) => parts.filter((name) => name !== sort).map((name) => alone(query, [name, sort ?? ''])));
  return [...eachAlone, ...eachWithSort].filter(isNew);
}

/** Drops each difference that a simpler one explains: another clause breaks with only some of the same parameters. */
export function withoutExplained<C extends Difference>(
  listing: Listing,
  differences: readonly C[],
  answers: readonly Answer[],
): readonly C[] {
  const slugs = slugsOfParts(listing);
  const queryOf = queriesBySeq(answers);
  const aboutParts = differences.filter(({ slug }) => slugs.has(slug));
  const isSimpler = (query: Query, complex: Query): boolean => {
    const [fewer, more] = [partsOf(listing, query), partsOf(listing, complex)];
    return fewer.length > 0 && fewer.length < more.length && fewer.every((name) => query[name] === complex[name]);
  };
  return differences.filter((difference) => {
    const query = slugs.has(difference.slug) ? queryOf.get(difference.seq ?? 0) : undefined;
    if (query === undefined) return true;
    return !aboutParts.some((other) => {
      const otherQuery = other.slug === difference.slug ? undefined : queryOf.get(other.seq ?? 0);
      return otherQuery !== undefined && isSimpler(otherQuery, query);
    });
  });
}

export function queriesBySeq(answers: readonly Answer[]): ReadonlyMap<number, Query> {
  return new Map(answers.map(({ seq, query }) => [seq, query]));
}
