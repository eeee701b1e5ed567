import type { Listing } from '../../contract/listing.ts';
import type { Ask, Listed } from './answer.ts';
import type { Complaint } from './complaint.ts';
import { boundSlug, filterSlug, findsSlug, fractionSlug, SLUGS, sortSlug } from './slugs.ts';
import { inOrder } from './values.ts';

/**
 * A request with two things in it blames neither until one request tells which: what broke with several is asked for with
 * each of them by itself, and what breaks with one alone explains what breaks with more beside it.
 */

/** The parameters of a request that choose and order its items. */
function partsOf({ filters, search, sort }: Listing, ask: Ask): readonly string[] {
  const names = [...filters.map(({ parameter }) => parameter), search?.parameter, sort?.parameter];
  return names.filter((name) => name !== undefined && ask[name] !== undefined) as readonly string[];
}

/** The clauses that speak of single parts, or of what they do to the items together. */
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
 * The requests that isolate what these complaints blame: each part of theirs alone, and then each beside the sort, on a page
 * that holds as much as can be.
 */
export function isolating(
  listing: Listing,
  complaints: readonly Complaint[],
  answers: readonly Listed[],
): readonly (readonly Ask[])[] {
  const slugs = slugsOfParts(listing);
  const askOf = asksBySeq(answers);
  const simplest = toldSimplest(listing, complaints, answers);
  const isAlone = ({ seq }: Complaint) => partsOf(listing, askOf.get(seq ?? 0) ?? {}).length < 2;
  const certain = new Set(simplest.filter(isAlone).map(({ slug }) => slug));
  const isolated = [...new Map(simplest.map((complaint) => [complaint.slug, complaint])).values()]
    .filter(({ slug }) => slugs.has(slug) && !certain.has(slug))
    .map(({ seq }) => askOf.get(seq ?? 0))
    .filter((ask) => ask !== undefined);
  const most = String(
    listing.schemas[listing.size.parameter]?.maximum ?? listing.defaults[listing.size.parameter] ?? 50,
  );
  const alone = (ask: Ask, names: readonly string[]) =>
    inOrder(listing, {
      ...Object.fromEntries(names.map((name) => [name, ask[name] ?? ''])),
      [listing.page.parameter]: '1',
      [listing.size.parameter]: most,
    });
  const asked = new Set(answers.map(({ ask }) => JSON.stringify(ask)));
  const isNew = (asks: readonly Ask[]) => asks.some((ask) => !asked.has(JSON.stringify(ask)));
  const divided = isolated
    .map((ask) => ({ parts: partsOf(listing, ask), ask }))
    .filter(({ parts }) => parts.length > 1);
  const eachAlone = divided.map(({ parts, ask }) => parts.map((name) => alone(ask, [name])));
  // What none of them breaks alone, one of them may break beside the sort.
  const sort = listing.sort?.parameter;
  const eachSorted = divided
    .filter(({ parts, ask }) => sort !== undefined && parts.length > 2 && ask[sort] !== undefined)
    .map(({ parts, ask }) => parts.filter((name) => name !== sort).map((name) => alone(ask, [name, sort ?? ''])));
  return [...eachAlone, ...eachSorted].filter(isNew);
}

/** The complaints without those that another one explains, whose request has a part of the same things in it. */
export function toldSimplest<C extends Complaint>(
  listing: Listing,
  complaints: readonly C[],
  answers: readonly Listed[],
): readonly C[] {
  const slugs = slugsOfParts(listing);
  const askOf = asksBySeq(answers);
  const blaming = complaints.filter(({ slug }) => slugs.has(slug));
  const isSimpler = (ask: Ask, than: Ask): boolean => {
    const [some, more] = [partsOf(listing, ask), partsOf(listing, than)];
    return some.length > 0 && some.length < more.length && some.every((name) => ask[name] === than[name]);
  };
  return complaints.filter((complaint) => {
    const ask = slugs.has(complaint.slug) ? askOf.get(complaint.seq ?? 0) : undefined;
    if (ask === undefined) return true;
    return !blaming.some((other) => {
      const its = other.slug === complaint.slug ? undefined : askOf.get(other.seq ?? 0);
      return its !== undefined && isSimpler(its, ask);
    });
  });
}

function asksBySeq(answers: readonly Listed[]): ReadonlyMap<number, Ask> {
  return new Map(answers.map(({ seq, ask }) => [seq, ask]));
}
