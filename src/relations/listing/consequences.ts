import type { Listing } from '../../contract/listing.ts';
import type { Answer, Query } from './answer.ts';
import type { Difference } from './difference.ts';
import { isDocumentedEnd } from './failures.ts';
import { queriesBySeq } from './isolate.ts';
import { filterSlug, SLUGS, sortSlug } from './slugs.ts';
import { filtersOf, searchOf, sortMember, sortOf } from './values.ts';

/** Clauses that a broken filter or sort may break too. */
const DEPENDENT: readonly string[] = [SLUGS.holdTotal, SLUGS.sameTotal, SLUGS.disjoint];

/**
 * Clauses that are broken only because a filter or a sort is broken. A filter that lets the wrong items through makes totals
 * wrong. A wrong order puts items on the wrong pages; but an item that appears on two pages is a fault of its own. The result
 * maps the slug of such a clause to the slug of its cause. If no single cause explains all differences, the first counts.
 */
export function fallsWithPart(
  listing: Listing,
  differences: readonly Difference[],
  answers: readonly Answer[],
): ReadonlyMap<string, string> {
  const queryOf = queriesBySeq(answers);
  const broken = new Set(differences.map(({ slug }) => slug));
  const causesOf = (difference: Difference): readonly string[] => {
    const query = queryOf.get(difference.seq ?? -1) ?? {};
    return [...filtersBehind(listing, difference, query), ...sortBehind(listing, difference, query)].filter((slug) =>
      broken.has(slug),
    );
  };
  return new Map(
    DEPENDENT.flatMap((slug) => {
      const causes = differences.filter((one) => one.slug === slug).map(causesOf);
      // If a single difference has no cause, the clause is broken by itself.
      if (causes.some((each) => each.length === 0)) return [];
      const [first = []] = causes;
      const cause = first.find((one) => causes.every((each) => each.includes(one))) ?? first[0];
      return cause === undefined ? [] : [[slug, cause] as const];
    }),
  );
}

/**
 * The same for a later page that is not there, with a status that is documented: a listing that holds fewer items than it should
 * ends before.
 */
export function fallsWithEnd(
  listing: Listing,
  differences: readonly Difference[],
  answers: readonly Answer[],
): ReadonlyMap<string, string> {
  const queryOf = queriesBySeq(answers);
  const isOfEnd = ({ status = 0, seq = -1 }: Difference): boolean =>
    isDocumentedEnd(listing, status, queryOf.get(seq) ?? {});
  const others = differences.filter((one) => !isOfEnd(one)).map(({ slug }) => slug);
  const ends = differences.map(({ slug }) => slug).filter((slug) => !others.includes(slug));
  const [cause] = others;
  return new Map(cause === undefined ? [] : ends.map((slug) => [slug, cause] as const));
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
