import type { Listing } from '../../contract/listing.ts';
import { responseFor } from '../../contract/operations.ts';
import { NOTHING_THERE } from '../../semantics.ts';
import type { Answer, Query } from './answer.ts';
import { type Difference, type JudgingContext, queryText } from './difference.ts';
import { isWithin } from './judge-known.ts';
import { filterSlug, findsSlug, fractionSlug, SLUGS, sortSlug, takesFractions } from './slugs.ts';
import { isUnusualText } from './texts.ts';
import { filtersOf, offsetOf, pageOf, searchOf, selectionOf } from './values.ts';

type Known = Pick<JudgingContext, 'listing' | 'model'>;

/** Valid requests that were not served. Each is reported under the clause of a parameter that no served request had. */
export function failures(context: Known, answers: readonly Answer[]): readonly Difference[] {
  const { listing } = context;
  const served = answers.filter(({ failed }) => failed === undefined);
  const failing = answers.filter((one) => one.failed !== undefined && !mayBePast(context, one, served));
  return failing.flatMap((answer): readonly Difference[] => {
    const { query, failed = 0, seq } = answer;
    const isUnusual = isUnusualText(searchOf(listing, query) ?? '');
    if (isUnusual && failed < 500) return [];
    // A request with some of these parameters failed in the same way: that one is reported instead.
    if (failing.some((other) => other.failed === failed && isPartOf(listing, other.query, query))) return [];
    const slug = isUnusual ? SLUGS.anyText : slugOfFailure(listing, answer, served);
    const expected = `an answer with items for ${queryText(listing, query)}`;
    return [{ slug, expected, actual: `status ${failed}`, seq, status: failed }];
  });
}

/** Is it a later page that is not there, with a status that the document has? */
export function isDocumentedEnd(listing: Listing, status: number, query: Query): boolean {
  const isDocumented = NOTHING_THERE.includes(status) && responseFor(listing.operation, status) !== undefined;
  return isDocumented && pageOf(listing, query) > 1;
}

/** Is a later page documented to be missing, and do neither the known items nor other answers tell that it has any? */
function mayBePast({ listing, model }: Known, { query, failed = 0 }: Answer, served: readonly Answer[]): boolean {
  if (!isDocumentedEnd(listing, failed, query)) return false;
  const before = offsetOf(listing, query);
  const isFull = ({ query: other, rows, total = 0 }: Answer) =>
    total > before || (rows.length > 0 && offsetOf(listing, other) + rows.length > before);
  const alike = served.filter((one) => selectionOf(listing, one.query) === selectionOf(listing, query));
  const isKnown = model !== undefined && isWithin(model, query) && model.expectationOf(query).least > before;
  return !isKnown && !alike.some(isFull);
}

/** Does `whole` have all parameters of `part`, and more? Page 1 does not count, as it is the default. */
function isPartOf({ page }: Listing, part: Query, whole: Query): boolean {
  const partsOf = (of: Query) => Object.entries(of).filter(([name, value]) => name !== page.parameter || value !== '1');
  const [some, all] = [partsOf(part), partsOf(whole)];
  return some.length > 0 && some.length < all.length && some.every(([name, value]) => whole[name] === value);
}

/** The clause of the first suspect parameter, in the order fraction, filter, sort, search, page size, page. */
function slugOfFailure(listing: Listing, failed: Answer, served: readonly Answer[]): string {
  const { query } = failed;
  const { sort, search, size, page } = listing;
  const isSort = (name: string) => name === sort?.parameter;
  const unseen = Object.keys(query).filter(
    (name) => !served.some((one) => (isSort(name) ? one.query[name] === query[name] : one.query[name] !== undefined)),
  );
  const suspects = unseen.length > 0 ? unseen : Object.keys(query);
  const fraction = filtersOf(listing, query).find((filter) => {
    const hasFraction = (one: Answer) =>
      one.query[filter.parameter] !== undefined && !Number.isInteger(Number(one.query[filter.parameter]));
    return takesFractions(listing, filter) && hasFraction(failed) && !served.some(hasFraction);
  });
  if (fraction !== undefined) return fractionSlug(fraction);
  const filters = filtersOf(listing, query).filter(({ parameter }) => suspects.includes(parameter));
  if (unseen.length === 0 && filters.length > 1) return SLUGS.together;
  const [filter] = filters;
  if (filter !== undefined) return filterSlug(filter);
  const value = sort === undefined ? undefined : query[sort.parameter];
  if (value !== undefined && sort !== undefined && suspects.includes(sort.parameter))
    return sort.by[value] === undefined ? SLUGS.sortKeeps : sortSlug(value);
  if (search !== undefined && suspects.includes(search.parameter)) return findsSlug(search.members[0] ?? '');
  if (suspects.includes(size.parameter)) return SLUGS.sizeBound;
  return suspects.includes(page.parameter) ? SLUGS.sameTotal : SLUGS.holdTotal;
}
