import { type Assertion, type CheckContext } from '../../check/check.ts';
import { at, holds, isSuccess } from '../../check/judges.ts';
import type { RequestBuilder } from '../../check/request.ts';
import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../schema/pointer.ts';
import { listedValues } from '../../schema/schema.ts';
import { Hidden, idText, unlessHidden } from '../../schema/traps.ts';
import { oneByOne } from '../../turns.ts';
import { takesText } from './hidden.ts';
import { nextQuery } from './next-page.ts';
import { memberReader, type Row } from './row.ts';
import { passes, textOf } from './values.ts';

export function itemsOf(listing: Listing, page: Exchange): readonly Row['values'][] {
  const { items, payloads } = listing;
  const lists = isSuccess(page) ? payloads.map((payload) => at(page, payload + items)) : [];
  const list = lists.find((one) => Array.isArray(one)) as readonly unknown[] | undefined;
  return (list ?? []).filter(isObject).map(memberReader(listing));
}

export function idsOf(listing: Listing, page: Exchange): readonly string[] {
  return itemsOf(listing, page).flatMap((item) => idText(item[listing.id]) || []);
}

export type Filtered = { readonly parameter: string; readonly value: string; readonly page: Exchange };

/** The second page of what each filter finds, if its first page is right. A link may have the filter in a form of its own. */
export async function filteredPages(
  tools: CheckContext,
  listing: Listing,
  request: RequestBuilder,
  whole: Exchange,
): Promise<readonly Filtered[]> {
  const { size, schemas } = listing;
  return oneByOne(tellingValues(tools, listing, whole), async ({ parameter, value, count }) => {
    const pageSize = Math.max(Math.ceil(count / 2), schemas[size.parameter]?.minimum ?? 1);
    const first = { [parameter]: value, [size.parameter]: String(pageSize) };
    const firstPage = await tools.send(request.query(first));
    const next = wrongIn(listing, { parameter, value, page: firstPage })
      ? undefined
      : nextQuery(listing, firstPage, first);
    if (next === undefined) return undefined;
    // A service may refuse a filter beside a cursor that has it already.
    const page = await tools.send(request.query(next).open('a filter beside a cursor'));
    return isSuccess(page) ? { parameter, value, page } : undefined;
  });
}

/** Each filter for one of some known values or for a bound, with a value that some of the items pass, and how many do. */
function tellingValues({ contract }: CheckContext, listing: Listing, whole: Exchange) {
  return listing.filters.flatMap((filter) => {
    const { parameter, member, relation } = filter;
    const schema = listing.schemas[parameter];
    const read = unlessHidden(() => {
      const rows = itemsOf(listing, whole).map((values) => ({ key: undefined, values }));
      const known = schema?.type === 'boolean' ? ['true', 'false'] : listedValues(schema ?? {})?.map(String);
      const texts = relation === 'equals' && known !== undefined ? known : rows.map((row) => textOf(row, member));
      return texts.map((value) => {
        const count = rows.filter((row) => ['yes', 'bound'].includes(passes(filter, value, row))).length;
        return { parameter, value, count, others: rows.length - count };
      });
    });
    const telling = read instanceof Hidden ? [] : read.filter(({ count, others }) => count > 1 && others > 0);
    // Where a value parts the items in halves, the next page most likely shows that it is ignored.
    const halving = telling.toSorted((a, b) => Math.abs(a.count - a.others) - Math.abs(b.count - b.others));
    return halving.filter(({ value }) => takesText(contract, schema, value)).slice(0, 1);
  });
}

/** Each item of the page passes the filter. */
export function staysFiltered(listing: Listing, filtered: Filtered): Assertion {
  return (judging) => {
    const wrong = wrongIn(listing, filtered);
    return holds(wrong === undefined, filtered.page, {
      expected: `${filtered.parameter} ${filtered.value} on the next page, too`,
      actual: wrong?.shown,
    })(judging);
  };
}

function wrongIn(listing: Listing, { parameter, value, page }: Filtered): { readonly shown: unknown } | undefined {
  const filter = listing.filters.find((one) => one.parameter === parameter);
  const wrong = itemsOf(listing, page).find(
    (values) => filter !== undefined && passes(filter, value, { key: undefined, values }) === 'no',
  );
  return wrong && { shown: wrong[filter?.member ?? ''] };
}
