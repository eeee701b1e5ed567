import type { Listing } from '../../contract/listing.ts';
import type { Ask, Listed } from './answer.ts';
import type { Direction } from './complaint.ts';
import { type Bench, type Complaint, isPast, shown } from './complaint.ts';
import { judge } from './judge.ts';
import { hasText } from './model.ts';
import { directionIn } from './order.ts';
import { filterSlug, findsSlug, fractionSlug, SLUGS, sortSlug, takesFractions } from './slugs.ts';
import { isOddText, WILD } from './texts.ts';
import {
  filtersOf,
  identityOf,
  pageOf,
  searchOf,
  selectionOf,
  sequenceOf,
  sizeOf,
  sortMember,
  sortOf,
} from './values.ts';

/** Holds answers of one listing against what is known, and against each other. */
export function judgeTogether(bench: Bench, answers: readonly Listed[]): readonly Complaint[] {
  const served = answers.filter(({ failed }) => failed === undefined);
  return [
    ...served.flatMap((listed) => judge(bench, listed)),
    ...contradictions(bench.listing, served),
    ...wildCards(bench, served),
  ];
}

/** The direction of each sort, as the first answers show it in which two keys differ. */
export function directionsOf(listing: Listing, answers: readonly Listed[]): ReadonlyMap<string, Direction> {
  const directions = new Map<string, Direction>();
  for (const listed of answers) {
    const sort = sortOf(listing, listed.ask);
    const direction = sort === undefined || directions.has(sort) ? undefined : directionIn(listing, listed);
    if (sort !== undefined && direction !== undefined) directions.set(sort, direction);
  }
  return directions;
}

/** Two answers that cannot both be right. The first one of a kind counts; what comes later is held against it. */
export function contradictions(listing: Listing, answers: readonly Listed[]): readonly Complaint[] {
  const isSteady = steadiness(listing, answers);
  const isBeyond = ending(listing, answers);
  const byIdentity = new Map<string, Listed>();
  const bySelection = new Map<string, Listed>();
  const pages = new Map<string, Listed[]>();
  const found: Complaint[] = [];
  for (const listed of answers) {
    if (isBeyond(listed)) continue;
    const identity = identityOf(listing, listed.ask);
    const twin = byIdentity.get(identity);
    if (twin === undefined) byIdentity.set(identity, listed);
    else found.push(...differing(listing, twin, listed, isSteady));
    const selection = selectionOf(listing, listed.ask);
    const first = bySelection.get(selection);
    if (first === undefined) bySelection.set(selection, listed);
    else found.push(...otherTotal(listing, first, listed));
    if (twin !== undefined) continue;
    const sequence = `${sequenceOf(listing, listed.ask)} ${sizeOf(listing, listed.ask)}`;
    const before = pages.get(sequence) ?? [];
    pages.set(sequence, [...before, listed]);
    if (isSteady(listed)) found.push(...overlap(listing, before, listed));
  }
  for (const sequence of pages.values()) found.push(...lostOnTheWay(listing, sequence));
  return found.map((complaint) => ({ ...complaint, contradiction: true }));
}

/** Past the end nothing is said. Where no total tells the end, it is not before the last item that was seen of the selection. */
function ending(listing: Listing, answers: readonly Listed[]): (listed: Listed) => boolean {
  const seen = new Map<string, Set<string | undefined>>();
  for (const { ask, rows, total } of answers) {
    if (total !== undefined) continue;
    const selection = selectionOf(listing, ask);
    const keys = seen.get(selection) ?? new Set();
    for (const { key } of rows) keys.add(key);
    seen.set(selection, keys);
  }
  return (listed) => {
    const { ask, total } = listed;
    const items = seen.get(selectionOf(listing, ask))?.size ?? 0;
    return isPast(listing, total === undefined ? { ...listed, total: items } : listed);
  };
}

/** Of an order that only the service knows nothing can be said where it changes from one request to the next. */
function steadiness(listing: Listing, answers: readonly Listed[]): (listed: Listed) => boolean {
  const first = new Map<string, string>();
  const unsteady = new Set<string>();
  for (const { ask, rows } of answers) {
    const [raw, keys] = [JSON.stringify(ask), rows.map(({ key }) => key).join(' ')];
    if ((first.get(raw) ?? keys) !== keys) unsteady.add(sortOf(listing, ask) ?? '');
    first.set(raw, first.get(raw) ?? keys);
  }
  return ({ ask }) => sortMember(listing, ask) !== undefined || !unsteady.has(sortOf(listing, ask) ?? '');
}

function differing(
  listing: Listing,
  first: Listed,
  listed: Listed,
  isSteady: (listed: Listed) => boolean,
): readonly Complaint[] {
  const slug = slugOfDefault(listing, first, listed);
  if (slug === undefined || (slug !== SLUGS.repeat && !isSteady(listed))) return [];
  const isOrdered = slug === SLUGS.defaultSort && sortMember(listing, listed.ask) === undefined;
  const [one, other] = [keysOf(first, isOrdered), keysOf(listed, isOrdered)];
  if (one === other && (first.total ?? listed.total) === (listed.total ?? first.total)) return [];
  return [
    {
      slug,
      expected: `the items for ${shown(first.ask)}`,
      actual: one === other ? `total ${listed.total} instead of ${first.total}` : 'others, or in another order',
      at: listed.payload + listing.items,
      seq: listed.seq,
    },
  ];
}

/** Items that cannot be told apart are left out. */
function keysOf({ rows }: Listed, isOrdered: boolean): string {
  const keys = rows.flatMap(({ key, odd }) => (key === undefined || odd === true ? [] : [key]));
  return (isOrdered ? keys : keys.toSorted()).join(' ');
}

/** What one of two requests that mean the same leaves to its default; nothing where that is more than one parameter. */
function slugOfDefault({ page, size, sort }: Listing, a: Listed, b: Listed): string | undefined {
  const names = [...new Set([...Object.keys(a.ask), ...Object.keys(b.ask)])];
  const [name, ...others] = names.filter((one) => a.ask[one] !== b.ask[one]);
  if (name === undefined) return SLUGS.repeat;
  if (others.length > 0) return undefined;
  const slugs = {
    [page.parameter]: SLUGS.defaultPage,
    [size.parameter]: SLUGS.defaultSize,
    [sort?.parameter ?? '']: SLUGS.defaultSort,
  };
  return slugs[name];
}

function otherTotal(listing: Listing, first: Listed, { ask, total, seq, payload }: Listed): readonly Complaint[] {
  if (first.total === undefined || total === undefined || total === first.total) return [];
  const isOtherSort = sortOf(listing, ask) !== sortOf(listing, first.ask);
  const isOtherPage = pageOf(listing, ask) !== pageOf(listing, first.ask);
  return [
    {
      slug: isOtherPage ? SLUGS.sameTotal : isOtherSort ? SLUGS.sortKeeps : SLUGS.holdTotal,
      expected: `total ${first.total}, as for ${shown(first.ask)}`,
      actual: String(total),
      at: payload + listing.total,
      seq,
    },
  ];
}

/** All pages were seen, and together they hold fewer items than each of them says. */
function lostOnTheWay(listing: Listing, sequence: readonly Listed[]): readonly Complaint[] {
  const [first] = sequence;
  const last = sequence.at(-1);
  if (
    first?.total === undefined ||
    last === undefined ||
    sequence.length < 2 ||
    first.rows.some(({ key }) => key === undefined)
  )
    return [];
  const count = Math.ceil(first.total / sizeOf(listing, first.ask));
  const numbers = new Set(sequence.map(({ ask }) => pageOf(listing, ask)));
  const keys = new Set(sequence.flatMap(({ rows }) => rows.map(({ key }) => key)));
  if (
    numbers.size !== count ||
    !sequence.every(({ ask, total }) => pageOf(listing, ask) <= count && total === first.total)
  )
    return [];
  if (keys.size >= first.total) return [];
  return [
    {
      slug: SLUGS.holdTotal,
      expected: `${first.total} items on the ${count} pages for ${shown(first.ask)}`,
      actual: `${keys.size} items`,
      at: last.payload + listing.items,
      seq: last.seq,
    },
  ];
}

function overlap(listing: Listing, before: readonly Listed[], listed: Listed): readonly Complaint[] {
  const own = new Set(listed.rows.flatMap(({ key, odd }) => (key === undefined || odd === true ? [] : [key])));
  for (const other of before) {
    const twin = other.rows.find(({ key }) => key !== undefined && own.has(key));
    if (twin !== undefined)
      return [
        {
          slug: SLUGS.disjoint,
          expected: `no item of page ${pageOf(listing, other.ask)} on page ${pageOf(listing, listed.ask)}`,
          actual: `item ${twin.key} on both`,
          at: listed.payload + listing.items,
          seq: listed.seq,
        },
      ];
  }
  return [];
}

/** A sign of the database finds everything, and one that means nothing does not: it was taken for any sign. */
function wildCards({ listing, model }: Bench, answers: readonly Listed[]): readonly Complaint[] {
  if (model === undefined || !model.whole) return [];
  return WILD.flatMap(([sign, other]) => {
    const [one, control] = [sign, other].map((text) => answers.find(({ ask }) => searchOf(listing, ask) === text));
    if (one?.total === undefined || control?.total === undefined) return [];
    const lacking = model.items.filter((item) => !hasText(listing, item, sign)).length;
    return one.total < model.items.length || control.total >= one.total || lacking === 0
      ? []
      : [
          {
            slug: SLUGS.literal,
            expected: `a search for ${sign} to find what has these signs, as one for ${other} does`,
            actual: `all ${one.total} items`,
            at: one.payload + listing.total,
            seq: one.seq,
            contradiction: true,
          },
        ];
  });
}

/** Valid requests that were not served, blamed on what none of those that were served has. */
export function failures(listing: Listing, answers: readonly Listed[]): readonly Complaint[] {
  const served = answers.filter(({ failed }) => failed === undefined);
  const failing = answers.filter(({ failed }) => failed !== undefined);
  return failing.flatMap((listed): readonly Complaint[] => {
    const { ask, failed = 0, seq } = listed;
    const isOdd = isOddText(searchOf(listing, ask) ?? '');
    if (isOdd && failed < 500) return [];
    // What fails with less in the request fails with more.
    if (failing.some((other) => other.failed === failed && isPartOf(listing, other.ask, ask))) return [];
    const slug = isOdd ? SLUGS.anyText : isolated(listing, listed, served);
    return [
      { slug, expected: `an answer with items for ${shown(ask)}`, actual: `status ${failed}`, seq, status: failed },
    ];
  });
}

/** Is everything that the one asks for in the other, which asks for more? The first page is asked for in any case. */
function isPartOf({ page }: Listing, part: Ask, whole: Ask): boolean {
  const partsOf = (ask: Ask) => Object.entries(ask).filter(([name, value]) => name !== page.parameter || value !== '1');
  const [some, all] = [partsOf(part), partsOf(whole)];
  return some.length > 0 && some.length < all.length && some.every(([name, value]) => whole[name] === value);
}

/** The clause of the parameter that is to blame, as far as that can be told. */
function isolated(listing: Listing, failed: Listed, served: readonly Listed[]): string {
  const { ask } = failed;
  const { sort, search, size, page } = listing;
  const isSort = (name: string) => name === sort?.parameter;
  const unseen = Object.keys(ask).filter(
    (name) => !served.some((one) => (isSort(name) ? one.ask[name] === ask[name] : one.ask[name] !== undefined)),
  );
  const named = unseen.length > 0 ? unseen : Object.keys(ask);
  const fraction = filtersOf(listing, ask).find((filter) => {
    const isBroken = (one: Listed) =>
      one.ask[filter.parameter] !== undefined && !Number.isInteger(Number(one.ask[filter.parameter]));
    return takesFractions(listing, filter) && isBroken(failed) && !served.some(isBroken);
  });
  if (fraction !== undefined) return fractionSlug(fraction);
  const filters = filtersOf(listing, ask).filter(({ parameter }) => named.includes(parameter));
  if (unseen.length === 0 && filters.length > 1) return SLUGS.together;
  const [filter] = filters;
  if (filter !== undefined) return filterSlug(filter);
  const value = sort === undefined ? undefined : ask[sort.parameter];
  if (value !== undefined && sort !== undefined && named.includes(sort.parameter))
    return sort.by[value] === undefined ? SLUGS.sortKeeps : sortSlug(value);
  if (search !== undefined && named.includes(search.parameter)) return findsSlug(search.members[0] ?? '');
  if (named.includes(size.parameter)) return SLUGS.sizeBound;
  return named.includes(page.parameter) ? SLUGS.sameTotal : SLUGS.holdTotal;
}
