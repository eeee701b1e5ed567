import type { Unexercised } from './evidence.ts';
import type { Model } from './model.ts';
import { boundSlug, filterSlug, findsSlug, fractionSlug, SLUGS, sortSlug, summarySlug } from './slugs.ts';

/** Why the data of this target cannot show a clause, in words. `failed`: the status of a page that was not served. */
export function whyNotExercised(model: Model, slug: string, moving: boolean, failed?: number): Unexercised {
  const { items, whole } = model;
  const because = (reason: string): Unexercised => ({ reason });
  if (moving) return because('the listing changed while it was read');
  if (items.length === 0) return because('the listing is empty');
  if (!whole && failed !== undefined)
    return because(`a page was not served (status ${failed}), so not all items are known`);
  if (!whole)
    return because('there are too many items to know them all, and no filter cuts out a part that can be known');
  const reason = reasonOf(model, slug);
  return reason === undefined
    ? because('no request that the declaration allows would show it on the items that are there')
    : because(reason);
}

const { disjoint, sameTotal, remainder, sortKeeps, keep, together } = SLUGS;
/** The clauses that only two pages show. */
const OF_TWO_PAGES: readonly string[] = [disjoint, sameTotal, remainder, sortKeeps, keep, together];
const TOO_FEW = 'the listing has too few items for it';

function reasonOf({ items, listing, hidden, slice }: Model, slug: string): string | undefined {
  const distinct = (member: string) => new Set(items.map(({ values }) => values[member])).size;
  const isSliced = (member: string) =>
    listing.filters.some((filter) => filter.member === member && slice[filter.parameter] !== undefined);
  const same = (member: string) =>
    isSliced(member)
      ? `there are too many items to know them all, and those that are known have the same ${member}`
      : `every item has the same ${member}`;
  const lacks = (member: string) =>
    distinct(member) < 2 ? same(member) : `no request tells items apart by their ${member}`;
  if (OF_TWO_PAGES.includes(slug) && items.length < 3) return TOO_FEW;
  for (const filter of listing.filters) {
    if (slug === boundSlug(filter)) return `no item lies just on a ${filter.parameter} that may be asked for`;
    if (slug === fractionSlug(filter))
      return `no ${filter.member} has a fraction, or lies beside one, that may be asked for`;
    if (slug === filterSlug(filter)) return lacks(filter.member);
  }
  for (const [value, member] of Object.entries(listing.sort?.by ?? {}))
    if (slug === sortSlug(value)) return lacks(member);
  for (const member of listing.search?.members ?? [])
    if (slug === findsSlug(member)) return unsearchableReason(member, items, listing.search?.loose?.[member]);
  for (const member of Object.keys(listing.search?.hidden?.members ?? {}))
    if (slug === findsSlug(member)) return hidden.size === 0 ? `no item is known by its ${member}` : undefined;
  return listing.summaries.some((summary) => slug === summarySlug(summary)) ? TOO_FEW : undefined;
}

/** A member whose texts all stand elsewhere in their items, too: no search shows that this member is searched. */
function unsearchableReason(member: string, items: Model['items'], loose: readonly string[] = []): string {
  const texts = items.flatMap(({ values: { [member]: text } }) =>
    typeof text === 'string' && text !== '' ? [text] : [],
  );
  if (texts.length === 0) return `no item has a text in ${member}`;
  const isLoose = texts.some((text) => loose.includes(text));
  const looseNote = isLoose ? `, or may stand for another one (${loose.join(', ')})` : '';
  return `every ${member} is found by what else its item has as well${looseNote}`;
}
