import type { Listing } from '../../contract/listing.ts';
import type { Filter } from '../../contract/listing-node.ts';
import type { Answer, Row } from './answer.ts';
import type { Difference, JudgingContext } from './difference.ts';
import { judgeKnown } from './judge-known.ts';
import { duplicates, judgeFill, judgePage } from './judge-page.ts';
import { judgeSummaries } from './judge-summaries.ts';
import { judgeOrder } from './order.ts';
import { filterSlug, fractionSlug, SLUGS, takesFractions } from './slugs.ts';
import { filtersOf, furtherText, passes, sortOf } from './values.ts';

/** Judges one answer by itself: each clause that it breaks, once. */
export function judge(context: JudgingContext, answer: Answer): readonly Difference[] {
  if (answer.failed !== undefined) return [];
  const direction = context.directions.get(sortOf(context.listing, answer.query) ?? '');
  const cached = context.judged?.get(answer);
  if (cached !== undefined && cached.direction === direction) return cached.differences;
  const differences = judgeUncached(context, answer);
  context.judged?.set(answer, { direction, differences });
  return differences;
}

function judgeUncached(context: JudgingContext, answer: Answer): readonly Difference[] {
  const page = judgePage(context, answer);
  const rows = [...judgeRows(context, answer), ...duplicates(answer, context.listing)];
  const known = rows.length > 0 ? [] : judgeKnown(context, answer);
  const short = rows.length > 0 || known.length > 0 ? [] : judgeFill(context, answer);
  // The order is judged only if the items are the right ones.
  const order =
    rows.length > 0 || known.length > 0 || short.length > 0 || page.some(isOfSize) ? [] : judgeOrder(context, answer);
  const found = [...page, ...rows, ...known, ...short, ...order, ...judgeSummaries(context, answer)];
  const { seq, payload } = answer;
  return found.map(({ at, ...difference }) => ({
    ...difference,
    seq,
    ...(at === undefined ? {} : { at: payload + at }),
  }));
}

function isOfSize({ slug }: Difference): boolean {
  return slug === SLUGS.sizeBound || slug === SLUGS.defaultSize;
}

/** Judges each item by its own members: it must pass every filter of the request. */
function judgeRows({ listing, model }: JudgingContext, { query, rows }: Answer): readonly Difference[] {
  const filters = filtersOf(listing, query);
  // The filters of the slice do not count: every request has them.
  const own = filters.filter(({ parameter }) => query[parameter] !== model?.slice[parameter]);
  const text = furtherText({ listing, slice: model?.slice ?? {} }, query);
  const isOnlyOne = own.length + (text === undefined ? 0 : 1) === 1;
  for (const filter of filters) {
    const value = query[filter.parameter] ?? '';
    const index = rows.findIndex((row) => passes(filter, value, row) === 'no');
    const row = rows[index];
    if (row === undefined) continue;
    const isFraction = isTruncated(listing, filter, value, row);
    const slug = isFraction ? fractionSlug(filter) : filterSlug(filter);
    return [
      {
        // Beside other filters, only a request without them shows whether this one is broken alone.
        ...(isOnlyOne || isFraction ? { slug } : { slug: SLUGS.together, alone: slug }),
        expected: `${filter.member} ${filter.byWords === true ? 'like' : RELATION_TEXTS[filter.relation]} ${value}`,
        actual: String(row.values[filter.member]),
        at: `${listing.items}/${index}/${filter.member}`,
      },
    ];
  }
  return [];
}

const RELATION_TEXTS: Readonly<Record<Filter['relation'], string>> = {
  equals: 'equal to',
  'at-least': 'of at least',
  'at-most': 'of at most',
};

/** Would the item pass if the service dropped the fraction of the bound? */
function isTruncated(listing: Listing, filter: Filter, value: string, row: Row): boolean {
  const bound = Number(value);
  if (!takesFractions(listing, filter) || Number.isInteger(bound)) return false;
  const whole = filter.relation === 'at-least' ? Math.floor(bound) : Math.ceil(bound);
  return passes(filter, String(whole), row) !== 'no';
}
