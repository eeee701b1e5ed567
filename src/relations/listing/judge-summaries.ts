import { type Listing, placeOf } from '../../contract/listing.ts';
import { isObject } from '../../schema/pointer.ts';
import type { Answer, Row } from './answer.ts';
import type { Difference, JudgingContext } from './difference.ts';
import { type Model, spanned } from './model.ts';
import { orderedSlug, summarySlug } from './slugs.ts';
import { filtersOf, measure, passes, searchOf } from './values.ts';

export function judgeSummaries({ listing, model }: JudgingContext, answer: Answer): readonly Difference[] {
  return listing.summaries.flatMap((summary, index): readonly Difference[] => {
    const value = answer.summaries[index];
    const at = placeOf(summary);
    const slug = summarySlug(summary);
    if ('total' in summary) return totalSummary({ slug, at }, listing, model, answer, value);
    if ('counts' in summary) return countSummary({ slug, at, member: summary.member }, listing, model, answer, value);
    const { member } = summary;
    return rangeSummary({ slug, at, member, ordered: orderedSlug(summary) }, listing, model, answer, value);
  });
}

interface Place {
  readonly slug: string;
  readonly at: string;
}

type MemberPlace = Place & { readonly member: string };

/** The summary is the total of the result or that of the whole listing. The contract leaves open which. */
function totalSummary(
  { slug, at }: Place,
  listing: Listing,
  model: Model | undefined,
  { query, total }: Answer,
  value: unknown,
): readonly Difference[] {
  if (typeof value !== 'number' || total === undefined || value === total) return [];
  const isPlain = filtersOf(listing, query).length === 0 && searchOf(listing, query) === undefined;
  const wholeTotal = isOfEverything(model) && model.unknown === 0 ? model.items.length : undefined;
  if (!isPlain && (wholeTotal === undefined || value === wholeTotal)) return [];
  return [
    {
      slug,
      expected: `the total ${total}${isPlain ? '' : ` or ${wholeTotal}, that of everything`}`,
      actual: String(value),
      at,
    },
  ];
}

function countSummary(
  place: MemberPlace,
  listing: Listing,
  model: Model | undefined,
  { query, total }: Answer,
  counts: unknown,
): readonly Difference[] {
  if (!isObject(counts) || total === undefined || searchOf(listing, query) !== undefined) return [];
  const filters = filtersOf(listing, query);
  // With a filter on another member, the contract leaves open whether the result or everything is counted.
  if (filters.some(({ member }) => member !== place.member)) return [];
  const [filter] = filters;
  const known = filter === undefined && isOfEverything(model) ? model : undefined;
  const asked = Object.entries(counts).filter(([value]) => filter === undefined || value === query[filter.parameter]);
  const missing = known === undefined ? undefined : missingCount(place, counts, known);
  const difference = missing ?? wrongCount(place, asked, known, total);
  return difference === undefined ? [] : [difference];
}

/** Reports a value of a known item that is not counted. */
function missingCount({ slug, at, member }: MemberPlace, counts: object, { items }: Model): Difference | undefined {
  const missing = items
    .map(({ values }) => values[member])
    .find((value): value is string => typeof value === 'string' && !Object.hasOwn(counts, value));
  if (missing === undefined) return undefined;
  const expected = `a count of the items with ${member} ${missing}`;
  return { slug, expected, actual: Object.keys(counts).join(', '), at };
}

/** Reports a count that the known items do not allow, or that is greater than the total if they are not known. */
function wrongCount(
  { slug, at, member }: MemberPlace,
  counts: readonly (readonly [value: string, count: unknown])[],
  known: Model | undefined,
  total: number,
): Difference | undefined {
  for (const [value, count] of counts) {
    const { least, most, expected } =
      known === undefined
        ? { least: Number.NEGATIVE_INFINITY, most: total, expected: `at most ${total}` }
        : knownCount(known, member, value);
    const isRight = Number(count) >= least && Number(count) <= most;
    if (!isRight) return { slug, expected, actual: String(count), at: `${at}/${value}` };
  }
  return undefined;
}

/** How many items have this value. Those without a readable value, and unknown items, may have it as well. */
function knownCount({ items, unknown }: Model, member: string, value: string) {
  const own = items.filter(({ values }) => values[member] === value).length;
  const unread = items.filter(({ values }) => values[member] === undefined).length;
  return { least: own, most: own + unknown + unread, expected: `${own} items with ${member} ${value}` };
}

/** Does the model have the items of the whole listing? */
function isOfEverything(model: Model | undefined): model is Model {
  return model?.whole === true && Object.keys(model.slice).length === 0;
}

/** The range is that of the result or of the whole listing. Either way it covers every item of the result, on any page. */
function rangeSummary(
  { slug, at, member, ordered }: MemberPlace & { readonly ordered: string },
  listing: Listing,
  model: Model | undefined,
  answer: Answer,
  range: unknown,
): readonly Difference[] {
  const onPage = spanned(rowsInResult(listing, answer), member);
  const [min, max] = isObject(range) ? [measure(range['min']), measure(range['max'])] : [];
  if (onPage === undefined || range === undefined) return [];
  if (min !== undefined && max !== undefined && min > max)
    return [{ slug: ordered, expected: 'min not beyond max', actual: `${min} to ${max}`, at }];
  const result = isResultKnown(listing, model, answer) ? model?.spanOf(answer.query, member) : undefined;
  const outside = [onPage.min, onPage.max, result?.min, result?.max].find(
    (number) => number !== undefined && (min === undefined || max === undefined || number < min || number > max),
  );
  if (outside === undefined) return [];
  const where = outside === onPage.min || outside === onPage.max ? '' : ' of another page';
  return [
    { slug, expected: `a range that ${member} ${outside}${where} lies within`, actual: JSON.stringify(range), at },
  ];
}

/** The items on the page that belong to the result. An item that a filter should exclude is reported under that filter. */
function rowsInResult(listing: Listing, { query, rows }: Answer): readonly Row[] {
  const filters = filtersOf(listing, query);
  return rows.filter((row) => filters.every((filter) => passes(filter, query[filter.parameter] ?? '', row) !== 'no'));
}

/** Are the items of the result known? Never those of a search; and a wrong total is reported by another clause. */
function isResultKnown(listing: Listing, model: Model | undefined, { query, total }: Answer): boolean {
  if (model?.whole !== true || searchOf(listing, query) !== undefined || total === undefined) return false;
  const { least, most } = model.expectationOf(query);
  return total >= least && total <= most;
}
