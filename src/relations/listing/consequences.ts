import type { Listing } from '../../contract/listing.ts';
import type { Ask, Listed } from './answer.ts';
import type { Complaint } from './complaint.ts';
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
  complaints: readonly Complaint[],
  answers: readonly Listed[],
): ReadonlyMap<string, string> {
  const askOf = new Map(answers.map(({ seq, ask }) => [seq, ask]));
  const broken = new Set(complaints.map(({ slug }) => slug));
  const causesOf = (complaint: Complaint): readonly string[] => {
    const ask = askOf.get(complaint.seq ?? -1) ?? {};
    return [...filtersBehind(listing, complaint, ask), ...sortBehind(listing, complaint, ask)].filter((slug) =>
      broken.has(slug),
    );
  };
  return new Map(
    OPEN.flatMap((slug) => {
      const causes = complaints.filter((one) => one.slug === slug).map(causesOf);
      const [first = []] = causes;
      const cause = first.find((one) => causes.every((each) => each.includes(one))) ?? first[0];
      return cause === undefined || causes.some((each) => each.length === 0) ? [] : [[slug, cause] as const];
    }),
  );
}

function filtersBehind(listing: Listing, { slug, at }: Complaint, ask: Ask): readonly string[] {
  const isOfTotal = slug !== SLUGS.disjoint && (at === undefined || at.endsWith(listing.total));
  return isOfTotal && searchOf(listing, ask) === undefined ? filtersOf(listing, ask).map(filterSlug) : [];
}

function sortBehind(listing: Listing, { at = '', contradiction }: Complaint, ask: Ask): readonly string[] {
  const member = sortMember(listing, ask);
  const isOfOrder = member !== undefined && contradiction !== true && at.endsWith(`/${member}`);
  return isOfOrder ? [sortSlug(sortOf(listing, ask) ?? '')] : [];
}
