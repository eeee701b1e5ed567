import type { Listing } from '../../contract/listing.ts';
import { groupBy } from '../../groups.ts';
import { getOrMake } from '../../memoize.ts';
import type { Answer, Query } from './answer.ts';
import { identityOf, pageOf, selectionOf, sizeOf } from './values.ts';

/**
 * The answers up to the last repeated request: until then the listing did not change, so they can be compared with each other.
 * None if the listing is written to during the run: then two answers may differ and break no clause.
 */
export function beforeWrites(listing: Listing, answers: readonly Answer[]): readonly Answer[] {
  if (isWrittenTo(listing, answers)) return [];
  const last = Math.max(0, ...repeatedIn(answers).flatMap((same) => same.map(({ seq }) => seq)));
  return answers.filter(({ seq }) => seq <= last);
}

/** Is the listing written to during the run? A repeated request gets another total or edited items, or totals drift. */
export function isWrittenTo(listing: Listing, all: readonly Answer[]): boolean {
  const answers = withoutGaps(listing, all);
  const repeated = repeatedIn(answers);
  return (
    repeated.some(hasOtherTotal) ||
    (repeated.some(hasOtherValues) && areEditedOnce(answers)) ||
    movesOneWay(listing, answers)
  );
}

/** The members of items that differ between two answers to the same request: they move by themselves. */
export function movingMembers(answers: readonly Answer[]): ReadonlySet<string> {
  const moving = new Set<string>();
  for (const [first, ...later] of repeatedIn(answers)) {
    const before = new Map(first?.rows.map(({ key, values }) => [key, values]));
    for (const { key, values } of later.flatMap(({ rows }) => rows))
      for (const [name, value] of Object.entries(before.get(key) ?? {}))
        if (JSON.stringify(values[name]) !== JSON.stringify(value)) moving.add(name);
  }
  return moving;
}

/** The answers to each request that was sent more than once, whatever the order of its parameters. */
function repeatedIn(answers: readonly Answer[]): readonly (readonly Answer[])[] {
  const same = groupBy(new Set(answers), ({ query }) => cachedText(query, () => Object.entries(query).toSorted()));
  return [...same.values()].filter(({ length }) => length > 1);
}

/** Caches the JSON text of objects: the same answers are compared again and again. */
const texts = new WeakMap<object, string>();

function cachedText(of: object, value: () => unknown = () => of): string {
  return getOrMake(texts, of, () => JSON.stringify(value()));
}

function hasOtherTotal(same: readonly Answer[]): boolean {
  const totals = same.flatMap(({ total }) => total ?? []);
  // Without totals, the number of items shows a change.
  const counts = same.flatMap(({ rows, failed }) => (failed === undefined ? rows.length : []));
  return new Set(totals.length > 0 ? totals : counts).size > 1;
}

/**
 * The answers without those that found nothing, if the same selection was empty once between two equal totals: nobody empties a
 * listing and restores it, so such answers are wrong and show no write.
 */
function withoutGaps(listing: Listing, answers: readonly Answer[]): readonly Answer[] {
  const inOrder = answers.toSorted((a, b) => a.seq - b.seq);
  const series = [...groupBy(inOrder, ({ query }) => selectionOf(listing, query)).values()];
  const hasGap = series.some((one) => {
    const totals = one.flatMap(({ total }) => total ?? []);
    return totals.some((total, at) => total === 0 && isSameAround(totals, at));
  });
  return hasGap ? answers.filter(({ total }) => total !== 0) : answers;
}

/** Are the last total above 0 before this place and the first one after it equal? */
function isSameAround(totals: readonly number[], at: number): boolean {
  const before = totals.slice(0, at).findLast((total) => total > 0);
  return before !== undefined && before === totals.slice(at).find((total) => total > 0);
}

function hasOtherValues(same: readonly Answer[]): boolean {
  return versionsIn(same).some(({ length }) => length > 1);
}

/** Does each item change at most once, and stay changed? Values that alternate do not count as edits. */
function areEditedOnce(answers: readonly Answer[]): boolean {
  return versionsIn(answers).every(
    ([before, after, ...more]) =>
      more.length === 0 && (after === undefined || (before?.last ?? 0) - after.first <= SIDE_BY_SIDE),
  );
}

/** The versions of each item in order, each with the numbers of the first and the last answer that has it. */
function versionsIn(answers: readonly Answer[]) {
  const seen = answers
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ rows, seq }) => rows.map(({ key, values }) => ({ key, seq, text: cachedText(values) })));
  return [...groupBy(seen, ({ key }) => key).values()].map((each) =>
    [...groupBy(each, ({ text }) => text).values()].map((same) => ({
      first: same[0].seq,
      last: same.at(-1)?.seq ?? 0,
    })),
  );
}

/** The service may have handled requests that are this close to each other in either order. */
const SIDE_BY_SIDE = 8;
/** This many totals of everything, or this many selections with several totals, cannot come from one accidental answer. */
const MIN_TOTALS = 3;
const MIN_MOVED_SELECTIONS = 2;
/** With at most this many requests for everything, a last total that differs from the first is enough. */
const FEW_REQUESTS = 5;

/**
 * Does the listing grow or shrink behind a cache? It grows if the last control request shows a greater total of everything than
 * the first request, and no total of any selection falls until then. It shrinks if it is the other way round.
 */
function movesOneWay(listing: Listing, answers: readonly Answer[]): boolean {
  const requests = firstAnswers(listing, answers);
  const everything = requests.filter(({ query }) => selectionOf(listing, query) === selectionOf(listing, {}));
  const [first, ...more] = everything;
  const control = more.findLast((one, index) => isControl(listing, more[index - 1], one));
  if (first === undefined || control === undefined) return false;
  const direction = Math.sign(totalOf(control) - totalOf(first));
  const untilControl = requests.filter(({ seq }) => seq <= control.seq);
  const series = [...groupBy(untilControl, ({ query }) => selectionOf(listing, query)).values()];
  // Answers with an Age header come from a cache, so repetitions show nothing. A single change is then enough.
  const isOneChangeEnough = answers.some(({ isFromCache }) => isFromCache) || everything.length <= FEW_REQUESTS;
  const isConvincing = isOneChangeEnough || hasManyChanges(everything, series);
  return direction !== 0 && isConvincing && series.every((one) => keepsDirection(one, direction));
}

/** The first answer to each request, in order. A repeated request may be answered from the cache, so it does not count. */
function firstAnswers(listing: Listing, answers: readonly Answer[]): readonly Answer[] {
  // Other checks may have sent a request without page and size long before.
  const isOwn = (query: Query): boolean => listing.page.parameter in query || listing.size.parameter in query;
  return [...groupBy(answers, ({ query }) => identityOf(listing, query)).values()]
    .map(([first]) => first)
    .filter(({ query, total }) => total !== undefined && isOwn(query))
    .toSorted((a, b) => a.seq - b.seq);
}

/**
 * A request for the first page that asks for a smaller page than the one before and gets no smaller total. So the total does
 * not count the items of the page.
 */
function isControl(listing: Listing, before: Answer | undefined, one: Answer): boolean {
  return (
    before !== undefined &&
    [before, one].every(({ query }) => pageOf(listing, query) === 1) &&
    (listing.size.parameter === '' || sizeOf(listing, one.query) < sizeOf(listing, before.query)) &&
    totalOf(before) <= totalOf(one)
  );
}

function hasManyChanges(everything: readonly Answer[], series: readonly (readonly Answer[])[]): boolean {
  const moved = series.filter((one) => countTotals(one) > 1);
  return moved.length >= MIN_MOVED_SELECTIONS || countTotals(everything) >= MIN_TOTALS;
}

/** Does no total go against the direction, 1 or -1? Answers side by side may differ either way. */
function keepsDirection(series: readonly Answer[], direction: number): boolean {
  return series.every((one, index) =>
    series
      .slice(index + 1)
      .every((next) => next.seq - one.seq <= SIDE_BY_SIDE || (totalOf(next) - totalOf(one)) * direction >= 0),
  );
}

function countTotals(answers: readonly Answer[]): number {
  return new Set(answers.map(totalOf)).size;
}

function totalOf({ total }: Answer): number {
  return total ?? 0;
}

/** The same request with its parameters in reverse order: a cache whose key is the address has no answer to it. */
export function withReversedParameters(query: Query): Query {
  return Object.fromEntries(Object.entries(query).toReversed());
}

/** Up to two variants of the query with smaller page sizes, which no request had before: no cache has their answers. */
export function freshControls(listing: Listing, query: Query, answers: readonly Answer[]): readonly Query[] {
  const asked = new Set(answers.map((one) => sizeOf(listing, one.query)));
  if (listing.size.parameter === '') return [];
  const sizes: number[] = [];
  for (let size = sizeOf(listing, query) - 1; size > 0 && sizes.length < 2; size -= 1)
    if (!asked.has(size)) sizes.push(size);
  return sizes.map((size) => ({ ...query, [listing.size.parameter]: String(size) }));
}
