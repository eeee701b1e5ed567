import type { Listing } from '../../contract/listing.ts';
import type { Exchange } from '../../http/exchange.ts';
import { getOrMake } from '../../memoize.ts';
import { type Answer, keysIn, type Reader } from './answer.ts';
import type { Difference, JudgingContext } from './difference.ts';
import { SLUGS } from './slugs.ts';
import { sizeOf } from './values.ts';

/** Does the service give the size of a full page as total? It does if more items are known to match. */
export function countsThePage({ listing, model }: JudgingContext, answers: readonly Answer[]): boolean {
  return answers.some(
    ({ query, rows, total, failed }) =>
      failed === undefined &&
      total !== undefined &&
      total === rows.length &&
      total === sizeOf(listing, query) &&
      (model?.expectationOf(query).least ?? 0) > total,
  );
}

/** The same reader without totals and page counts. It always returns the same answer for an exchange. */
export function withoutTotals<R extends Reader>(reader: R): R {
  const known = new WeakMap<Exchange, Answer | undefined>();
  const read = (exchange: Exchange): Answer | undefined => {
    const answer = reader.read(exchange);
    return answer && { ...answer, total: undefined, pages: undefined };
  };
  return { ...reader, read: (exchange: Exchange) => getOrMake(known, exchange, () => read(exchange)) };
}

/** A total of more items than all pages hold. The pages are wrong if they show an item twice, or lack one of another answer. */
export function wrongTotal(
  { total: place, items }: Listing,
  total: number,
  held: Pick<ReadonlySet<string>, 'has' | 'size'>,
  { words: pages, shown }: { readonly words: string; readonly shown: readonly Answer[] },
  answers: readonly Answer[],
): Omit<Difference, 'seq'> {
  const lacking = answers.flatMap(({ rows }) => keysIn(rows)).find((key) => !held.has(key));
  const isOnceEach = shown.flatMap(({ rows }) => keysIn(rows)).length <= held.size;
  return {
    slug: SLUGS.holdTotal,
    ...(lacking === undefined && isOnceEach
      ? {
          expected: `total ${held.size}, the number of different items on ${pages}`,
          actual: `total ${total}`,
          at: place ?? items,
        }
      : {
          expected: `as many items on ${pages} as the total says: ${total}`,
          actual: `${held.size} different items${lacking === undefined ? '' : `, without item ${lacking}`}`,
          at: items,
        }),
  };
}
