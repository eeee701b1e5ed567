import type { Listing } from '../../contract/listing.ts';
import { type Direction, declaredDirections } from '../../contract/sort.ts';
import { groupBy } from '../../groups.ts';
import { getOrMake } from '../../memoize.ts';
import { type Answer, keysIn, queryKey } from './answer.ts';
import { type Difference, isPast, type JudgingContext, queryText } from './difference.ts';
import { judge } from './judge.ts';
import type { Model } from './model.ts';
import { directionIn } from './order.ts';
import { wrongTotal } from './page-totals.ts';
import { SLUGS } from './slugs.ts';
import { WILDCARDS } from './texts.ts';
import {
  containsText,
  identityOf,
  pageOf,
  searchOf,
  selectionOf,
  sequenceOf,
  sizeOf,
  sortMember,
  sortOf,
} from './values.ts';

/** Judges answers of one listing against the known items, and against each other. */
export function judgeTogether(context: JudgingContext, answers: readonly Answer[]): readonly Difference[] {
  const served = answers.filter(({ failed }) => failed === undefined);
  return [
    ...served.flatMap((answer) => judge(context, answer)),
    ...contradictions(context.listing, served),
    ...wildcardDifferences(context, served),
  ];
}

/** The direction of each sort: as declared, or else as the first answer shows it whose first and last keys differ. */
export function directionsOf(
  listing: Listing,
  answers: readonly Answer[],
  model: Model,
): ReadonlyMap<string, Direction> {
  const directions = declaredDirections(listing.sort);
  for (const answer of answers) {
    const sort = sortOf(listing, answer.query);
    const direction = sort === undefined || directions.has(sort) ? undefined : directionIn(listing, answer, model);
    if (sort !== undefined && direction !== undefined) directions.set(sort, direction);
  }
  return directions;
}

/** Pairs of answers that cannot both be right. The first answer of each kind is the reference for later ones. */
export function contradictions(listing: Listing, answers: readonly Answer[]): readonly Difference[] {
  const hasStableOrder = orderStability(listing, answers);
  const isPastEnd = pastEndTest(listing, answers);
  const compared = answers.filter((answer) => !isPastEnd(answer));
  const withSameIdentity = firstAlike(compared, ({ query }) => identityOf(listing, query));
  const withSameSelection = firstAlike(compared, ({ query }) => selectionOf(listing, query));
  const sequences = sequencesOf(listing, new Set(withSameIdentity.values()));
  const pagesBefore = new Map(
    sequences.flatMap((pages) => pages.map((page, index) => [page, pages.slice(0, index)] as const)),
  );
  const found = compared.flatMap((answer) => [
    ...differentItems(listing, withSameIdentity.get(answer), answer, hasStableOrder),
    ...otherTotal(listing, withSameSelection.get(answer), answer),
    ...(hasStableOrder(answer) ? overlap(listing, pagesBefore.get(answer) ?? [], answer) : []),
  ]);
  const missing = sequences.flatMap((pages) => missingFromPages(listing, pages, compared));
  return [...found, ...missing].map((difference) => ({ ...difference, contradiction: true }));
}

/** For each answer the first one with the same key. */
function firstAlike(answers: readonly Answer[], keyOf: (answer: Answer) => string): ReadonlyMap<Answer, Answer> {
  return new Map(
    [...groupBy(answers, keyOf).values()].flatMap((alike) => alike.map((one) => [one, alike[0]] as const)),
  );
}

/** The pages of each list that is read page by page, in one size. */
function sequencesOf(listing: Listing, answers: Iterable<Answer>): readonly (readonly Answer[])[] {
  const keyOf = ({ query }: Answer) => `${sequenceOf(listing, query)} ${sizeOf(listing, query)}`;
  return [...groupBy(answers, keyOf).values()];
}

/** Is an answer past the end of the listing? Without a total, the number of items seen of the same selection stands in. */
function pastEndTest(listing: Listing, answers: readonly Answer[]): (answer: Answer) => boolean {
  const seen = new Map<string, Set<string | undefined>>();
  for (const { query, rows, total } of answers) {
    if (total !== undefined) continue;
    const keys = getOrMake(seen, selectionOf(listing, query), () => new Set());
    for (const { key } of rows) keys.add(key);
  }
  return (answer) => {
    const { query, total } = answer;
    const items = seen.get(selectionOf(listing, query))?.size ?? 0;
    return isPast(listing, total === undefined ? { ...answer, total: items } : answer);
  };
}

/** Can the order of an answer be relied on? Not if no declared member defines it and it changed between equal requests. */
function orderStability(listing: Listing, answers: readonly Answer[]): (answer: Answer) => boolean {
  const first = new Map<string, string>();
  const unstableSorts = new Set<string>();
  for (const { query, rows } of answers) {
    const [raw, keys] = [queryKey(query), rows.map(({ key }) => key).join(' ')];
    if (getOrMake(first, raw, () => keys) !== keys) unstableSorts.add(sortOf(listing, query) ?? '');
  }
  return ({ query }) => sortMember(listing, query) !== undefined || !unstableSorts.has(sortOf(listing, query) ?? '');
}

function differentItems(
  listing: Listing,
  first: Answer | undefined,
  answer: Answer,
  hasStableOrder: (answer: Answer) => boolean,
): readonly Difference[] {
  if (first === undefined || first === answer) return [];
  const { slug, left } = defaultLeftIn(listing, first, answer);
  if (slug === undefined || (slug !== SLUGS.repeat && !hasStableOrder(answer))) return [];
  const isOrdered = slug === SLUGS.defaultSort && sortMember(listing, answer.query) === undefined;
  const [one, other] = [keysOf(first, isOrdered), keysOf(answer, isOrdered)];
  if (one === other && (first.total ?? answer.total) === (answer.total ?? first.total)) return [];
  const counts = [first, answer].map(({ rows }) => rows.length);
  const others = counts[0] === counts[1] ? 'other items, or another order' : `${counts.join(' and ')} items`;
  return [
    {
      slug,
      expected: left ?? `the items for ${queryText(listing, first.query)}`,
      actual: one === other ? `total ${answer.total} instead of ${first.total}` : others,
      at: answer.payload + listing.items,
      seq: answer.seq,
    },
  ];
}

/** The keys of the items as one text, sorted unless their order counts. Items without a valid key are left out. */
function keysOf({ rows }: Answer, isOrdered: boolean): string {
  const keys = keysIn(rows);
  return (isOrdered ? keys : keys.toSorted()).join(' ');
}

/**
 * The clause that equivalent requests share: of the one parameter left to its default, or of repetition if they are equal.
 * `left`: what is expected of them because of that default.
 */
function defaultLeftIn(
  listing: Listing,
  a: Answer,
  b: Answer,
): { readonly slug?: string | undefined; readonly left?: string } {
  const { page, size, sort } = listing;
  const names = [...new Set([...Object.keys(a.query), ...Object.keys(b.query)])];
  const [name, ...others] = names.filter((one) => a.query[one] !== b.query[one]);
  if (name === undefined) return { slug: SLUGS.repeat };
  if (others.length > 0) return {};
  const slugs = {
    [page.parameter]: SLUGS.defaultPage,
    [size.parameter]: SLUGS.defaultSize,
    [sort?.parameter ?? '']: SLUGS.defaultSort,
  };
  const value = a.query[name] ?? b.query[name] ?? '';
  return { slug: slugs[name], left: `the same with and without ${queryText(listing, { [name]: value })}, the default` };
}

function otherTotal(
  listing: Listing,
  first: Answer | undefined,
  { query, total, seq, payload }: Answer,
): readonly Difference[] {
  if (first?.total === undefined || total === undefined || total === first.total) return [];
  const isOtherSort = sortOf(listing, query) !== sortOf(listing, first.query);
  const isOtherPage = pageOf(listing, query) !== pageOf(listing, first.query);
  return [
    {
      slug: isOtherPage ? SLUGS.sameTotal : isOtherSort ? SLUGS.sortKeeps : SLUGS.holdTotal,
      expected: `total ${first.total}, as for ${queryText(listing, first.query)}`,
      actual: String(total),
      at: payload + (listing.total ?? listing.items),
      seq,
    },
  ];
}

/** Reports missing items if every page was read, all give the same total, and together they hold fewer items. */
function missingFromPages(
  listing: Listing,
  sequence: readonly Answer[],
  answers: readonly Answer[],
): readonly Difference[] {
  const [first] = sequence;
  const last = sequence.at(-1);
  if (first?.total === undefined || last === undefined || sequence.length < 2) return [];
  // Items without a key cannot be counted.
  if (sequence.some(({ rows }) => rows.some(({ key }) => key === undefined))) return [];
  const size = sizeOf(listing, first.query);
  if (listing.size.fewer === true && sequence.some((page) => page !== last && page.rows.length < size)) return [];
  const count = Math.ceil(first.total / size);
  const numbers = new Set(sequence.map(({ query }) => pageOf(listing, query)));
  const areAllPages = numbers.size === count && sequence.every(({ query }) => pageOf(listing, query) <= count);
  const isOneTotal = sequence.every(({ total }) => total === first.total);
  const keys = new Set(sequence.flatMap(({ rows }) => rows.flatMap(({ key }) => key ?? [])));
  if (!areAllPages || !isOneTotal || keys.size >= first.total) return [];
  const pages = { words: `the ${count} pages for ${queryText(listing, first.query)}`, shown: sequence };
  const selection = selectionOf(listing, first.query);
  const alike = answers.filter(({ query }) => selectionOf(listing, query) === selection);
  const { at, ...wrong } = wrongTotal(listing, first.total, keys, pages, alike);
  return [{ ...wrong, at: `${last.payload}${at}`, seq: last.seq }];
}

function overlap(listing: Listing, before: readonly Answer[], answer: Answer): readonly Difference[] {
  const own = new Set(keysIn(answer.rows));
  for (const other of before) {
    const shared = other.rows.find(({ key }) => key !== undefined && own.has(key));
    if (shared !== undefined)
      return [
        {
          slug: SLUGS.disjoint,
          expected: `no item of page ${pageOf(listing, other.query)} on page ${pageOf(listing, answer.query)}`,
          actual: `item ${shared.key} on both`,
          at: answer.payload + listing.items,
          seq: answer.seq,
        },
      ];
  }
  return [];
}

/** Reports a wildcard that was not taken literally: it finds every item, while ordinary signs find fewer. */
function wildcardDifferences({ listing, model }: JudgingContext, answers: readonly Answer[]): readonly Difference[] {
  if (model === undefined || !model.whole) return [];
  const { members = [] } = listing.search ?? {};
  return WILDCARDS.flatMap(([sign, other]) => {
    const [one, control] = [sign, other].map((text) => answers.find(({ query }) => searchOf(listing, query) === text));
    if (one?.total === undefined || control?.total === undefined) return [];
    const lacking = model.items.filter(
      (item) => !members.some((member) => containsText(listing, item, member, sign)),
    ).length;
    return one.total < model.items.length || control.total >= one.total || lacking === 0
      ? []
      : [
          {
            slug: SLUGS.literal,
            expected: `a search for ${sign} to find what has these signs, as one for ${other} does`,
            actual: `all ${one.total} items`,
            at: one.payload + (listing.total ?? listing.items),
            seq: one.seq,
            contradiction: true,
          },
        ];
  });
}
