import type { Listing } from '../../contract/listing.ts';
import type { Answer, Query } from './answer.ts';
import type { Difference } from './difference.ts';
import { filterSlug, SLUGS, sortSlug } from './slugs.ts';
import { filtersOf, searchOf, sortMember, sortOf } from './values.ts';

/** Clauses that a part of the request may break which is broken by itself. */
const OPEN: readonly string[] = [SLUGS.holdTotal, SLUGS.sameTotal, SLUGS.disjoint];

/**
 * What follows from a filter or a sort that is broken by itself. A filter lets through what is counted: totals that are wrong
 * only beside it fall with it. A sort puts items where others belong: pages that only by its order hold the wrong ones fall
 * with it, unless one item was seen on two of them. By slug, the slug of the filter or the sort: of the one that all of it
 * follows from, or of the first.
 */
export function consequencesOf(
  listing: Listing,
  differences: readonly Difference[],
  answers: readonly Answer[],
): ReadonlyMap<string, string> {
  const queryOf = new Map(answers.map(({ seq, query }) => [seq, query]));
  const broken = new Set(differences.map(({ slug }) => slug));
  const causesOf = (difference: Difference): readonly string[] => {
    const query = queryOf.get(difference.seq ?? -1) ?? {};
    return [...filtersBehind(listing, difference, query), ...sortBehind(listing, difference, query)].filter((slug) =>
      broken.has(slug),
    );
  };
  return new Map(
    OPEN.flatMap((slug) => {
      const causes = differences.filter((one) => one.slug === slug).map(causesOf);
      const [first = []] = causes;
      const cause = first.find((one) => causes.every((each) => each.includes(one))) ?? first[0];
      return cause === undefined || causes.some((each) => each.length === 0) ? [] : [[slug, cause] as const];
    }),
  );
}

function filtersBehind(listing: Listing, { slug, at }: Difference, query: Query): readonly string[] {
  const isOfTotal =
    slug !== SLUGS.disjoint && (at === undefined || (listing.total !== undefined && at.endsWith(listing.total)));
  return isOfTotal && searchOf(listing, query) === undefined ? filtersOf(listing, query).map(filterSlug) : [];
}

function sortBehind(listing: Listing, { at = '', contradiction }: Difference, query: Query): readonly string[] {
  const member = sortMember(listing, query);
  const isOfOrder = member !== undefined && contradiction !== true && at.endsWith(`/${member}`);
  return isOfOrder ? [sortSlug(sortOf(listing, query) ?? '')] : [];
}
