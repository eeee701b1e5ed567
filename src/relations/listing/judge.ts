import type { Filter } from '../../contract/document.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Listed, Row } from './answer.ts';
import type { Bench, Complaint } from './complaint.ts';
import { judgeKnown } from './judge-known.ts';
import { judgeFill, judgePage, twins } from './judge-page.ts';
import { judgeSummaries } from './judge-summaries.ts';
import { judgeOrder } from './order.ts';
import { filterSlug, fractionSlug, SLUGS, takesFractions } from './slugs.ts';
import { filtersOf, passes, searchOf, sortOf } from './values.ts';

/** Holds one answer against the expectation: each clause that it breaks, once. */
export function judge(bench: Bench, listed: Listed): readonly Complaint[] {
  if (listed.failed !== undefined) return [];
  const direction = bench.directions.get(sortOf(bench.listing, listed.ask) ?? '');
  const before = bench.judged?.get(listed);
  if (before !== undefined && before.direction === direction) return before.complaints;
  const complaints = judgeAnew(bench, listed);
  bench.judged?.set(listed, { direction, complaints });
  return complaints;
}

function judgeAnew(bench: Bench, listed: Listed): readonly Complaint[] {
  const page = judgePage(bench, listed);
  const rows = [...judgeRows(bench, listed), ...twins(listed, bench.listing)];
  const known = rows.length > 0 ? [] : judgeKnown(bench, listed);
  const short = rows.length > 0 || known.length > 0 ? [] : judgeFill(bench.listing, listed);
  // An order says something only of items that are the right ones.
  const order =
    rows.length > 0 || known.length > 0 || short.length > 0 || page.some(isOfSize) ? [] : judgeOrder(bench, listed);
  const found = [...page, ...rows, ...known, ...short, ...order, ...judgeSummaries(bench, listed)];
  return found.map((complaint) => ({ ...complaint, seq: listed.seq, ...placed(complaint, listed) }));
}

function placed({ at }: Complaint, { payload }: Listed): { readonly at?: string } {
  return at === undefined ? {} : { at: payload + at };
}

function isOfSize({ slug }: Complaint): boolean {
  return slug === SLUGS.sizeBound || slug === SLUGS.defaultSize;
}

/** Each item is judged by its own members: it passes every filter that was asked for. */
function judgeRows({ listing, model }: Bench, { ask, rows }: Listed): readonly Complaint[] {
  const filters = filtersOf(listing, ask);
  // What every request is narrowed by counts for none of them.
  const own = filters.filter(({ parameter }) => ask[parameter] !== model?.slice[parameter]);
  const isAlone = own.length + (searchOf(listing, ask) === undefined ? 0 : 1) === 1;
  for (const filter of filters) {
    const value = ask[filter.parameter] ?? '';
    const index = rows.findIndex((row) => passes(filter, value, row) === 'no');
    const row = rows[index];
    if (row === undefined) continue;
    return [
      {
        slug: isTruncated(listing, filter, value, row)
          ? fractionSlug(filter)
          : isAlone
            ? filterSlug(filter)
            : SLUGS.together,
        expected: `${filter.member} ${WORDS[filter.relation]} ${value}`,
        actual: String(row.values[filter.member]),
        at: `${listing.items}/${index}/${filter.member}`,
      },
    ];
  }
  return [];
}

const WORDS: Readonly<Record<Filter['relation'], string>> = {
  equals: 'equal to',
  'at-least': 'of at least',
  'at-most': 'of at most',
};

/** The item would pass if the fraction of the bound did not count. */
function isTruncated(listing: Listing, filter: Filter, value: string, row: Row): boolean {
  const bound = Number(value);
  if (!takesFractions(listing, filter) || Number.isInteger(bound)) return false;
  const whole = filter.relation === 'at-least' ? Math.floor(bound) : Math.ceil(bound);
  return passes(filter, String(whole), row) !== 'no';
}
