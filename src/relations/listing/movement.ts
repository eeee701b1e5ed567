import type { Listing } from '../../contract/listing.ts';
import { groupBy } from '../../groups.ts';
import type { Answer, Query } from './answer.ts';
import { identityOf, pageOf, selectionOf, sizeOf } from './values.ts';

/**
 * The answers that came while the listing stood still: those before the last request that was sent again and got the same
 * total as before. A listing that is written to while it is read breaks nothing.
 */
export function beforeWrites(listing: Listing, answers: readonly Answer[]): readonly Answer[] {
  if (isWrittenTo(listing, answers)) return [];
  const last = Math.max(0, ...repeatedIn(answers).flatMap((same) => same.map(({ seq }) => seq)));
  return answers.filter(({ seq }) => seq <= last);
}

/** A listing is written to while it is read: the same request later gives another total or other items, or it moves behind a cache. */
export function isWrittenTo(listing: Listing, answers: readonly Answer[]): boolean {
  const repeated = repeatedIn(answers);
  return (
    repeated.some(hasOtherTotal) ||
    (repeated.some(hasOtherValues) && areEditedOnce(answers)) ||
    movesOneWay(listing, answers)
  );
}

/** The answers to each request that was sent more than once, in whatever order its parameters stood. */
function repeatedIn(answers: readonly Answer[]): readonly (readonly Answer[])[] {
  const same = groupBy(new Set(answers), ({ query }) => textOnce(query, () => Object.entries(query).toSorted()));
  return [...same.values()].filter(({ length }) => length > 1);
}

/** Lists of answers are looked at again with each answer that comes: the text of what stands in them is made once. */
const texts = new WeakMap<object, string>();

function textOnce(of: object, value: () => unknown = () => of): string {
  const text = texts.get(of) ?? JSON.stringify(value());
  texts.set(of, text);
  return text;
}

function hasOtherTotal(same: readonly Answer[]): boolean {
  const totals = same.flatMap(({ total }) => total ?? []);
  // Where none is told, the number of items tells of one more or less.
  const counts = same.flatMap(({ rows, failed }) => (failed === undefined ? rows.length : []));
  return new Set(totals.length > 0 ? totals : counts).size > 1;
}

function hasOtherValues(same: readonly Answer[]): boolean {
  return versionsIn(same).some(({ length }) => length > 1);
}

/** Items have other values from some answer on, and in every one after it. What comes back, or changes again, nobody has written. */
function areEditedOnce(answers: readonly Answer[]): boolean {
  return versionsIn(answers).every(
    ([before, after, ...more]) =>
      more.length === 0 && (after === undefined || (before?.last ?? 0) - after.first <= SIDE_BY_SIDE),
  );
}

/** Of each item its values, as they came one after the other, with the first and the last answer that has them. */
function versionsIn(answers: readonly Answer[]) {
  const seen = answers
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ rows, seq }) => rows.map(({ key, values }) => ({ key, seq, text: textOnce(values) })));
  return [...groupBy(seen, ({ key }) => key).values()].map((each) =>
    [...groupBy(each, ({ text }) => text).values()].map((same) => ({
      first: same[0].seq,
      last: same.at(-1)?.seq ?? 0,
    })),
  );
}

/** Answers whose requests were so close to each other may have been worked out in either order. */
const SIDE_BY_SIDE = 8;
/** So many totals of one selection, or so many selections with more than one, are no accident of a single request. */
const TOTALS = 3;
const SELECTIONS = 2;
/** With so few requests for everything, it is enough that the last total differs from the first. */
const MOST_WANTED = 5;

/**
 * Does the listing grow or shrink behind a cache? A request that is sent again may be answered from the cache, so only first
 * answers count. It grows where no total of any selection falls, and where the total of everything still rises in the control
 * requests at the end. Each control asks for a smaller page than the one before, so the rise cannot come from counting the items
 * of the page. It shrinks where no total rises, and two controls of different sizes agree in a smaller total than the first one.
 */
function movesOneWay(listing: Listing, answers: readonly Answer[]): boolean {
  const firsts = [...new Map(answers.toReversed().map((one) => [identityOf(listing, one.query), one])).values()]
    // What names neither page nor size others may have asked for long before.
    .filter(
      ({ query, total }) => total !== undefined && (listing.page.parameter in query || listing.size.parameter in query),
    )
    .toSorted((a, b) => a.seq - b.seq);
  const isOfEverything = ({ query }: Answer): boolean => selectionOf(listing, query) === selectionOf(listing, {});
  const everything = firsts.filter(isOfEverything);
  const [first, ...more] = everything;
  const control = more.findLast((one, index) => isControl(listing, more[index - 1], one));
  if (first === undefined || control === undefined || totalOf(control) === totalOf(first)) return false;
  const shrinks = totalOf(control) < totalOf(first);
  const series = [
    ...groupBy(
      firsts.filter(({ seq }) => seq <= control.seq),
      ({ query }) => selectionOf(listing, query),
    ).values(),
  ];
  const moved = series.filter((one) => new Set(one.map(totalOf)).size > 1);
  // Answers with an Age header come from a cache, so repetitions show nothing. A single change is then enough.
  const isMuch =
    answers.some(({ isFromCache }) => isFromCache) ||
    everything.length <= MOST_WANTED ||
    moved.length >= SELECTIONS ||
    new Set(everything.map(totalOf)).size >= TOTALS;
  const steps = shrinks ? series.map((one) => one.toReversed()) : series;
  return isMuch && steps.every(neverFalls);
}

/** The second of two requests for the first page, that asks for less and is told no less. */
function isControl(listing: Listing, before: Answer | undefined, one: Answer): boolean {
  return (
    before !== undefined &&
    [before, one].every(({ query }) => pageOf(listing, query) === 1) &&
    sizeOf(listing, one.query) < sizeOf(listing, before.query) &&
    totalOf(before) <= totalOf(one)
  );
}

function neverFalls(series: readonly Answer[]): boolean {
  return series.every((one, index) =>
    series
      .slice(index + 1)
      .every((next) => Math.abs(next.seq - one.seq) <= SIDE_BY_SIDE || totalOf(one) <= totalOf(next)),
  );
}

function totalOf({ total }: Answer): number {
  return total ?? 0;
}

/** The same request, with its parameters in another order: a cache that goes by the address does not know it. */
export function withReversedParameters(query: Query): Query {
  return Object.fromEntries(Object.entries(query).toReversed());
}

/** Two requests for the first page that nobody sent before, of which the second asks for less: no cache has their answers. */
export function freshControls(listing: Listing, query: Query, answers: readonly Answer[]): readonly Query[] {
  const asked = new Set(answers.map((one) => sizeOf(listing, one.query)));
  const sizes: number[] = [];
  for (let size = sizeOf(listing, query) - 1; size > 0 && sizes.length < 2; size -= 1)
    if (!asked.has(size)) sizes.push(size);
  return sizes.map((size) => ({ ...query, [listing.size.parameter]: String(size) }));
}
